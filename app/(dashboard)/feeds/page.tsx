import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { ADDRESS } from './product';
import { chosenBy, listOptions } from './product-address';
import { Feed } from './feed';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('feeds'))('title') };
}

export default async function FeedPage({ searchParams }: PageProps<'/feeds'>) {
  const address = addressOf(ADDRESS, await searchParams);
  return (
    <DashboardPage
      texts={['feeds', 'marketingCampaigns']}
      reads={({ trpc, client }) => [
        client
          .query(trpc.feeds.issues.queryOptions())
          .then(({ rules }) => client.infiniteQuery(listOptions(trpc, chosenBy(address, rules)))),
      ]}
    >
      <Feed />
    </DashboardPage>
  );
}
