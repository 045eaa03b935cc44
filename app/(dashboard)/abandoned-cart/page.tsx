import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { AbandonedCarts } from './abandoned-carts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('abandonedCart'))('title') };
}

export default function AbandonedCartPage() {
  return (
    <Texts of={['abandonedCart']}>
      <AbandonedCarts />
    </Texts>
  );
}
