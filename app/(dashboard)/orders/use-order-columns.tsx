'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { Money } from '@/components/ui/money';
import { None } from '@/components/ui/none';
import { reachOf, type Order } from './order';
import { OrderStatus } from './order-status';
import classes from './orders.module.css';

export function useOrderColumns(): Column<Order>[] {
  const t = useTranslations('orders.columns');
  return useMemo(
    () => [
      {
        key: 'order',
        head: t('order'),
        card: 'title',
        width: 15,
        cell: (row) => (
          <span className={classes.name}>
            <span>{row.number ?? row.externalRef}</span>
            {reachOf(row) !== null && <span data-note>{reachOf(row)}</span>}
          </span>
        ),
      },
      {
        key: 'status',
        head: t('status'),
        card: 'state',
        width: 12,
        cell: (row) => <OrderStatus status={row.status} />,
      },
      {
        key: 'amount',
        head: t('amount'),
        align: 'end',
        width: 9,
        priority: 2,
        cell: (row) => <Money amount={row.amount} currency={row.currency} />,
      },
      {
        key: 'codes',
        head: t('codes'),
        width: 9,
        cell: (row) =>
          row.discountCodes.length === 0 ? (
            <None />
          ) : (
            <code className={classes.code}>{row.discountCodes.join(', ')}</code>
          ),
      },
      { key: 'placed', head: t('placed'), width: 9, priority: 1, cell: (row) => <RelativeTime value={row.placedAt} /> },
    ],
    [t],
  );
}
