import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { DEFAULTS, listOptions } from './broadcast-address';
import { Broadcasts } from './broadcasts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('broadcasts'))('title') };
}

export default async function BroadcastsPage({ searchParams }: PageProps<'/broadcasts'>) {
  const address = addressOf(DEFAULTS, await searchParams);
  return (
    <DashboardPage
      texts={['broadcasts']}
      reads={({ trpc, client }) => [client.infiniteQuery(listOptions(trpc, address))]}
    >
      <Broadcasts />
    </DashboardPage>
  );
}
