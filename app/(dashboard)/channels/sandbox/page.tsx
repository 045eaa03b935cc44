import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { chosenBy, DEFAULTS, listOptions } from './outbox-address';
import { Outbox } from './outbox';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('channels'))('sandbox.title') };
}

export default async function OutboxPage({ searchParams }: PageProps<'/channels/sandbox'>) {
  const chosen = chosenBy(addressOf(DEFAULTS, await searchParams));
  return (
    <DashboardPage
      texts={['channels']}
      reads={({ trpc, client }) => [
        client.infiniteQuery(listOptions(trpc, chosen)),
        client.query(trpc.sandbox.rules.queryOptions()),
        client.query(trpc.inbox.channels.queryOptions()),
      ]}
    >
      <Outbox />
    </DashboardPage>
  );
}
