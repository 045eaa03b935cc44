import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { Suppressions } from './suppressions';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('abandonedCart.suppressions'))('title') };
}

export default function SuppressionsPage() {
  return (
    <Texts of={['abandonedCart']}>
      <Suppressions />
    </Texts>
  );
}
