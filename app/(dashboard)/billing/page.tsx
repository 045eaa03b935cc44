import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { Billing } from './billing';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('billing'))('title') };
}

export default function BillingPage() {
  return (
    <Texts of={['billing']}>
      <Billing />
    </Texts>
  );
}
