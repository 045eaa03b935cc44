import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { CampaignList } from './campaign-list';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('marketingCampaigns'))('title') };
}

export default function CampaignsPage() {
  return (
    <Texts of={['marketingCampaigns']}>
      <CampaignList />
    </Texts>
  );
}
