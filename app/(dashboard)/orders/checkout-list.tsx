'use client';
import { IconShoppingCart } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import type { Column } from '@/components/ui/data-table';
import { ICON } from '@/components/ui/icon';
import { listedInPages } from '@/components/ui/listed';
import { useAddress } from '@/components/ui/use-address';
import { checkoutHref, reachOf, type Checkout } from './order';
import { ADDRESS, checkoutOptions, CHECKOUTS_SHOWN, checkoutsOf } from './order-address';
import { ShopList } from './shop-list';
import { useMemo } from 'react';
import { RelativeTime } from '@/components/ui/date-time';
import { Money } from '@/components/ui/money';
import { None } from '@/components/ui/none';
import { CheckoutStatus } from './order-status';
import classes from './orders.module.css';

function useCheckoutColumns(): Column<Checkout>[] {
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

/** The checkouts that were begun in the shops, and whether they were continued. */
export function CheckoutList() {
  const t = useTranslations('orders');
  const [address] = useAddress(ADDRESS);
  const chosen = checkoutsOf(address);
  return (
    <ShopList
      view="checkouts"
      chosen={chosen}
      statuses={CHECKOUTS_SHOWN.map((value) => ({
        value,
        label: value === 'all' ? t('filters.all') : t(`checkoutStatuses.${value}`),
      }))}
      list={listedInPages(useInfiniteQuery(checkoutOptions(useTRPC(), chosen)), (page) => page.data)}
      columns={useCheckoutColumns()}
      rowHref={({ id }) => checkoutHref(id)}
      isDimmed={({ status }) => status === 'expired'}
      icon={<IconShoppingCart {...ICON} />}
    />
  );
}
