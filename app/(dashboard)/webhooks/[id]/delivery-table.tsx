'use client';
import { UnstyledButton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Delivery } from '@/app/(dashboard)/webhooks/endpoint';
import { useEventWords } from '@/app/(dashboard)/webhooks/use-event-words';
import classes from '@/app/(dashboard)/webhooks/webhooks.module.css';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import { Status } from '@/components/ui/status';

const KINDS = { pending: 'waiting', sent: 'on', failed: 'failed' } as const;

/** Waiting for its first attempt or for another one is not the same to those who look. */
export function DeliveryStatus({
  delivery: { status, attempts },
}: {
  delivery: Pick<Delivery, 'status' | 'attempts'>;
}) {
  const t = useTranslations('webhooks.deliveries.statuses');
  return <Status kind={KINDS[status]}>{t(status === 'pending' && attempts > 0 ? 'retrying' : status)}</Status>;
}

export function DeliveryTable({
  deliveries,
  onOpen,
}: {
  deliveries: readonly Delivery[];
  onOpen: (id: string) => void;
}) {
  const t = useTranslations('webhooks.deliveries');
  const format = useFormat();
  const { wordsOf } = useEventWords();
  const columns: Column<Delivery>[] = [
    {
      key: 'event',
      head: t('columns.event'),
      card: 'title',
      width: 15,
      cell: ({ id, type }) => (
        <UnstyledButton className={classes.open} onClick={() => onOpen(id)}>
          {wordsOf(type)}
        </UnstyledButton>
      ),
    },
    {
      key: 'status',
      head: t('columns.status'),
      card: 'state',
      width: 11,
      cell: (delivery) => (
        <span className={classes.state}>
          <DeliveryStatus delivery={delivery} />
          {delivery.status === 'pending' && delivery.attempts > 0 && delivery.nextRetryAt !== null && (
            <small>
              <RelativeTime value={delivery.nextRetryAt} />
            </small>
          )}
        </span>
      ),
    },
    {
      key: 'answer',
      priority: 1,
      head: t('columns.answer'),
      cell: ({ responseCode, attemptLog }) => {
        const last = attemptLog.at(-1);
        if (responseCode !== null) return <span className={classes.code}>{responseCode}</span>;
        return <span className={classes.when}>{last === undefined ? '–' : t('noAnswer')}</span>;
      },
    },
    { key: 'attempts', head: t('columns.attempts'), align: 'end', cell: ({ attempts }) => format.number(attempts) },
    {
      key: 'created',
      width: 10,
      priority: 1,
      head: t('columns.created'),
      cell: ({ createdAt }) => (
        <span className={classes.when}>
          <RelativeTime value={createdAt} />
        </span>
      ),
    },
  ];
  return <DataTable label={t('title')} columns={columns} rows={deliveries} rowKey={({ id }) => id} />;
}
