'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { DataTable } from '@/components/ui/data-table';
import { ListBody } from '@/components/ui/list-body';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedInPages } from '@/components/ui/listed';
import { SearchField } from '@/components/ui/search-field';
import { SortSelect } from '@/components/ui/sort-select';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { LINK_SORTS } from '@/server/resources/referrals/vocabulary';
import { CallsButton } from './calls-button';
import { useLinkColumns } from './use-link-columns';
import { linkOptions, LINKS, linksOf } from './referral-address';
import classes from './referrals.module.css';

/** Every customer's link, and what it brought. */
export function LinkList() {
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
      <ListBody
        list={list}
        skeleton={<TableSkeleton columns={columns.length} rows={8} />}
        onClear={chosen.q === '' ? undefined : () => setAddress({ q: '' })}
        foot={<CallsButton link={list.rows?.[0]} />}
        none={<p className={classes.noneYet}>{t('none')}</p>}
      >
        {(links) => (
          <DataTable
            label={t('label')}
            name="referral-links"
            columns={columns}
            rows={links}
            rowKey={({ id }) => id}
            rowHref={({ id }) => `/referrals/links/${id}`}
            sort={chosen.sort}
            onSort={(next) => setAddress({ sort: next })}
          />
        )}
      </ListBody>
    </>
  );
}
