import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { EditForm } from './edit-form';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('forms.form'))('editTitle') };
}

export default async function EditFormPage({ params }: PageProps<'/forms/[id]/edit'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['forms']}
      reads={({ trpc, client }) => [
        client.query(trpc.forms.get.queryOptions({ id })),
        client.query(trpc.contactLists.list.queryOptions()),
      ]}
    >
      <EditForm id={id} />
    </DashboardPage>
  );
}
