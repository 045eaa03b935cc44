import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { ImportStart } from './import-start';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('contacts.import'))('title') };
}

export default function ImportPage() {
  return (
    <Texts of={['contacts', 'csv']}>
      <ImportStart />
    </Texts>
  );
}
