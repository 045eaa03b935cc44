import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { ListDetail } from './list-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('contactLists'))('one') };
}

export default async function ContactListPage({ params }: PageProps<'/contact-lists/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['contactLists']}
      reads={({ trpc, client }) => [client.query(trpc.contactLists.get.queryOptions({ id }))]}
    >
      <ListDetail id={id} />
    </DashboardPage>
  );
}
