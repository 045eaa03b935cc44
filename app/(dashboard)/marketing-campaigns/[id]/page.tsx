import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { CampaignPage } from './campaign-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('marketingCampaigns'))('title') };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DashboardPage texts={['abandonedCart', 'blog', 'broadcasts', 'discountCodes', 'marketingCampaigns', 'referrals']}>
      <CampaignPage id={(await params).id} />
    </DashboardPage>
  );
}
