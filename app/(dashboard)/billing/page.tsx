import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { invoiceOptions } from './invoice-reads';
import { Billing } from './billing';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('billing'))('title') };
}

export default function BillingPage() {
  return (
    <DashboardPage
      texts={['billing']}
      reads={({ trpc, client }) => [
        client.query(trpc.billing.overview.queryOptions()),
        client.infiniteQuery(invoiceOptions(trpc)),
      ]}
    >
      <Billing />
    </DashboardPage>
  );
}
