import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { EditTemplate } from './edit-template';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('templates'))('editTitle') };
}

export default async function EditTemplatePage({ params }: PageProps<'/templates/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['templates', 'uploads']}
      reads={({ trpc, client }) => [client.query(trpc.broadcasts.templates.get.queryOptions({ id }))]}
    >
      <EditTemplate id={id} />
    </DashboardPage>
  );
}
