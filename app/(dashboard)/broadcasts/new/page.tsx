import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NewBroadcast } from './new-broadcast';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('broadcasts'))('new') };
}

export default function NewBroadcastPage() {
  return <NewBroadcast />;
}
