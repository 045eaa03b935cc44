import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { NewBroadcast } from './new-broadcast';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('broadcasts'))('new') };
}

export default function NewBroadcastPage() {
  return (
    <DashboardPage texts={['broadcasts', 'channels', 'marketingCampaigns', 'templates']}>
      <NewBroadcast />
    </DashboardPage>
  );
}
