import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { Home } from './home/home';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('shell.pages'))('home') };
}

export default function HomePage() {
  return (
    <Texts of={['auditLog', 'home']}>
      <Home />
    </Texts>
  );
}
