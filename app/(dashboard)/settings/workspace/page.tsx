import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { WorkspaceSettings } from './workspace-settings';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('settings.workspace'))('title') };
}

export default function WorkspaceSettingsPage() {
  return (
    <DashboardPage
      texts={['settings', 'uploads']}
      reads={({ trpc, client }) => [client.query(trpc.accounts.workspace.queryOptions())]}
    >
      <WorkspaceSettings />
    </DashboardPage>
  );
}
