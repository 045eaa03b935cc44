import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { ContactLists } from './contact-lists';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('contactLists'))('title') };
}

export default function ContactListsPage() {
  return (
    <DashboardPage
      texts={['contactLists']}
      reads={({ trpc, client }) => [client.query(trpc.contactLists.list.queryOptions())]}
    >
      <ContactLists />
    </DashboardPage>
  );
}
