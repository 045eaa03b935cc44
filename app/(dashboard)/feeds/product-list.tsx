'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { listedInPages } from '@/components/ui/listed';
import { TableList } from '@/components/ui/table-list';
import { FilterChips } from '@/components/ui/filter-chips';
import { FilterSelect } from '@/components/ui/filter-select';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { SearchField } from '@/components/ui/search-field';
import { STATES } from '@/server/modules/shops/feeds/vocabulary';
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
      <TableList
        list={list}
        // The findings stand above: where there is no product at all, there is no list.
        onClear={() => setAddress({ q: '', state: 'all', rule: '' })}
        label={t('products')}
        name="products"
        columns={columns}
        rowHref={({ externalRef }) => hrefOf(address, externalRef)}
        isDimmed={({ feedItem }) => feedItem === null}

        rowsBefore={8}
      />
    </section>
  );
}

/** The same list with one product open. */
function hrefOf(address: FeedAddressValues, externalRef: string): string {
  const kept = { ...address, settings: '', product: externalRef };
  return `/feeds?${new URLSearchParams(Object.entries(kept).filter(([name, value]) => value !== '' && !(name === 'state' && value === 'all'))).toString()}`;
}
