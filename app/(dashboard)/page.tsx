import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import {
  changeOptions,
  codeOptions,
  daysOf,
  DEFAULTS,
  figureOptions,
  FIRST_METRIC,
  seriesOptions,
} from './home/home-reads';
import { Home } from './home/home';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('shell.pages'))('home') };
}

export default async function HomePage({ searchParams }: PageProps<'/'>) {
  const days = daysOf(addressOf(DEFAULTS, await searchParams));
  return (
    <DashboardPage
      texts={['auditLog', 'home']}
      reads={({ trpc, client }) => [
        client.query(figureOptions(trpc, days)),
        client.query(seriesOptions(trpc, FIRST_METRIC, days)),
        client.query(trpc.insights.setup.queryOptions()),
        client.query(trpc.insights.problems.queryOptions()),
        client.query(codeOptions(trpc, days)),
        client.query(changeOptions(trpc)),
      ]}
    >
      <Home />
    </DashboardPage>
  );
}
