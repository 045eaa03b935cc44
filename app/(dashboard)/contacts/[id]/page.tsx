import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { ContactDetail } from './contact-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('contacts'))('one') };
}

export default async function ContactPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DashboardPage texts={['contacts']}>
      <ContactDetail id={(await params).id} />
    </DashboardPage>
  );
}
