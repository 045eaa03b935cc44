import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { ADDRESS, reviewOptions, statementOptions, viewOf } from './commission-address';
import { Commissions } from './commissions';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('creators'))('commissions.title') };
}

export default async function CommissionsPage({ searchParams }: PageProps<'/commissions'>) {
  const address = addressOf(ADDRESS, await searchParams);
  return (
    <DashboardPage
      texts={['creators']}
      reads={({ trpc, client }) => [
        viewOf(address) === 'statements'
          ? client.infiniteQuery(statementOptions(trpc))
          : client.infiniteQuery(reviewOptions(trpc, address)),
      ]}
    >
      <Commissions />
    </DashboardPage>
  );
}
