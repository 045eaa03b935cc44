import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { Insights } from './insights';
import { ADDRESS, attributionOptions, chosenIn, deliverabilityOptions } from './insights-reads';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('insights'))('title') };
}

export default async function InsightsPage({ searchParams }: PageProps<'/insights'>) {
  const chosen = chosenIn(addressOf(ADDRESS, await searchParams));
  return (
    <DashboardPage
      texts={['insights']}
      reads={({ trpc, client }) => [
        client.query(attributionOptions(trpc, chosen)),
        client.query(deliverabilityOptions(trpc, chosen)),
      ]}
    >
      <Insights />
    </DashboardPage>
  );
}
