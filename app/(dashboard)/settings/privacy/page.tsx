import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { Privacy } from './privacy';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('settings.privacy'))('title') };
}

export default function PrivacyPage() {
  return (
    <DashboardPage
      texts={['settings']}
      reads={({ trpc, client }) => [client.query(trpc.contacts.privacy.queryOptions())]}
    >
      <Privacy />
    </DashboardPage>
  );
}
