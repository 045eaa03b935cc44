import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { Outbox } from './outbox';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('channels'))('sandbox.title') };
}

export default function OutboxPage() {
  return (
    <Texts of={['channels']}>
      <Outbox />
    </Texts>
  );
}
