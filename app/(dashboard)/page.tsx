import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { Home } from './home/home';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('shell.pages'))('home') };
}

export default function HomePage() {
  return (
    <DashboardPage texts={['auditLog', 'home']}>
      <Home />
    </DashboardPage>
  );
}
