'use client';
import { useTranslations } from 'next-intl';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { None } from '@/components/ui/none';
import { IntegrationStatus } from './integration-status';
import classes from './integrations.module.css';
import { takenOf, type Integration } from './integration';

/** Returns the data that a shop brings, in words. */
function useTaken(): (integration: Integration) => string {
  const t = useTranslations('integrations');
  return (integration) => {
    const words = takenOf(integration).map((name) => t(`resources.${name}`));
    return words.length === 0 ? t('takesNothing') : words.join(', ');
  };
}

export function IntegrationTable({ integrations }: { integrations: readonly Integration[] }) {
  const t = useTranslations('integrations');
  const taken = useTaken();
  const columns: Column<Integration>[] = [
    {
      key: 'name',
      head: t('columns.name'),
      card: 'title',
      width: 14,
      cell: ({ displayName, provider }) => (
        <span className={classes.name}>
          <strong>{displayName}</strong>
          <span>{t(`providers.${provider}`)}</span>
        </span>
      ),
    },
    { key: 'takes', head: t('columns.takes'), width: 14, cell: taken },
    {
      key: 'last',
      head: t('columns.last'),
      width: 9,
      priority: 1,
      cell: ({ lastEventAt }) => (lastEventAt === null ? <None /> : <RelativeTime value={lastEventAt} />),
    },
    {
      key: 'synced',
      head: t('columns.synced'),
      width: 9,
      priority: 2,
      cell: ({ lastSyncedAt }) => (lastSyncedAt === null ? <None /> : <RelativeTime value={lastSyncedAt} />),
    },
    {
      key: 'state',
      head: t('columns.state'),
      card: 'corner',
      width: 10,
      cell: (integration) => <IntegrationStatus integration={integration} />,
    },
  ];
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={integrations}
      rowKey={({ id }) => id}
      isDimmed={({ status }) => status === 'revoked'}
      rowHref={({ id }) => `/integrations/${id}`}
    />
  );
}
