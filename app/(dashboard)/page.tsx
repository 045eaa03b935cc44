import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { changeOptions, figureOptions, FIRST_METRIC, seriesOptions } from './home/home-reads';
import { DashboardPage } from '@/app/dashboard-page';
import { Home } from './home/home';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('shell.pages'))('home') };
}

export default function HomePage() {
  return (
    <DashboardPage
      texts={['auditLog', 'home']}
      reads={({ trpc, client }) => [
        client.query(figureOptions(trpc)),
        client.query(seriesOptions(trpc, FIRST_METRIC)),
        client.query(trpc.insights.setup.queryOptions()),
        client.query(trpc.insights.problems.queryOptions()),
        client.query(trpc.insights.topCodes.queryOptions()),
        client.query(changeOptions(trpc)),
      ]}
    >
      <Home />
    </DashboardPage>
  );
}
