import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { friendOptions } from './link-reads';
import { LinkDetail } from './link-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('referrals.links.columns'))('link') };
}

export default async function ReferralLinkPage({ params }: PageProps<'/referrals/links/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['discountCodes', 'referrals']}
      reads={({ trpc, client }) => [
        client.query(trpc.referrals.getLink.queryOptions({ id })),
        client.infiniteQuery(friendOptions(trpc, id)),
        client.query(trpc.referrals.getProgram.queryOptions()),
      ]}
    >
      <LinkDetail id={id} />
    </DashboardPage>
  );
}
