import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { Feed } from './feed';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('feeds'))('title') };
}

export default function FeedPage() {
  return (
    <Texts of={['feeds', 'marketingCampaigns']}>
      <Feed />
    </Texts>
  );
}
