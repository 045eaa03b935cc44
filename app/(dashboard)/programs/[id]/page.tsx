import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { ProgramDetail } from './program-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('creators'))('programs.title') };
}

export default async function ProgramPage({ params }: PageProps<'/programs/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['creators']}
      reads={({ trpc, client }) => [
        client.query(trpc.programs.get.queryOptions({ id })),
        client.query(trpc.programs.stats.queryOptions({ id, windowDays: 30 })),
      ]}
    >
      <ProgramDetail id={id} />
    </DashboardPage>
  );
}
