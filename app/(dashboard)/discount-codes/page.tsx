import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { CodeList } from './code-list';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('discountCodes'))('title') };
}

export default function DiscountCodesPage() {
  return (
    <Texts of={['discountCodes']}>
      <CodeList />
    </Texts>
  );
}
