import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { AuditLog } from './audit-log';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auditLog'))('title') };
}

export default function AuditLogPage() {
  return (
    <DashboardPage texts={['auditLog']}>
      <AuditLog />
    </DashboardPage>
  );
}
