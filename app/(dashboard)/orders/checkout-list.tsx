'use client';
import { IconShoppingCart } from '@tabler/icons-react';
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
import { checkoutHref } from './order';
import { ADDRESS, checkoutOptions, CHECKOUTS_SHOWN, checkoutsOf } from './order-address';
import { ShopFilter } from './shop-filter';
import { useCheckoutColumns } from './use-checkout-columns';

/** What was begun in the shops, and whether it was gone on with. */
export function CheckoutList() {
  const t = useTranslations('orders');
  const columns = useCheckoutColumns();
  const [address, setAddress] = useAddress(ADDRESS);
  const chosen = checkoutsOf(address);
  const isFiltered = chosen.status !== 'all' || chosen.shop !== '';
  const list = listedInPages(useInfiniteQuery(checkoutOptions(useTRPC(), chosen)), (page) => page.data);
  const isEmpty = list.rows?.length === 0 && !isFiltered;
  return (
    <>
      {!isEmpty && (
        <ListToolbar
          filters={
            <>
              <FilterChips
                label={t('filters.status')}
                options={CHECKOUTS_SHOWN.map((value) => ({
                  value,
                  label: value === 'all' ? t('filters.all') : t(`checkoutStatuses.${value}`),
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
            icon={<IconShoppingCart {...ICON} />}
            sentence={t('empty.checkouts')}
            action={<LinkButton href="/integrations">{t('empty.action')}</LinkButton>}
          />
        }
        foot={
          <CurlButton
            title={t('api.title')}
            requests={[{ title: t('api.checkouts'), method: 'GET', path: '/api/v1/integrations/checkouts' }]}
          />
        }
      >
        {(checkouts) => (
          <DataTable
            label={t('views.checkouts')}
            name="checkouts"
            columns={columns}
            rows={checkouts}
            rowKey={({ id }) => id}
            rowHref={({ id }) => checkoutHref(id)}
            isDimmed={({ status }) => status === 'expired'}
          />
        )}
      </ListBody>
    </>
  );
}
