import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { ADDRESS, listOptions } from './brief-address';
import { Briefs } from './briefs';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('creators'))('briefs.title') };
}

export default async function BriefsPage({ searchParams }: PageProps<'/campaigns'>) {
  const address = addressOf(ADDRESS, await searchParams);
  return (
    <DashboardPage
      texts={['creators']}
      reads={({ trpc, client }) => [client.infiniteQuery(listOptions(trpc, address))]}
    >
      <Briefs />
    </DashboardPage>
  );
}
