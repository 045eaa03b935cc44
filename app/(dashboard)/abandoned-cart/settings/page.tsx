import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { SettingsPage } from './settings-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('abandonedCart.settings'))('title') };
}

export default function AbandonedCartSettingsPage() {
  return (
    <Texts of={['abandonedCart', 'discountCodes']}>
      <SettingsPage />
    </Texts>
  );
}
