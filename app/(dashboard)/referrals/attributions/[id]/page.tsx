import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { AttributionDetail } from './attribution-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('referrals.attribution'))('way') };
}

export default async function ReferralAttributionPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DashboardPage texts={['discountCodes', 'referrals']}>
      <AttributionDetail id={(await params).id} />
    </DashboardPage>
  );
}
