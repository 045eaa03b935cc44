import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Texts } from '@/app/i18n/texts';
import { WorkspaceSettings } from './workspace-settings';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('settings.workspace'))('title') };
}

export default function WorkspaceSettingsPage() {
  return (
    <Texts of={['settings', 'templates']}>
      <WorkspaceSettings />
    </Texts>
  );
}
