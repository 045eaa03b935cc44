import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { Templates } from './templates';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('templates'))('title') };
}

export default function TemplatesPage() {
  return (
    <DashboardPage texts={['templates']}>
      <Templates />
    </DashboardPage>
  );
}
