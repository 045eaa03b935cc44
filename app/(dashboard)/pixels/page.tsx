import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { ADDRESS, conversionOptions, statusOf } from './conversion-address';
import { PixelsPage } from './pixels-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('pixels'))('title') };
}

export default async function Page({ searchParams }: PageProps<'/pixels'>) {
  const status = statusOf(addressOf(ADDRESS, await searchParams));
  return (
    <DashboardPage
      texts={['pixels']}
      reads={({ trpc, client }) => [
        client.query(trpc.pixels.get.queryOptions()),
        client.query(conversionOptions(trpc, status)),
      ]}
    >
      <PixelsPage />
    </DashboardPage>
  );
}
