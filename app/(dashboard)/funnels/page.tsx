import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { EVERY_FUNNEL } from './funnel-address';
import { Funnels } from './funnels';
import { namesReads } from './funnel-reads';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('funnels'))('title') };
}

export default function FunnelsPage() {
  return (
    <DashboardPage
      texts={['funnels', 'audienceSegments']}
      reads={({ trpc, client }) => [
        client
          .query(trpc.funnels.list.queryOptions(EVERY_FUNNEL))
          // Recipes are shown where there is nothing else.
          .then(({ funnels }) => (funnels.length > 0 ? undefined : client.query(trpc.funnels.recipes.queryOptions()))),
        client.query(trpc.funnels.brought.queryOptions()),
        ...namesReads({ trpc, client }),
      ]}
    >
      <Funnels />
    </DashboardPage>
  );
}
