'use client';
import { UnstyledButton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Outputs } from '@/app/trpc';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import { Money } from '@/components/ui/money';
import { Status } from '@/components/ui/status';
import { None } from '@/components/ui/none';
import classes from './pixels.module.css';

export type Conversion = Outputs['pixels']['conversions']['items'][number];

const KINDS = { waiting: 'waiting', sent: 'on', failed: 'failed', skipped: 'off' } as const;

export function ConversionStatus({ conversion }: { conversion: Conversion }) {
  const t = useTranslations('pixels.conversions.statuses');
  return <Status kind={KINDS[conversion.status]}>{t(conversion.status)}</Status>;
}

/** The vendor's words, or why there are none. */
export function ConversionAnswer({ conversion }: { conversion: Conversion }) {
  const t = useTranslations('pixels.conversions');
  const { skipReason, answerCode, answer } = conversion;
  if (skipReason !== null) return t(`skipped.${skipReason}`);
  return [answerCode, answer].filter((part) => part !== null).join(' · ') || '–';
}

export function ConversionTable({ items, onOpen }: { items: readonly Conversion[]; onOpen: (id: string) => void }) {
  const t = useTranslations('pixels.conversions');
  const format = useFormat();
  const columns: Column<Conversion>[] = [
    {
      key: 'event',
      head: t('columns.event'),
      card: 'title',
      cell: (item) => (
        <UnstyledButton className={classes.open} onClick={() => onOpen(item.id)}>
          {item.isTest ? t('test') : item.eventId}
        </UnstyledButton>
      ),
    },
    { key: 'to', width: 8, priority: 2, head: t('columns.to'), cell: (item) => t(`to.${item.destination}`) },
    {
      key: 'status',
      head: t('columns.status'),
      card: 'state',
      cell: (item) => <ConversionStatus conversion={item} />,
    },
    {
      key: 'value',
      width: 10,
      priority: 1,
      head: t('columns.value'),
      align: 'end',
      cell: (item) =>
        item.value === null || item.currency === null ? (
          <None />
        ) : (
          <Money amount={item.value} currency={item.currency} />
        ),
    },
    {
      key: 'answer',
      width: 15,
      priority: 1,
      head: t('columns.answer'),
      cell: (item) => (
        <span className={classes.answer}>
          <ConversionAnswer conversion={item} />
        </span>
      ),
    },
    {
      key: 'attempts',
      card: 'hidden',
      head: t('columns.attempts'),
      align: 'end',
      cell: (item) => format.number(item.attempts),
    },
    {
      key: 'time',
      width: 10,
      head: t('columns.time'),
      cell: (item) => (
        <span className={classes.time}>
          <RelativeTime value={item.createdAt} />
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={items}
      rowKey={(item) => item.id}
      isDimmed={(item) => item.status === 'skipped'}
    />
  );
}
