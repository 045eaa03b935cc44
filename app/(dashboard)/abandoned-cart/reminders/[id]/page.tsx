import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { ReminderPage } from './reminder-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('abandonedCart.detail'))('one') };
}

export default async function AbandonedCartReminderPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Texts of={['abandonedCart', 'marketingCampaigns']}>
      <ReminderPage id={(await params).id} />
    </Texts>
  );
}
