import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { Suppressions } from './suppressions';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('abandonedCart.suppressions'))('title') };
}

export default function SuppressionsPage() {
  return (
    <DashboardPage texts={['abandonedCart']}>
      <Suppressions />
    </DashboardPage>
  );
}
