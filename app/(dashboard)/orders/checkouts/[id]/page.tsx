import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { CheckoutDetail } from './checkout-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('orders'))('detail.checkout') };
}

export default async function CheckoutPage({ params }: PageProps<'/orders/checkouts/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['orders']}
      reads={({ trpc, client }) => [client.query(trpc.integrations.checkoutPage.queryOptions({ oid: id }))]}
    >
      <CheckoutDetail id={id} />
    </DashboardPage>
  );
}
