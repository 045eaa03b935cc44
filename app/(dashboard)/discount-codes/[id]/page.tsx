import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { CodeDetail } from './code-detail';
import { activityOptions, inShopsOptions, redemptionOptions } from './code-reads';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('discountCodes'))('columns.code') };
}

export default async function DiscountCodePage({ params }: PageProps<'/discount-codes/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['discountCodes', 'marketingCampaigns']}
      reads={({ trpc, client }) => [
        client
          .query(trpc.discountCodes.get.queryOptions({ id }))
          .then(({ marketingCampaignId: campaign, eligibility }) =>
            Promise.all([
              campaign === null ? undefined : client.query(trpc.marketingCampaigns.get.queryOptions({ id: campaign })),
              eligibility === undefined ? undefined : client.query(trpc.audienceSegments.list.queryOptions({})),
            ]),
          ),
        client.query(activityOptions(trpc, id)),
        client.query(inShopsOptions(trpc, id)),
        client.infiniteQuery(redemptionOptions(trpc, id)),
        client.query(trpc.apiKeys.list.queryOptions()),
      ]}
    >
      <CodeDetail id={id} />
    </DashboardPage>
  );
}
