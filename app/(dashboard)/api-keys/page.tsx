import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { ApiKeys } from './api-keys';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('apiKeys'))('title') };
}

export default function ApiKeysPage() {
  return (
    <Texts of={['apiKeys']}>
      <ApiKeys />
    </Texts>
  );
}
