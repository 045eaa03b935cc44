import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { NewCode } from './new-code';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('discountCodes.form'))('newTitle') };
}

export default function NewCodePage() {
  return (
    <DashboardPage
      texts={['discountCodes', 'marketingCampaigns']}
      reads={({ trpc, client }) => [
        client.query(trpc.marketingCampaigns.selector.queryOptions()),
        client.query(trpc.audienceSegments.list.queryOptions({ status: 'active' })),
      ]}
    >
      <NewCode />
    </DashboardPage>
  );
}
