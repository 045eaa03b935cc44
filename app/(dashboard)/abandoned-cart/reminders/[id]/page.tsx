import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { ReminderPage } from './reminder-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('abandonedCart.detail'))('one') };
}

export default async function AbandonedCartReminderPage({ params }: PageProps<'/abandoned-cart/reminders/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['abandonedCart', 'marketingCampaigns']}
      reads={({ trpc, client }) => [
        client.query(trpc.abandonedCart.getReminder.queryOptions({ id })),
        client.query(trpc.marketingCampaigns.selector.queryOptions()),
      ]}
    >
      <ReminderPage id={id} />
    </DashboardPage>
  );
}
