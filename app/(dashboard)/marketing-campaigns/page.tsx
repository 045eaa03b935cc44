import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { CampaignList } from './campaign-list';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('marketingCampaigns'))('title') };
}

export default function CampaignsPage() {
  return (
    <DashboardPage texts={['marketingCampaigns']}>
      <CampaignList />
    </DashboardPage>
  );
}
