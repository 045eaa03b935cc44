import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { EndpointDetail } from './endpoint-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('webhooks'))('detail.title') };
}

export default async function EndpointPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DashboardPage texts={['webhooks']}>
      <EndpointDetail id={(await params).id} />
    </DashboardPage>
  );
}
