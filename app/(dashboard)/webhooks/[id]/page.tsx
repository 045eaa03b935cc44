import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { ADDRESS, deliveryOptions, statusOf } from './delivery-address';
import { EndpointDetail } from './endpoint-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('webhooks'))('detail.title') };
}

export default async function EndpointPage({ params, searchParams }: PageProps<'/webhooks/[id]'>) {
  const { id } = await params;
  const status = statusOf(addressOf(ADDRESS, await searchParams));
  return (
    <DashboardPage
      texts={['webhooks']}
      reads={({ trpc, client }) => [
        client.query(trpc.webhooks.get.queryOptions({ id })),
        client.infiniteQuery(deliveryOptions(trpc, id, status)),
      ]}
    >
      <EndpointDetail id={id} />
    </DashboardPage>
  );
}
