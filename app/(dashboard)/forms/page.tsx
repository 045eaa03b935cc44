import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { listOptions } from './form-address';
import { Forms } from './forms';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('forms'))('title') };
}

export default function FormsPage() {
  return (
    <DashboardPage texts={['forms']} reads={({ trpc, client }) => [client.infiniteQuery(listOptions(trpc))]}>
      <Forms />
    </DashboardPage>
  );
}
