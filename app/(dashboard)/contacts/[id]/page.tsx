import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { ContactDetail } from './contact-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('contacts'))('one') };
}

export default async function ContactPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Texts of={['contacts']}>
      <ContactDetail id={(await params).id} />
    </Texts>
  );
}
