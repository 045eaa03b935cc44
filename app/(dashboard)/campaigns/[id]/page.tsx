import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { BriefDetail } from './brief-detail';
import { boardInput } from './board-input';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('creators'))('briefs.title') };
}

export default async function BriefPage({ params }: PageProps<'/campaigns/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['creators']}
      reads={({ trpc, client }) => [
        client.query(trpc.campaigns.get.queryOptions({ id })),
        client.query(trpc.campaigns.collaborations.queryOptions(boardInput(id))),
      ]}
    >
      <BriefDetail id={id} />
    </DashboardPage>
  );
}
