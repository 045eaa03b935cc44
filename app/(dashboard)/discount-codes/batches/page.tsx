import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { listOptions } from './batch';
import { BatchList } from './batch-list';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('discountBatches'))('title') };
}

export default function BatchesPage() {
  return (
    <DashboardPage
      texts={['discountCodes', 'discountBatches']}
      reads={({ trpc, client }) => [client.infiniteQuery(listOptions(trpc))]}
    >
      <BatchList />
    </DashboardPage>
  );
}
