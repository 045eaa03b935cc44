import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { ImportStart } from './import-start';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('contacts.import'))('title') };
}

export default function ImportPage() {
  return (
    <DashboardPage
      texts={['contacts', 'csv']}
      reads={({ trpc, client }) => [client.query(trpc.contacts.imports.list.queryOptions())]}
    >
      <ImportStart />
    </DashboardPage>
  );
}
