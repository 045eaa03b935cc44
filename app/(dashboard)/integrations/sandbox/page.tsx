import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { SandboxShop } from './sandbox-shop';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('integrations'))('sandbox.title') };
}

export default function SandboxShopPage() {
  return (
    <DashboardPage
      texts={['integrations']}
      reads={({ trpc, client }) => [client.query(trpc.sandbox.shop.queryOptions({ provider: 'storefront_p1' }))]}
    >
      <SandboxShop />
    </DashboardPage>
  );
}
