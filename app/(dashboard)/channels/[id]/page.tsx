import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { ChannelDetail } from './channel-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('channels'))('detail.title') };
}

export default async function ChannelPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DashboardPage texts={['channels']}>
      <ChannelDetail id={(await params).id} />
    </DashboardPage>
  );
}
