import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { codesOptions } from '../batch';
import { BatchDetail } from './batch-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('discountBatches'))('one') };
}

export default async function BatchPage({ params }: PageProps<'/discount-codes/batches/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['discountCodes', 'discountBatches']}
      reads={({ trpc, client }) => [
        client.query(trpc.discountCodes.batches.get.queryOptions({ id })),
        client.infiniteQuery(codesOptions(trpc, id)),
      ]}
    >
      <BatchDetail id={id} />
    </DashboardPage>
  );
}
