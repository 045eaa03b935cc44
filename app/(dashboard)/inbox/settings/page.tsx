import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { InboxSettings } from './inbox-settings';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('inbox.setup'))('title') };
}

export default function InboxSettingsPage() {
  return (
    <DashboardPage
      texts={['inbox']}
      reads={({ trpc, client }) => [
        client.query(trpc.inbox.channelsShown.queryOptions()),
        client.query(trpc.inbox.savedReplies.queryOptions()),
        client.query(trpc.inbox.settings.queryOptions()),
      ]}
    >
      <InboxSettings />
    </DashboardPage>
  );
}
