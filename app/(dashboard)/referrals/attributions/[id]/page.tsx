import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { AttributionDetail } from './attribution-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('referrals.attribution'))('way') };
}

export default async function ReferralAttributionPage({ params }: PageProps<'/referrals/attributions/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['discountCodes', 'referralReviews', 'referrals']}
      reads={({ trpc, client }) => [
        client.query(trpc.referrals.getAttribution.queryOptions({ id })),
        client.query(trpc.referrals.getProgram.queryOptions()),
      ]}
    >
      <AttributionDetail id={id} />
    </DashboardPage>
  );
}
