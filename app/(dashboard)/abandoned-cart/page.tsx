import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { AbandonedCarts } from './abandoned-carts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('abandonedCart'))('title') };
}

export default function AbandonedCartPage() {
  return (
    <DashboardPage texts={['abandonedCart']}>
      <AbandonedCarts />
    </DashboardPage>
  );
}
