import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Home } from './home/home';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('shell.pages'))('home') };
}

export default function HomePage() {
  return <Home />;
}
