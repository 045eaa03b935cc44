import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { ListDetail } from './list-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('contactLists'))('one') };
}

export default async function ContactListPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Texts of={['contactLists']}>
      <ListDetail id={(await params).id} />
    </Texts>
  );
}
