import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { peopleOptions, PEOPLE, RESULTS, statsOptions, VIEW } from '@/app/(dashboard)/funnels/funnel-address';
import { namesReads } from '@/app/(dashboard)/funnels/funnel-reads';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { FunnelDetail } from './funnel-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('funnels'))('detail.title') };
}

export default async function FunnelPage({ params, searchParams }: PageProps<'/funnels/[id]'>) {
  const { id } = await params;
  const query = await searchParams;
  const { view } = addressOf(VIEW, query);
  return (
    <DashboardPage
      texts={['funnels', 'enrolments', 'audienceSegments', 'broadcasts', 'templates', 'marketingCampaigns', 'uploads']}
      reads={({ trpc, client }) => [
        client.query(trpc.funnels.editor.queryOptions({ id })),
        client.query(trpc.channels.list.queryOptions()),
        ...namesReads({ trpc, client }),
        ...(view === 'results' ? [client.query(statsOptions(trpc, id, addressOf(RESULTS, query)))] : []),
        ...(view === 'people' ? [client.infiniteQuery(peopleOptions(trpc, id, addressOf(PEOPLE, query)))] : []),
      ]}
    >
      <FunnelDetail id={id} />
    </DashboardPage>
  );
}
