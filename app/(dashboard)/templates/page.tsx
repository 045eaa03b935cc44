import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { DEFAULTS, listOptions, searchOf } from './template-address';
import { Templates } from './templates';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('templates'))('title') };
}

export default async function TemplatesPage({ searchParams }: PageProps<'/templates'>) {
  const q = searchOf(addressOf(DEFAULTS, await searchParams));
  return (
    <DashboardPage texts={['templates']} reads={({ trpc, client }) => [client.infiniteQuery(listOptions(trpc, q))]}>
      <Templates />
    </DashboardPage>
  );
}
