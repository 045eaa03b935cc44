import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { Outbox } from './outbox';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('channels'))('sandbox.title') };
}

export default function OutboxPage() {
  return (
    <DashboardPage texts={['channels']}>
      <Outbox />
    </DashboardPage>
  );
}
