import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { DEFAULTS, listOptions, searchOf } from './suppression-address';
import { Suppressions } from './suppressions';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('abandonedCart.suppressions'))('title') };
}

export default async function SuppressionsPage({ searchParams }: PageProps<'/abandoned-cart/suppressions'>) {
  const q = searchOf(addressOf(DEFAULTS, await searchParams));
  return (
    <DashboardPage texts={['abandonedCart']} reads={({ trpc, client }) => [client.infiniteQuery(listOptions(trpc, q))]}>
      <Suppressions />
    </DashboardPage>
  );
}
