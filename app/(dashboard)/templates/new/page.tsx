import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { NewTemplate } from './new-template';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('templates'))('newTitle') };
}

export default function NewTemplatePage() {
  return (
    <Texts of={['templates']}>
      <NewTemplate />
    </Texts>
  );
}
