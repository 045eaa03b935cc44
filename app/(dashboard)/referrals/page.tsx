import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { Referrals } from './referrals';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('referrals'))('title') };
}

export default function ReferralsPage() {
  return (
    <DashboardPage texts={['discountCodes', 'referrals']}>
      <Referrals />
    </DashboardPage>
  );
}
