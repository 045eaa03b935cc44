import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { EditTemplate } from './edit-template';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('templates'))('editTitle') };
}

export default async function EditTemplatePage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DashboardPage texts={['templates']}>
      <EditTemplate id={(await params).id} />
    </DashboardPage>
  );
}
