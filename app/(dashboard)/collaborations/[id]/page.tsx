import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { CollaborationDetail } from './collaboration-detail';
import { messagesInput } from './messages-input';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('creators'))('people.title') };
}

export default async function CollaborationPage({ params }: PageProps<'/collaborations/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['creators']}
      reads={({ trpc, client }) => [
        client.query(trpc.collaborations.page.queryOptions({ id })),
        client.query(trpc.collaborations.messages.queryOptions(messagesInput(id))),
      ]}
    >
      <CollaborationDetail id={id} />
    </DashboardPage>
  );
}
