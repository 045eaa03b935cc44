import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { ADDRESS } from './new-address';
import { NewBroadcast } from './new-broadcast';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('broadcasts'))('new') };
}

export default async function NewBroadcastPage({ searchParams }: PageProps<'/broadcasts/new'>) {
  const { template: id } = addressOf(ADDRESS, await searchParams);
  return (
    <DashboardPage
      texts={['broadcasts', 'abTest', 'channels', 'checks', 'marketingCampaigns', 'templates', 'uploads']}
      reads={({ trpc, client }) => [
        id === '' ? Promise.resolve() : client.query(trpc.broadcasts.templates.get.queryOptions({ id })),
        client.query(trpc.channels.list.queryOptions()),
        client.query(trpc.contactLists.list.queryOptions()),
        client.query(trpc.audienceSegments.list.queryOptions({ status: 'active' })),
        client.query(trpc.marketingCampaigns.selector.queryOptions()),
      ]}
    >
      <NewBroadcast />
    </DashboardPage>
  );
}
