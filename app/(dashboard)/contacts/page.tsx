import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { ContactList } from './contact-list';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('contacts'))('title') };
}

export default function ContactsPage() {
  return (
    <Texts of={['contacts', 'csv']}>
      <ContactList />
    </Texts>
  );
}
