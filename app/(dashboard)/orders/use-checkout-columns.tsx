'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { Money } from '@/components/ui/money';
import { None } from '@/components/ui/none';
import { reachOf, type Checkout } from './order';
import { CheckoutStatus } from './order-status';
import classes from './orders.module.css';

export function useCheckoutColumns(): Column<Checkout>[] {
  const t = useTranslations('orders');
  return useMemo(
    () => [
      {
        key: 'buyer',
        head: t('columns.buyer'),
        card: 'title',
        width: 17,
        cell: (row) => <span className={classes.name}>{reachOf(row) ?? t('nobody')}</span>,
      },
      {
        key: 'status',
        head: t('columns.status'),
        card: 'state',
        width: 9,
        cell: (row) => <CheckoutStatus status={row.status} />,
      },
      {
        key: 'value',
        head: t('columns.value'),
        align: 'end',
        width: 9,
        priority: 1,
        cell: (row) => <Money amount={row.value} currency={row.currency} />,
      },
      { key: 'begun', head: t('columns.begun'), width: 9, cell: (row) => <RelativeTime value={row.createdAt} /> },
      {
        key: 'left',
        head: t('columns.left'),
        width: 9,
        cell: (row) => (row.abandonedAt === null ? <None /> : <RelativeTime value={row.abandonedAt} />),
      },
    ],
    [t],
  );
}
