import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { CodeDetail } from './code-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('discountCodes'))('columns.code') };
}

export default async function DiscountCodePage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DashboardPage texts={['discountCodes', 'marketingCampaigns']}>
      <CodeDetail id={(await params).id} />
    </DashboardPage>
  );
}
