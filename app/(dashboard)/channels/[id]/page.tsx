import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { ChannelDetail } from './channel-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('channels'))('detail.title') };
}

export default async function ChannelPage({ params }: PageProps<'/channels/[id]'>) {
  const { id } = await params;

  return (
    <DashboardPage
      texts={['channels']}
      reads={({ trpc, client }) => [
        client.query(trpc.channels.get.queryOptions({ id })),
        client.query(trpc.channels.faults.queryOptions()),
        client.query(trpc.channels.setup.queryOptions()),
        client.query(trpc.channels.callbackAddress.queryOptions({ id })),
        client.query(trpc.channels.dnsRecords.queryOptions({ id })),
        client.query(trpc.channels.assets.queryOptions({ id })),
      ]}
    >
      <ChannelDetail id={id} />
    </DashboardPage>
  );
}
