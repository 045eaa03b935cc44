'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { listedInPages } from '@/components/ui/listed';
import { ListBody } from '@/components/ui/list-body';
import { DataTable } from '@/components/ui/data-table';
import { FilterChips } from '@/components/ui/filter-chips';
import { FilterSelect } from '@/components/ui/filter-select';
import { ListToolbar } from '@/components/ui/list-toolbar';
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
  const columns = useProductColumns();
  const { q, state, rule } = chosenBy(address, rules);
  const list = listedInPages(useInfiniteQuery(listOptions(useTRPC(), { q, state, rule })), (page) => page.items);

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
      <ListBody
        list={list}
        skeleton={<TableSkeleton columns={columns.length} rows={8} />}
        // The findings stand above: where there is no product at all, there is no list.
        onClear={() => setAddress({ q: '', state: 'all', rule: '' })}
      >
        {(products) => (
          <DataTable
            label={t('products')}
            name="products"
            columns={columns}
            rows={products}
            rowKey={({ id }) => id}
            rowHref={({ externalRef }) => hrefOf(address, externalRef)}
            isDimmed={({ feedItem }) => feedItem === null}
          />
        )}
      </ListBody>
    </section>
  );
}

/** The same list with one product open. */
function hrefOf(address: FeedAddressValues, externalRef: string): string {
  const kept = { ...address, settings: '', product: externalRef };
  return `/feeds?${new URLSearchParams(Object.entries(kept).filter(([name, value]) => value !== '' && !(name === 'state' && value === 'all'))).toString()}`;
}
