import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CodeDetail } from './code-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('discountCodes'))('columns.code') };
}

export default async function DiscountCodePage({ params }: { params: Promise<{ id: string }> }) {
  return <CodeDetail id={(await params).id} />;
}
