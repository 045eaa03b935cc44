import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { ProgramPage } from './program-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('referrals.form'))('titleEdit') };
}

export default function ReferralProgramPage() {
  return (
    <DashboardPage
      texts={['discountCodes', 'marketingCampaigns', 'referrals']}
      reads={({ trpc, client }) => [
        client.query(trpc.referrals.getProgram.queryOptions()),
        client.query(trpc.marketingCampaigns.selector.queryOptions()),
      ]}
    >
      <ProgramPage />
    </DashboardPage>
  );
}
