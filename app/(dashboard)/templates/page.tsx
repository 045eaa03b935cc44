import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { Templates } from './templates';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('templates'))('title') };
}

export default function TemplatesPage() {
  return (
    <Texts of={['templates']}>
      <Templates />
    </Texts>
  );
}
