import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { EVERY } from '@/app/(dashboard)/integrations/integration';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { ADDRESS, checkoutOptions, checkoutsOf, orderOptions, ordersOf, viewOf } from './order-address';
import { Orders } from './orders';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('orders'))('title') };
}

export default async function OrdersPage({ searchParams }: PageProps<'/orders'>) {
  const address = addressOf(ADDRESS, await searchParams);
  return (
    <DashboardPage
      texts={['orders']}
      reads={({ trpc, client }) => [
        client.query(trpc.integrations.list.queryOptions(EVERY)),
        viewOf(address) === 'orders'
          ? client.infiniteQuery(orderOptions(trpc, ordersOf(address)))
          : client.infiniteQuery(checkoutOptions(trpc, checkoutsOf(address))),
      ]}
    >
      <Orders />
    </DashboardPage>
  );
}
