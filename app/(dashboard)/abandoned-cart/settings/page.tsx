import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { codeOptions, offerOptions } from './code-reads';
import { SettingsPage } from './settings-page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('abandonedCart.settings'))('title') };
}

export default function AbandonedCartSettingsPage() {
  return (
    <DashboardPage
      texts={['abandonedCart', 'discountCodes']}
      reads={({ trpc, client }) => [
        client.query(offerOptions(trpc, '')),
        client
          .query(trpc.abandonedCart.getConfig.queryOptions())
          .then(({ discountCodeId: id }) => (id === null ? undefined : client.query(codeOptions(trpc, id)))),
      ]}
    >
      <SettingsPage />
    </DashboardPage>
  );
}
