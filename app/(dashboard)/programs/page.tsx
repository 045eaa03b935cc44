import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { ADDRESS, listOptions, shownOf } from './program-address';
import { Programs } from './programs';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('creators'))('programs.title') };
}

export default async function ProgramsPage({ searchParams }: PageProps<'/programs'>) {
  const { show } = addressOf(ADDRESS, await searchParams);
  return (
    <DashboardPage
      texts={['creators']}
      reads={({ trpc, client }) => [client.infiniteQuery(listOptions(trpc, shownOf(show)))]}
    >
      <Programs />
    </DashboardPage>
  );
}
