import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { Webhooks } from './webhooks';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('webhooks'))('title') };
}

export default function WebhooksPage() {
  return (
    <DashboardPage
      texts={['webhooks']}
      reads={({ trpc, client }) => [client.query(trpc.webhooks.overview.queryOptions())]}
    >
      <Webhooks />
    </DashboardPage>
  );
}
