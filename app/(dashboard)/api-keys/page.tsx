import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ApiKeys } from './api-keys';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('apiKeys'))('title') };
}

export default function ApiKeysPage() {
  return <ApiKeys />;
}
