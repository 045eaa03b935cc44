import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { ContactList } from './contact-list';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('contacts'))('title') };
}

export default function ContactsPage() {
  return (
    <DashboardPage texts={['contacts', 'csv']}>
      <ContactList />
    </DashboardPage>
  );
}
