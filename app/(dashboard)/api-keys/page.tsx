import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { ApiKeys } from './api-keys';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('apiKeys'))('title') };
}

export default function ApiKeysPage() {
  return (
    <DashboardPage texts={['apiKeys']} reads={({ trpc, client }) => [client.query(trpc.apiKeys.list.queryOptions())]}>
      <ApiKeys />
    </DashboardPage>
  );
}
