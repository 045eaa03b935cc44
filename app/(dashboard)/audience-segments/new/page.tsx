import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { NewSegment } from './new-segment';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('audienceSegments.form'))('newTitle') };
}

export default function NewSegmentPage() {
  return (
    <DashboardPage
      texts={['audienceSegments']}
      reads={({ trpc, client }) => [
        client.query(trpc.audienceSegments.fields.queryOptions()),
        client.query(trpc.contactLists.list.queryOptions()),
      ]}
    >
      <NewSegment />
    </DashboardPage>
  );
}
