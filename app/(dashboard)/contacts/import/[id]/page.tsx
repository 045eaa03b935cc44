import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { refusalOptions } from './import-reads';
import { ImportRun } from './import-run';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('contacts.import'))('title') };
}

export default async function ImportRunPage({ params }: PageProps<'/contacts/import/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['contacts']}
      reads={({ trpc, client }) => [
        client
          .query(trpc.contacts.imports.get.queryOptions({ id }))
          .then(({ refused }) => (refused > 0 ? client.query(refusalOptions(trpc, id)) : undefined)),
      ]}
    >
      <ImportRun id={id} />
    </DashboardPage>
  );
}
