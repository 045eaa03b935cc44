import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CODES, codesOf, runsOf } from '@/app/(dashboard)/integrations/integration';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { IntegrationDetail } from './integration-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('integrations'))('detail.title') };
}

export default async function IntegrationPage({ params, searchParams }: PageProps<'/integrations/[id]'>) {
  const { id } = await params;
  const query = await searchParams;
  return (
    <DashboardPage
      texts={['integrations']}
      reads={({ trpc, client }) => [
        client.query(trpc.integrations.page.queryOptions({ id })),
        client.query(trpc.integrations.calls.queryOptions({ id })),
        client.query(trpc.integrations.listRuns.queryOptions(runsOf(id))),
        client.query(trpc.integrations.listCodes.queryOptions(codesOf(id, addressOf(CODES, query)))),
        client.query(trpc.integrations.connectSetup.queryOptions()),
      ]}
    >
      <IntegrationDetail id={id} />
    </DashboardPage>
  );
}
