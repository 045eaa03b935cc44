import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { ContactLists } from './contact-lists';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('contactLists'))('title') };
}

export default function ContactListsPage() {
  return (
    <Texts of={['contactLists']}>
      <ContactLists />
    </Texts>
  );
}
