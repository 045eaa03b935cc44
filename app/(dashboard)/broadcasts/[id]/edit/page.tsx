import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { EditBroadcast } from './edit-broadcast';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('broadcasts'))('composer.editTitle') };
}

export default async function EditBroadcastPage({ params }: PageProps<'/broadcasts/[id]/edit'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['broadcasts', 'abTest', 'channels', 'checks', 'marketingCampaigns', 'templates', 'uploads']}
      reads={({ trpc, client }) => [
        client.query(trpc.broadcasts.get.queryOptions({ id })),
        client.query(trpc.channels.list.queryOptions()),
        client.query(trpc.contactLists.list.queryOptions()),
        client.query(trpc.audienceSegments.list.queryOptions({ status: 'active' })),
        client.query(trpc.marketingCampaigns.selector.queryOptions()),
      ]}
    >
      <EditBroadcast id={id} />
    </DashboardPage>
  );
}
