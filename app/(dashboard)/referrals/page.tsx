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
  REVIEWS,
  reviewOptions,
  reviewsOf,
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
      texts={['discountCodes', 'referralReviews', 'referrals']}
      reads={({ trpc, client }) => {
        const view = viewOf(addressOf(LISTS, query));
        return [
          client.query(trpc.referrals.getProgram.queryOptions()),
          client.query(funnelOptions(trpc, overviewOf(addressOf(OVERVIEW, query)))),
          view === 'links' && client.infiniteQuery(linkOptions(trpc, linksOf(addressOf(LINKS, query)))),
          view === 'attributions' &&
            client.infiniteQuery(attributionOptions(trpc, attributionsOf(addressOf(ATTRIBUTIONS, query)))),
          view === 'reviews' && client.infiniteQuery(reviewOptions(trpc, reviewsOf(addressOf(REVIEWS, query)))),
        ].filter((read) => read !== false);
      }}
    >
      <Referrals />
    </DashboardPage>
  );
}
