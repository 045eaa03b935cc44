'use client';
import { useTranslations } from 'next-intl';
import { PageHead } from '@/components/ui/page-head';
import { useAddress } from '@/components/ui/use-address';
import { ViewTabs } from '@/components/ui/view-tabs';
import {
  ADDRESS,
  viewOf,
  VIEWS,
  checkoutOptions,
  CHECKOUTS_SHOWN,
  checkoutsOf,
  orderOptions,
  ORDERS_SHOWN,
  ordersOf,
} from './order-address';
import { IconShoppingCart, IconReceipt } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/app/trpc';
import type { Column } from '@/components/ui/data-table';
import { ICON } from '@/components/ui/icon';
import { listedInPages } from '@/components/ui/listed';
import { checkoutHref, reachOf, type Checkout, orderHref, type Order } from './order';
import { useMemo, type ReactNode } from 'react';
import { RelativeTime } from '@/components/ui/date-time';
import { Money } from '@/components/ui/money';
import { None } from '@/components/ui/none';
import { CheckoutStatus, OrderStatus } from './order-status';
import classes from './orders.module.css';
import { EVERY } from '@/app/(dashboard)/integrations/integration';
import { CurlButton } from '@/components/curl-button';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterChips } from '@/components/ui/filter-chips';
import { FilterSelect } from '@/components/ui/filter-select';
import { LinkButton } from '@/components/ui/link-button';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { TableList, type TableListProps } from '@/components/ui/table-list';

interface Props<Row extends { id: string }, Status extends string> extends Pick<
  TableListProps<Row, never>,
  'list' | 'columns' | 'rowHref' | 'isDimmed'
> {
  view: (typeof VIEWS)[number];
  chosen: { status: Status; shop: string };
  statuses: readonly { value: Status; label: string }[];
  /** The icon of the empty page. */
  icon: ReactNode;
}

/** A list that shops report, by its status and by shop. */
function ShopList<Row extends { id: string }, Status extends string>(props: Props<Row, Status>) {
  const { view, chosen, statuses, icon, ...table } = props;
  const t = useTranslations('orders');
  const [, setAddress] = useAddress(ADDRESS);
  const isFiltered = chosen.status !== 'all' || chosen.shop !== '';
  const isEmpty = table.list.rows?.length === 0 && !isFiltered;
  return (
    <>
      {!isEmpty && (
        <ListToolbar
          filters={
            <>
              <FilterChips
                label={t('filters.status')}
                options={statuses}
                value={chosen.status}
                onChange={(status) => setAddress({ status })}
              />
              <ShopFilter value={chosen.shop} onChange={(shop) => setAddress({ shop })} />
            </>
          }
        />
      )}
      <TableList
        {...table}
        label={t(`views.${view}`)}
        name={view}
        rowsBefore={8}
        onClear={isFiltered ? () => setAddress({ status: 'all', shop: '' }) : undefined}
        none={
          <EmptyState
            icon={icon}
            sentence={t(`empty.${view}`)}
            action={<LinkButton href="/integrations">{t('empty.action')}</LinkButton>}
          />
        }
        foot={
          <CurlButton
            title={t('api.title')}
            requests={[{ title: t(`api.${view}`), method: 'GET', path: `/api/v1/integrations/${view}` }]}
          />
        }
      />
    </>
  );
}

/** The choice of the shop; nothing to choose when there is only one. */
function ShopFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTranslations('orders.filters');
  const { data } = useQuery(useTRPC().integrations.list.queryOptions(EVERY));
  const shops = data?.integrations ?? [];
  if (shops.length < 2 && value === '') return null;
  return (
    <FilterSelect
      label={t('shop')}
      all={t('allShops')}
      options={shops.map(({ id, displayName }) => ({ value: id, label: displayName }))}
      value={value}
      onChange={onChange}
    />
  );
}

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
function OrderList() {
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
function CheckoutList() {
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

/** The records that the shops send: orders, or checkouts. */
export function Orders() {
  const t = useTranslations('orders');
  const [address, setAddress] = useAddress(ADDRESS);
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <ViewTabs
        label={t('views.label')}
        views={VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
        value={viewOf(address)}
        onChange={(view) => setAddress({ view, status: ADDRESS.status })}
        panels={{ orders: <OrderList />, checkouts: <CheckoutList /> }}
      />
    </>
  );
}
