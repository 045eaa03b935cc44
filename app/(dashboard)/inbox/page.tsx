import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { Inbox } from './inbox';
import { ADDRESS, listOptions, messagesOptions } from './inbox-address';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('inbox'))('title') };
}

export default async function InboxPage({ searchParams }: PageProps<'/inbox'>) {
  const address = addressOf(ADDRESS, await searchParams);
  const id = address.conversation;
  return (
    <DashboardPage
      texts={['inbox']}
      reads={({ trpc, client }) => [
        client.infiniteQuery(listOptions(trpc, address)),
        ...(id === ''
          ? []
          : [
              client.query(trpc.inbox.get.queryOptions({ id })),
              client.infiniteQuery(messagesOptions(trpc, id)),
              client.query(trpc.inbox.pulse.queryOptions({ conversationId: id })),
            ]),
      ]}
    >
      <Inbox />
    </DashboardPage>
  );
}
