import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CodeList } from './code-list';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('discountCodes'))('title') };
}

export default function DiscountCodesPage() {
  return <CodeList />;
}
