import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { DEFAULTS, listOptions, showOf } from './segment-address';
import { SegmentList } from './segment-list';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('audienceSegments'))('title') };
}

export default async function AudienceSegmentsPage({ searchParams }: PageProps<'/audience-segments'>) {
  const query = await searchParams;
  return (
    <DashboardPage
      texts={['audienceSegments']}
      reads={({ trpc, client }) => [
        client.query(listOptions(trpc, showOf(addressOf(DEFAULTS, query)))),
        client.query(trpc.contactLists.list.queryOptions()),
      ]}
    >
      <SegmentList />
    </DashboardPage>
  );
}
