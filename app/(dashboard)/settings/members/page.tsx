import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { Members } from './members';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('settings.members'))('title') };
}

export default function MembersSettingsPage() {
  return (
    <DashboardPage
      texts={['settings']}
      reads={({ trpc, client }) => [
        client.query(trpc.accounts.members.queryOptions()),
        client.query(trpc.accounts.invitations.queryOptions()),
        client.query(trpc.admin.linkedPartners.queryOptions()),
      ]}
    >
      <Members />
    </DashboardPage>
  );
}
