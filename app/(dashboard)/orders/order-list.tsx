'use client';
import { IconReceipt } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DataTable } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterChips } from '@/components/ui/filter-chips';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { ListBody } from '@/components/ui/list-body';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedInPages } from '@/components/ui/listed';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { orderHref } from './order';
import { ADDRESS, orderOptions, ORDERS_SHOWN, ordersOf } from './order-address';
import { ShopFilter } from './shop-filter';
import { useOrderColumns } from './use-order-columns';

/** What was bought in the shops, last placed first. */
export function OrderList() {
  const t = useTranslations('orders');
  const columns = useOrderColumns();
  const [address, setAddress] = useAddress(ADDRESS);
  const chosen = ordersOf(address);
  const isFiltered = chosen.status !== 'all' || chosen.shop !== '';
  const list = listedInPages(useInfiniteQuery(orderOptions(useTRPC(), chosen)), (page) => page.data);
  const isEmpty = list.rows?.length === 0 && !isFiltered;
  return (
    <>
      {!isEmpty && (
        <ListToolbar
          filters={
            <>
              <FilterChips
                label={t('filters.status')}
                options={ORDERS_SHOWN.map((value) => ({
                  value,
                  label: value === 'all' ? t('filters.all') : t(`statuses.${value}`),
                }))}
                value={chosen.status}
                onChange={(status) => setAddress({ status })}
              />
              <ShopFilter value={chosen.shop} onChange={(shop) => setAddress({ shop })} />
            </>
          }
        />
      )}
      <ListBody
        list={list}
        skeleton={<TableSkeleton columns={columns.length} rows={8} />}
        onClear={isFiltered ? () => setAddress({ status: 'all', shop: '' }) : undefined}
        none={
          <EmptyState
            icon={<IconReceipt {...ICON} />}
            sentence={t('empty.orders')}
            action={<LinkButton href="/integrations">{t('empty.action')}</LinkButton>}
          />
        }
        foot={
          <CurlButton
            title={t('api.title')}
            requests={[{ title: t('api.orders'), method: 'GET', path: '/api/v1/integrations/orders' }]}
          />
        }
      >
        {(orders) => (
          <DataTable
            label={t('views.orders')}
            name="orders"
            columns={columns}
            rows={orders}
            rowKey={({ id }) => id}
            rowHref={({ id }) => orderHref(id)}
            isDimmed={({ status }) => status === 'canceled'}
          />
        )}
      </ListBody>
    </>
  );
}
