import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { EditBroadcast } from './edit-broadcast';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('broadcasts'))('composer.editTitle') };
}

export default async function EditBroadcastPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DashboardPage texts={['broadcasts', 'channels', 'marketingCampaigns', 'templates']}>
      <EditBroadcast id={(await params).id} />
    </DashboardPage>
  );
}
