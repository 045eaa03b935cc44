import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { PixelsPage } from './pixels-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('pixels'))('title') };
}

export default function Page() {
  return (
    <DashboardPage texts={['pixels']}>
      <PixelsPage />
    </DashboardPage>
  );
}
