import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { countOptions, DEFAULTS, listOptions } from './contact-address';
import { ContactList } from './contact-list';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('contacts'))('title') };
}

export default async function ContactsPage({ searchParams }: PageProps<'/contacts'>) {
  const address = addressOf(DEFAULTS, await searchParams);
  return (
    <DashboardPage
      texts={['contacts', 'csv']}
      reads={({ trpc, client }) => [
        client.infiniteQuery(listOptions(trpc, address)),
        client.query(countOptions(trpc, address)),
        client.query(trpc.contacts.sources.queryOptions()),
        client.query(trpc.contactLists.list.queryOptions()),
      ]}
    >
      <ContactList />
    </DashboardPage>
  );
}
