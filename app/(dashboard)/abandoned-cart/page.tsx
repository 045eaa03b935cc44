import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { activityOptions, anyOptions, chosenBy, LIST, listOptions, PERIOD, periodOf } from './cart-address';
import { AbandonedCarts } from './abandoned-carts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('abandonedCart'))('title') };
}

export default async function AbandonedCartPage({ searchParams }: PageProps<'/abandoned-cart'>) {
  const query = await searchParams;
  return (
    <DashboardPage
      texts={['abandonedCart']}
      reads={({ trpc, client }) => [
        client.query(trpc.abandonedCart.getConfig.queryOptions()),
        client.query(anyOptions(trpc)),
        client.query(activityOptions(trpc, periodOf(addressOf(PERIOD, query)))),
        client.infiniteQuery(listOptions(trpc, chosenBy(addressOf(LIST, query)))),
      ]}
    >
      <AbandonedCarts />
    </DashboardPage>
  );
}
