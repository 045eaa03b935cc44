import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { NewTemplate } from './new-template';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('templates'))('newTitle') };
}

export default function NewTemplatePage() {
  return (
    <DashboardPage texts={['templates', 'uploads']}>
      <NewTemplate />
    </DashboardPage>
  );
}
