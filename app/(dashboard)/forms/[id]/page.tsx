import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { DAYS, submissionOptions } from '@/app/(dashboard)/forms/form-address';
import { FormDetail } from './form-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('forms'))('one') };
}

export default async function FormPage({ params }: PageProps<'/forms/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['forms']}
      reads={({ trpc, client }) => [
        client.query(trpc.forms.get.queryOptions({ id })),
        client.query(trpc.forms.figures.queryOptions({ id, days: DAYS })),
        client.infiniteQuery(submissionOptions(trpc, id)),
        client.query(trpc.forms.standing.queryOptions()),
        client.query(trpc.contactLists.list.queryOptions()),
      ]}
    >
      <FormDetail id={id} />
    </DashboardPage>
  );
}
