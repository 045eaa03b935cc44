import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { ADDRESS, recentOptions } from './event-address';
import { Events } from './events';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('events'))('title') };
}

export default async function Page({ searchParams }: PageProps<'/events'>) {
  const address = addressOf(ADDRESS, await searchParams);
  return (
    <DashboardPage texts={['events']} reads={({ trpc, client }) => [client.query(recentOptions(trpc, address))]}>
      <Events />
    </DashboardPage>
  );
}
