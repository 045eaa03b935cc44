import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { EVERY } from './integration';
import { Integrations } from './integrations';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('integrations'))('title') };
}

export default function IntegrationsPage() {
  return (
    <DashboardPage
      texts={['integrations']}
      reads={({ trpc, client }) => [
        client.query(trpc.integrations.list.queryOptions(EVERY)),
        client.query(trpc.integrations.privacyRequests.queryOptions()),
      ]}
    >
      <Integrations />
    </DashboardPage>
  );
}
