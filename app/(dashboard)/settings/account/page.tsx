import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { AccountPage } from './account-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('settings.account'))('title') };
}

export default function AccountSettingsPage() {
  return (
    <DashboardPage
      texts={['settings']}
      reads={({ trpc, client }) => [
        client.query(trpc.accounts.sessions.queryOptions()),
        client.query(trpc.accounts.secondFactor.queryOptions()),
        client.query(trpc.accounts.passkeys.queryOptions()),
      ]}
    >
      <AccountPage />
    </DashboardPage>
  );
}
