import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { IntegrationDetail } from './integration-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('integrations'))('detail.title') };
}

export default async function IntegrationPage({ params }: PageProps<'/integrations/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['integrations']}
      reads={({ trpc, client }) => [
        client.query(trpc.integrations.page.queryOptions({ id })),
        client.query(trpc.integrations.calls.queryOptions({ id })),
        client.query(trpc.integrations.connectSetup.queryOptions()),
      ]}
    >
      <IntegrationDetail id={id} />
    </DashboardPage>
  );
}
