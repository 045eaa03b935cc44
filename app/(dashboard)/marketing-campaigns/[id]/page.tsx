import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { childOptions, usedIn } from './campaign-reads';
import { CampaignPage } from './campaign-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('marketingCampaigns'))('title') };
}

export default async function Page({ params }: PageProps<'/marketing-campaigns/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['abandonedCart', 'blog', 'broadcasts', 'creators', 'discountCodes', 'marketingCampaigns', 'referrals']}
      reads={({ trpc, client }) => [
        client
          .query(trpc.marketingCampaigns.rollUp.queryOptions({ id }))
          .then(({ counts }) =>
            Promise.all(usedIn(counts).map((type) => client.infiniteQuery(childOptions(trpc, id, type)))),
          ),
      ]}
    >
      <CampaignPage id={id} />
    </DashboardPage>
  );
}
