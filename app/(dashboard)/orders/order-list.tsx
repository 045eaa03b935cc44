'use client';
import { IconReceipt } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import type { Column } from '@/components/ui/data-table';
import { ICON } from '@/components/ui/icon';
import { listedInPages } from '@/components/ui/listed';
import { useAddress } from '@/components/ui/use-address';
import { orderHref, reachOf, type Order } from './order';
import { ADDRESS, orderOptions, ORDERS_SHOWN, ordersOf } from './order-address';
import { ShopList } from './shop-list';
import { useMemo } from 'react';
import { RelativeTime } from '@/components/ui/date-time';
import { Money } from '@/components/ui/money';
import { None } from '@/components/ui/none';
import { OrderStatus } from './order-status';
import classes from './orders.module.css';

function useOrderColumns(): Column<Order>[] {
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

/** The orders in the shops, last placed first. */
export function OrderList() {
  const t = useTranslations('orders');
  const [address] = useAddress(ADDRESS);
  const chosen = ordersOf(address);
  return (
    <ShopList
      view="orders"
      chosen={chosen}
      statuses={ORDERS_SHOWN.map((value) => ({
        value,
        label: value === 'all' ? t('filters.all') : t(`statuses.${value}`),
      }))}
      list={listedInPages(useInfiniteQuery(orderOptions(useTRPC(), chosen)), (page) => page.data)}
      columns={useOrderColumns()}
      rowHref={({ id }) => orderHref(id)}
      isDimmed={({ status }) => status === 'canceled'}
      icon={<IconReceipt {...ICON} />}
    />
  );
}
