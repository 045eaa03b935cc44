import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { Channels } from './channels';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('channels'))('title') };
}

export default function ChannelsPage() {
  return (
    <DashboardPage
      texts={['channels']}
      reads={({ trpc, client }) => [
        client.query(trpc.channels.list.queryOptions()),
        client.query(trpc.channels.faults.queryOptions()),
        client.query(trpc.channels.setup.queryOptions()),
      ]}
    >
      <Channels />
    </DashboardPage>
  );
}
