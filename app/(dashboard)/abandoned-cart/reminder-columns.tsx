'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { Money } from '@/components/ui/money';
import { None } from '@/components/ui/none';
import type { Reminder } from './reminder';
import { ReminderStatus } from './reminder-status';
import classes from './abandoned-cart.module.css';

export function useReminderColumns(): Column<Reminder>[] {
  const t = useTranslations('abandonedCart.columns');
  return useMemo(
    () => [
      {
        key: 'buyer',
        head: t('buyer'),
        card: 'title',
        width: 15,
        cell: (row) => (
          <span className={classes.name}>
            <span>{row.email}</span>
            <code data-note>{row.customerId}</code>
          </span>
        ),
      },
      {
        key: 'state',
        head: t('state'),
        card: 'state',
        width: 11,
        cell: (row) => <ReminderStatus recoveredAt={row.recoveredAt} />,
      },
      {
        key: 'value',
        width: 10,
        priority: 1,
        head: t('value'),
        align: 'end',
        cell: (row) => <Money amount={row.valueAtSend} currency={row.currencyAtSend} />,
      },
      {
        key: 'sent',
        width: 10,
        head: t('sent'),
        cell: (row) => (
          <span className={classes.when}>
            <RelativeTime value={row.sentAt} />
          </span>
        ),
      },
      {
        key: 'back',
        card: 'hidden',
        width: 10,
        head: t('recovered'),
        cell: (row) => (
          <span className={classes.when}>
            {row.recoveredAt === null ? <None /> : <RelativeTime value={row.recoveredAt} />}
          </span>
        ),
      },
    ],
    [t],
  );
}
