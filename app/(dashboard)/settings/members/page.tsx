import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { Members } from './members';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('settings.members'))('title') };
}

export default function MembersSettingsPage() {
  return (
    <Texts of={['settings']}>
      <Members />
    </Texts>
  );
}
