import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { Channels } from './channels';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('channels'))('title') };
}

export default function ChannelsPage() {
  return (
    <DashboardPage texts={['channels']}>
      <Channels />
    </DashboardPage>
  );
}
