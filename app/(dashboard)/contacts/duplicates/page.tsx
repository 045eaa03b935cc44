import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { duplicateOptions } from './duplicate-reads';
import { Duplicates } from './duplicates';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('contacts.duplicates'))('title') };
}

export default function DuplicatesPage() {
  return (
    <DashboardPage
      texts={['contacts']}
      reads={({ trpc, client }) => [
        client.infiniteQuery(duplicateOptions(trpc)),
        client.query(trpc.contacts.merges.queryOptions()),
      ]}
    >
      <Duplicates />
    </DashboardPage>
  );
}
