import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { chosenBy, DEFAULTS, filterOf, listOptions } from './code-address';
import { CodeList } from './code-list';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('discountCodes'))('title') };
}

export default async function DiscountCodesPage({ searchParams }: PageProps<'/discount-codes'>) {
  const filter = filterOf(chosenBy(addressOf(DEFAULTS, await searchParams)));
  return (
    <DashboardPage
      texts={['discountCodes']}
      reads={({ trpc, client }) => [client.infiniteQuery(listOptions(trpc, filter))]}
    >
      <CodeList />
    </DashboardPage>
  );
}
