import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { chosenBy, DEFAULTS, listOptions } from './campaign-address';
import { CampaignList } from './campaign-list';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('marketingCampaigns'))('title') };
}

export default async function CampaignsPage({ searchParams }: PageProps<'/marketing-campaigns'>) {
  const chosen = chosenBy(addressOf(DEFAULTS, await searchParams));
  return (
    <DashboardPage
      texts={['marketingCampaigns']}
      reads={({ trpc, client }) => [client.infiniteQuery(listOptions(trpc, chosen))]}
    >
      <CampaignList />
    </DashboardPage>
  );
}
