import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { ProductImport } from './product-import';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('feeds.import'))('title') };
}

export default function ProductImportPage() {
  return (
    <DashboardPage texts={['csv', 'csvRows', 'feeds']}>
      <ProductImport />
    </DashboardPage>
  );
}
