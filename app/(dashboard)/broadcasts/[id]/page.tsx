import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { BroadcastDetail } from './broadcast-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('broadcasts'))('detail.title') };
}

export default async function BroadcastPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DashboardPage texts={['broadcasts', 'templates']}>
      <BroadcastDetail id={(await params).id} />
    </DashboardPage>
  );
}
