'use client';
import { useTranslations } from 'next-intl';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import { Status } from '@/components/ui/status';
import { None } from '@/components/ui/none';
import { COUNTED } from '@/server/resources/webhooks/vocabulary';
import { ActiveSwitch } from './active-switch';
import { stopOf, type Endpoint } from './endpoint';
import { useEventWords } from './use-event-words';
import classes from './webhooks.module.css';

const KINDS = { pending: 'waiting', sent: 'on', failed: 'failed' } as const;

export function EndpointTable({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const t = useTranslations('webhooks');
  const format = useFormat();
  const { summaryOf } = useEventWords();
  const columns: Column<Endpoint>[] = [
    {
      key: 'url',
      head: t('columns.url'),
      card: 'title',
      width: 16,
      cell: (endpoint) => {
        const stop = stopOf(endpoint);
        return (
          <span className={classes.endpoint}>
            <strong>{endpoint.url}</strong>
            {endpoint.description !== null && <span data-note>{endpoint.description}</span>}
            {stop !== null && <Status kind="failed">{t(`status.${stop}`)}</Status>}
          </span>
        );
      },
    },
    { key: 'events', card: 'hidden', width: 10, head: t('columns.events'), cell: ({ events }) => summaryOf(events) },
    {
      key: 'last',
      width: 10,
      priority: 1,
      head: t('columns.last'),
      cell: ({ health: { lastDelivery } }) =>
        lastDelivery === null ? (
          <None />
        ) : (
          <span className={classes.last}>
            <Status kind={KINDS[lastDelivery.status]}>
              {t(`deliveries.statuses.${lastDelivery.status === 'pending' ? 'retrying' : lastDelivery.status}`)}
            </Status>
            <span className={classes.soft}>
              <RelativeTime value={lastDelivery.attemptedAt} />
            </span>
          </span>
        ),
    },
    {
      key: 'week',
      width: 13,
      head: t('columns.week'),
      cell: ({ health: { sent, failed, hasMore } }) => {
        if (sent + failed === 0) return <None />;
        const words =
          failed === 0
            ? t('week.good', { sent: format.number(sent) })
            : t('week.failing', { sent: format.number(sent), failed: format.number(failed) });
        return (
          <span className={classes.soft}>
            {hasMore ? t('week.newest', { words, count: format.number(COUNTED) }) : words}
          </span>
        );
      },
    },
    {
      key: 'active',
      head: t('columns.active'),
      card: 'corner',
      align: 'end',
      width: 6,
      cell: (endpoint) => (
        <span className={classes.switch}>
          <ActiveSwitch endpoint={endpoint} />
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={endpoints}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/webhooks/${id}`}
      isDimmed={({ active }) => !active}
    />
  );
}
