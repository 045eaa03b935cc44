import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { CodeDetail } from './code-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('discountCodes'))('columns.code') };
}

export default async function DiscountCodePage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Texts of={['discountCodes', 'marketingCampaigns']}>
      <CodeDetail id={(await params).id} />
    </Texts>
  );
}
