import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { EditSegment } from './edit-segment';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('audienceSegments.form'))('editTitle') };
}

export default async function EditSegmentPage({ params }: PageProps<'/audience-segments/[id]/edit'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['audienceSegments']}
      reads={({ trpc, client }) => [
        client.query(trpc.audienceSegments.get.queryOptions({ id })),
        client.query(trpc.audienceSegments.fields.queryOptions()),
        client.query(trpc.contactLists.list.queryOptions()),
      ]}
    >
      <EditSegment id={id} />
    </DashboardPage>
  );
}
