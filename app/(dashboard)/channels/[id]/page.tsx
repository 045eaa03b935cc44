import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { reachOf } from '@/server/modules/messaging/inbox/vocabulary';
import { ChannelDetail } from './channel-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('channels'))('detail.title') };
}

export default async function ChannelPage({ params }: PageProps<'/channels/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['channels', 'checks']}
      reads={({ trpc, client }) => [
        client.query(trpc.channels.get.queryOptions({ id })).then(({ provider, status }) => {
          // What the page of this provider has.
          const { family, connect, callbacks } = providerEntry(provider);
          const live = status === 'active';
          return Promise.all([
            family === 'email' && client.query(trpc.channels.dnsRecords.queryOptions({ id })),
            live && connect !== 'keys' && client.query(trpc.channels.assets.queryOptions({ id })),
            live && callbacks !== 'none' && client.query(trpc.channels.callbackAddress.queryOptions({ id })),
            reachOf(provider) !== undefined && client.query(trpc.inbox.channelsShown.queryOptions()),
          ]);
        }),
        client.query(trpc.channels.faults.queryOptions()),
        client.query(trpc.channels.setup.queryOptions()),
      ]}
    >
      <ChannelDetail id={id} />
    </DashboardPage>
  );
}
