import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { addressOf } from '@/components/ui/address';
import { DEFAULTS, filterOf, listOptions } from './filter';
import { AuditLog } from './audit-log';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auditLog'))('title') };
}

export default async function AuditLogPage({ searchParams }: PageProps<'/audit-log'>) {
  // What counts back from now is asked for by the browser, which knows when that is.
  const filter = filterOf({ ...addressOf(DEFAULTS, await searchParams), period: 'any' }, 'UTC', 0);

  return (
    <DashboardPage
      texts={['auditLog']}
      reads={({ trpc, client }) => [
        client.query(trpc.auditLog.actors.queryOptions()),
        client.query(trpc.auditLog.chain.queryOptions()),
        client.infiniteQuery(listOptions(trpc, filter)),
      ]}
    >
      <AuditLog />
    </DashboardPage>
  );
}
