import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { contactOptions } from './segment-reads';
import { SegmentDetail } from './segment-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('audienceSegments'))('one') };
}

export default async function AudienceSegmentPage({ params }: PageProps<'/audience-segments/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['audienceSegments']}
      reads={({ trpc, client }) => [
        client.query(trpc.audienceSegments.get.queryOptions({ id })),
        client.query(trpc.audienceSegments.count.queryOptions({ id })),
        client.infiniteQuery(contactOptions(trpc, id)),
        client.query(trpc.contactLists.list.queryOptions()),
      ]}
    >
      <SegmentDetail id={id} />
    </DashboardPage>
  );
}
