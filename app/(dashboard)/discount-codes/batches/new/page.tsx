import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { NewBatch } from './new-batch';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('discountBatches'))('new') };
}

export default function NewBatchPage() {
  return (
    <DashboardPage
      texts={['discountCodes', 'discountBatches', 'broadcasts']}
      reads={({ trpc, client }) => [
        client.query(trpc.audienceSegments.list.queryOptions({ status: 'active' })),
        client.query(trpc.contactLists.list.queryOptions()),
      ]}
    >
      <NewBatch />
    </DashboardPage>
  );
}
