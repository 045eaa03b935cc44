import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { recipientOptions } from './broadcast-reads';
import { BroadcastDetail } from './broadcast-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('broadcasts'))('detail.title') };
}

export default async function BroadcastPage({ params }: PageProps<'/broadcasts/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['broadcasts', 'abTest', 'templates', 'uploads']}
      reads={({ trpc, client }) => [
        client
          .query(trpc.broadcasts.get.queryOptions({ id }))
          .then(({ startedAt, audience, testEndsAt, testResult }) => {
            const named = [audience, audience.exclude ?? {}];
            return Promise.all([
              ...(startedAt === null
                ? []
                : [
                    client.query(trpc.broadcasts.progress.queryOptions({ id })),
                    client.query(trpc.broadcasts.unsubscribed.queryOptions({ id })),
                    client.query(trpc.broadcasts.reasons.queryOptions({ id })),
                    client.query(trpc.broadcasts.links.queryOptions({ id })),
                    client.infiniteQuery(recipientOptions(trpc, id)),
                  ]),
              testEndsAt !== undefined &&
                testResult === undefined &&
                client.query(trpc.broadcasts.testFigures.queryOptions({ id })),
              named.some(({ listIds = [] }) => listIds.length > 0) &&
                client.query(trpc.contactLists.list.queryOptions()),
              named.some(({ segmentIds = [] }) => segmentIds.length > 0) &&
                client.query(trpc.audienceSegments.list.queryOptions({})),
            ]);
          }),
      ]}
    >
      <BroadcastDetail id={id} />
    </DashboardPage>
  );
}
