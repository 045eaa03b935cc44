import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { AccountPage } from './account-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('settings.account'))('title') };
}

export default function AccountSettingsPage() {
  return (
    <Texts of={['settings']}>
      <AccountPage />
    </Texts>
  );
}
