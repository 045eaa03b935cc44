import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { NewBroadcast } from './new-broadcast';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('broadcasts'))('new') };
}

export default function NewBroadcastPage() {
  return (
    <DashboardPage
      texts={['broadcasts', 'channels', 'marketingCampaigns', 'templates']}
      reads={({ trpc, client }) => [
        client.query(trpc.channels.list.queryOptions()),
        client.query(trpc.contactLists.list.queryOptions()),
        client.query(trpc.audienceSegments.list.queryOptions({ status: 'active' })),
        client.query(trpc.broadcasts.templates.list.queryOptions()),
        client.query(trpc.marketingCampaigns.selector.queryOptions()),
      ]}
    >
      <NewBroadcast />
    </DashboardPage>
  );
}
