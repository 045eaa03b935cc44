import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { CodeImport } from './code-import';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('codeImport'))('title') };
}

export default function CodeImportPage() {
  return (
    <DashboardPage texts={['csv', 'csvRows', 'codeImport', 'discountCodes']}>
      <CodeImport />
    </DashboardPage>
  );
}
