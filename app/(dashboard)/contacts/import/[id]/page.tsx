import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { ImportRun } from './import-run';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('contacts.import'))('title') };
}

export default async function ImportRunPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DashboardPage texts={['contacts']}>
      <ImportRun id={(await params).id} />
    </DashboardPage>
  );
}
