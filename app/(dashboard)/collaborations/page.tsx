import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { ADDRESS, listOptions } from './collaboration-address';
import { Collaborations } from './collaborations';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('creators'))('people.title') };
}

export default async function CollaborationsPage({ searchParams }: PageProps<'/collaborations'>) {
  const address = addressOf(ADDRESS, await searchParams);
  return (
    <DashboardPage
      texts={['creators']}
      reads={({ trpc, client }) => [client.infiniteQuery(listOptions(trpc, address))]}
    >
      <Collaborations />
    </DashboardPage>
  );
}
