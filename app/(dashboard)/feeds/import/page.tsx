import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { ProductImport } from './product-import';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('feeds.import'))('title') };
}

export default function ProductImportPage() {
  return (
    <Texts of={['csv', 'feeds']}>
      <ProductImport />
    </Texts>
  );
}
