import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { ListDetail } from './list-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('contactLists'))('one') };
}

export default async function ContactListPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <DashboardPage texts={['contactLists']}>
      <ListDetail id={(await params).id} />
    </DashboardPage>
  );
}
