'use client';
import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { useAddress } from '@/components/ui/use-address';
import {
  funnelOptions,
  LISTS,
  OVERVIEW,
  overviewOf,
  viewOf,
  VIEWS,
  linkOptions,
  LINKS,
  linksOf,
  attributionOptions,
  ATTRIBUTIONS,
  attributionsOf,
  SHOWN,
} from './referral-address';
import { ReviewList } from './review-list';
import type { Column } from '@/components/ui/data-table';
import { TableList } from '@/components/ui/table-list';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedInPages } from '@/components/ui/listed';
import { SearchField } from '@/components/ui/search-field';
import { SortSelect } from '@/components/ui/sort-select';
import { LINK_SORTS } from '@/server/modules/offers/referrals/vocabulary';
import { CallsButton } from './calls-button';
import classes from './referrals.module.css';
import { FilterChips } from '@/components/ui/filter-chips';
import { useAttributionColumns } from './use-attribution-columns';
import { useMemo } from 'react';
import { RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import { Sums } from '@/components/ui/sums';
import { ViewTabs } from '@/components/ui/view-tabs';
import type { LinkSort } from '@/server/modules/offers/referrals/lists-schema';
import { Person } from './person';
import type { Link } from './referral';

function useLinkColumns(): Column<Link, LinkSort>[] {
  const t = useTranslations('referrals.links.columns');
  const { number } = useFormat();
  return useMemo(
    () => [
      {
        key: 'link',
        head: t('link'),
        card: 'title',
        width: 11,
        cell: (link) => <span className={classes.code}>{link.code}</span>,
      },
      {
        key: 'customer',
        head: t('customer'),
        width: 11,
        priority: 1,
        cell: (link) => <Person id={link.customerId} contact={link.customer} />,
      },
      {
        key: 'clicks',
        card: 'hidden',
        head: t('clicks'),
        align: 'end',
        sort: { descending: 'clicks', first: 'descending' },
        cell: (link) => number(link.clicks),
      },
      {
        key: 'signups',
        width: 8,
        head: t('signups'),
        align: 'end',
        sort: { descending: 'signups', first: 'descending' },
        cell: (link) => number(link.signups),
      },
      {
        key: 'rewards',
        card: 'hidden',
        width: 8,
        head: t('rewards'),
        align: 'end',
        sort: { descending: 'rewards', first: 'descending' },
        cell: (link) => number(link.rewards),
      },
      {
        key: 'revenue',
        width: 10,
        priority: 1,
        head: t('revenue'),
        align: 'end',
        sort: { descending: 'revenue', first: 'descending' },
        cell: (link) => <Sums sums={link.revenues} />,
      },
      {
        key: 'created',
        card: 'hidden',
        priority: -1,
        width: 10,
        head: t('created'),
        sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
        cell: (link) => (
          <span className={classes.when}>
            <RelativeTime value={link.createdAt} />
          </span>
        ),
      },
    ],
    [t, number],
  );
}

/** Everybody who signed up through a link, and what came of it. */
function AttributionList() {
  const t = useTranslations('referrals');
  const columns = useAttributionColumns();
  const [address, setAddress] = useAddress(ATTRIBUTIONS);
  const chosen = attributionsOf(address);
  const isFiltered = chosen.q !== '' || chosen.status !== 'all';
  const list = listedInPages(useInfiniteQuery(attributionOptions(useTRPC(), chosen)), (page) => page.items);
  return (
    <>
      {(isFiltered || list.total !== 0) && (
        <ListToolbar
          search={
            <SearchField
              label={t('attributions.search')}
              value={address.q}
              onChange={(next) => setAddress({ q: next })}
            />
          }
          filters={
            <FilterChips
              label={t('attributions.filters.label')}
              options={SHOWN.map((value) => ({
                value,
                label: value === 'all' ? t('attributions.filters.all') : t(`statuses.${value}`),
              }))}
              value={chosen.status}
              onChange={(next) => setAddress({ status: next })}
            />
          }
        />
      )}
      <TableList
        list={list}
        onClear={isFiltered ? () => setAddress(ATTRIBUTIONS) : undefined}
        foot={<CallsButton />}
        none={<p className={classes.noneYet}>{t('attributions.none')}</p>}
        label={t('views.attributions')}
        name="referral-signups"
        columns={columns}
        rowHref={({ id }) => `/referrals/attributions/${id}`}
        isDimmed={(row) => row.status === 'expired' || row.status === 'voided'}

        rowsBefore={8}
      />
    </>
  );
}

/** Every customer's link, and what it brought. */
function LinkList() {
  const t = useTranslations('referrals.links');
  const columns = useLinkColumns();
  const [address, setAddress] = useAddress(LINKS);
  const chosen = linksOf(address);
  const list = listedInPages(useInfiniteQuery(linkOptions(useTRPC(), chosen)), (page) => page.items);
  return (
    <>
      {(chosen.q !== '' || list.total !== 0) && (
        <ListToolbar
          search={<SearchField label={t('search')} value={address.q} onChange={(next) => setAddress({ q: next })} />}
          order={
            <SortSelect
              options={LINK_SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
              value={chosen.sort}
              onChange={(next) => setAddress({ sort: next })}
            />
          }
        />
      )}
      <TableList
        list={list}
        onClear={chosen.q === '' ? undefined : () => setAddress({ q: '' })}
        foot={<CallsButton link={list.rows?.[0]} />}
        none={<p className={classes.noneYet}>{t('none')}</p>}
        label={t('label')}
        name="referral-links"
        columns={columns}
        rowHref={({ id }) => `/referrals/links/${id}`}
        sort={chosen.sort}
        onSort={(next) => setAddress({ sort: next })}

        rowsBefore={8}
      />
    </>
  );
}

/** The links, those who came through them, and what is held back of their rewards. */
export function Lists() {
  const t = useTranslations('referrals.views');
  const [address, setAddress] = useAddress(LISTS);
  const view = viewOf(address);
  const [overview] = useAddress(OVERVIEW);
  const waiting = useQuery(funnelOptions(useTRPC(), overviewOf(overview))).data?.waiting ?? 0;
  return (
    <ViewTabs
      label={t('label')}
      views={VIEWS.map((value) => ({
        value,
        label: value === 'reviews' && waiting > 0 ? t('waiting', { count: waiting }) : t(value),
      }))}
      value={view}
      onChange={(next) => setAddress({ ...LISTS, view: next })}
      panels={{ links: <LinkList />, attributions: <AttributionList />, reviews: <ReviewList /> }}
    />
  );
}
