import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import {
  ATTRIBUTIONS,
  attributionOptions,
  attributionsOf,
  funnelOptions,
  LINKS,
  LISTS,
  linkOptions,
  linksOf,
  OVERVIEW,
  overviewOf,
  viewOf,
} from './referral-address';
import { Referrals } from './referrals';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('referrals'))('title') };
}

export default async function ReferralsPage({ searchParams }: PageProps<'/referrals'>) {
  const query = await searchParams;
  return (
    <DashboardPage
      texts={['discountCodes', 'referrals']}
      reads={({ trpc, client }) => [
        client.query(trpc.referrals.getProgram.queryOptions()),
        client.query(funnelOptions(trpc, overviewOf(addressOf(OVERVIEW, query)))),
        viewOf(addressOf(LISTS, query)) === 'links'
          ? client.infiniteQuery(linkOptions(trpc, linksOf(addressOf(LINKS, query))))
          : client.infiniteQuery(attributionOptions(trpc, attributionsOf(addressOf(ATTRIBUTIONS, query)))),
      ]}
    >
      <Referrals />
    </DashboardPage>
  );
}
