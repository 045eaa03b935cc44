import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ContactDetail } from './contact-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('contacts'))('one') };
}

export default async function ContactPage({ params }: { params: Promise<{ id: string }> }) {
  return <ContactDetail id={(await params).id} />;
}
