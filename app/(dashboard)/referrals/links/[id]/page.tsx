import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { LinkDetail } from './link-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('referrals.links.columns'))('link') };
}

export default async function ReferralLinkPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DashboardPage texts={['discountCodes', 'referrals']}>
      <LinkDetail id={(await params).id} />
    </DashboardPage>
  );
}
