import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { Webhooks } from './webhooks';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('webhooks'))('title') };
}

export default function WebhooksPage() {
  return (
    <Texts of={['webhooks']}>
      <Webhooks />
    </Texts>
  );
}
