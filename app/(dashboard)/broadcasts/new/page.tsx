import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { NewBroadcast } from './new-broadcast';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('broadcasts'))('new') };
}

export default function NewBroadcastPage() {
  return (
    <Texts of={['broadcasts', 'channels', 'marketingCampaigns', 'templates']}>
      <NewBroadcast />
    </Texts>
  );
}
