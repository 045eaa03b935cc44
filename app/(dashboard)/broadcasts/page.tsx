import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { Broadcasts } from './broadcasts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('broadcasts'))('title') };
}

export default function BroadcastsPage() {
  return (
    <Texts of={['broadcasts']}>
      <Broadcasts />
    </Texts>
  );
}
