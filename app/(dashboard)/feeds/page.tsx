import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { Feed } from './feed';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('feeds'))('title') };
}

export default function FeedPage() {
  return (
    <DashboardPage texts={['feeds', 'marketingCampaigns']}>
      <Feed />
    </DashboardPage>
  );
}
