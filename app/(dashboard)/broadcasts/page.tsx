import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { Broadcasts } from './broadcasts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('broadcasts'))('title') };
}

export default function BroadcastsPage() {
  return (
    <DashboardPage texts={['broadcasts']}>
      <Broadcasts />
    </DashboardPage>
  );
}
