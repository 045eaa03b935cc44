import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { StatementDetail } from './statement-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('creators'))('statements.title') };
}

export default async function StatementPage({ params }: PageProps<'/commissions/statements/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['creators']}
      reads={({ trpc, client }) => [client.query(trpc.programs.statementPage.queryOptions({ id }))]}
    >
      <StatementDetail id={id} />
    </DashboardPage>
  );
}
