'use client';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useTRPC } from '@/app/trpc';
import { DataTable } from '@/components/ui/data-table';
import { NoMatches } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FilterChips } from '@/components/ui/filter-chips';
import { FilterSelect } from '@/components/ui/filter-select';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { LoadMore } from '@/components/ui/load-more';
import { SearchField } from '@/components/ui/search-field';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { STATES } from '@/server/resources/feeds/vocabulary';
import type { FeedAddressValues, Rule } from './product';
import { chosenBy, listOptions } from './product-address';
import { useProductColumns } from './product-columns';
import classes from './feed.module.css';

const SHOWS = ['all', ...STATES] as const;

interface Props {
  address: FeedAddressValues;
  setAddress: (patch: Partial<FeedAddressValues>) => void;
  rules: readonly Rule[];
}

/** Every mirrored product, last changed first. */
export function ProductList({ address, setAddress, rules }: Props) {
  const t = useTranslations('feeds');
  const words = useTranslations('ui');
  const trpc = useTRPC();
  const columns = useProductColumns();
  const { q, state, rule } = chosenBy(address, rules);
  const query = useInfiniteQuery(listOptions(trpc, { q, state, rule }));
  const products = query.data?.pages.flatMap((page) => page.items);

  const body = (): ReactNode => {
    if (query.isPending) return <TableSkeleton columns={columns.length} rows={8} />;
    if (!products) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
    if (products.length === 0) {
      const clear = (
        <Button variant="default" onClick={() => setAddress({ q: '', state: 'all', rule: '' })}>
          {words('clearFilters')}
        </Button>
      );
      return <NoMatches sentence={words('noMatches')} action={clear} />;
    }
    return (
      <>
        <DataTable
          label={t('products')}
          name="products"
          columns={columns}
          rows={products}
          rowKey={({ id }) => id}
          rowHref={({ externalRef }) => hrefOf(address, externalRef)}
          isDimmed={({ feedItem }) => feedItem === null}
        />
        <LoadMore
          shown={products.length}
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
        />
      </>
    );
  };
  return (
    <section aria-label={t('products')} className={classes.list}>
      <ListToolbar
        search={<SearchField label={t('search')} value={address.q} onChange={(next) => setAddress({ q: next })} />}
        filters={
          <>
            <FilterChips
              label={t('filters.label')}
              options={SHOWS.map((value) => ({ value, label: t(`filters.${value}`) }))}
              value={state ?? 'all'}
              onChange={(next) => setAddress({ state: next })}
            />
            <FilterSelect
              label={t('filters.rule')}
              all={t('filters.anyRule')}
              options={rules
                .filter(({ products: count, rule: id }) => count > 0 || id === rule)
                .map(({ rule: value, limit }) => ({ value, label: t(`rules.${value}.title`, { limit: limit ?? 0 }) }))}
              value={rule ?? ''}
              onChange={(next) => setAddress({ rule: next })}
            />
          </>
        }
      />
      {body()}
    </section>
  );
}

/** The same list with one product open. */
function hrefOf(address: FeedAddressValues, externalRef: string): string {
  const kept = { ...address, settings: '', product: externalRef };
  return `/feeds?${new URLSearchParams(Object.entries(kept).filter(([name, value]) => value !== '' && !(name === 'state' && value === 'all'))).toString()}`;
}
