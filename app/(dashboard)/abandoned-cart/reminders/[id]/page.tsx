import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { ReminderPage } from './reminder-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('abandonedCart.detail'))('one') };
}

export default async function AbandonedCartReminderPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DashboardPage texts={['abandonedCart', 'marketingCampaigns']}>
      <ReminderPage id={(await params).id} />
    </DashboardPage>
  );
}
