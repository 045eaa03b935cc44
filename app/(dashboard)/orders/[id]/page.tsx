import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { OrderDetail } from './order-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('orders'))('detail.order') };
}

export default async function OrderPage({ params }: PageProps<'/orders/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['orders']}
      reads={({ trpc, client }) => [client.query(trpc.integrations.orderPage.queryOptions({ oid: id }))]}
    >
      <OrderDetail id={id} />
    </DashboardPage>
  );
}
