import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { EditTemplate } from './edit-template';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('templates'))('editTitle') };
}

export default async function EditTemplatePage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Texts of={['templates']}>
      <EditTemplate id={(await params).id} />
    </Texts>
  );
}
