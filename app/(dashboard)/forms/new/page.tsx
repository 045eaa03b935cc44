import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { NewForm } from './new-form';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('forms.form'))('newTitle') };
}

export default function NewFormPage() {
  return (
    <DashboardPage
      texts={['forms']}
      reads={({ trpc, client }) => [client.query(trpc.contactLists.list.queryOptions())]}
    >
      <NewForm />
    </DashboardPage>
  );
}
