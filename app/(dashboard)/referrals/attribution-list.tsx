'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { DataTable } from '@/components/ui/data-table';
import { FilterChips } from '@/components/ui/filter-chips';
import { ListBody } from '@/components/ui/list-body';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedInPages } from '@/components/ui/listed';
import { SearchField } from '@/components/ui/search-field';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { CallsButton } from './calls-button';
import { useAttributionColumns } from './use-attribution-columns';
import { attributionOptions, ATTRIBUTIONS, attributionsOf, SHOWN } from './referral-address';
import classes from './referrals.module.css';

/** Everybody who signed up through a link, and what came of it. */
export function AttributionList() {
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
      <ListBody
        list={list}
        skeleton={<TableSkeleton columns={columns.length} rows={8} />}
        onClear={isFiltered ? () => setAddress(ATTRIBUTIONS) : undefined}
        foot={<CallsButton />}
        none={<p className={classes.noneYet}>{t('attributions.none')}</p>}
      >
        {(attributions) => (
          <DataTable
            label={t('views.attributions')}
            name="referral-signups"
            columns={columns}
            rows={attributions}
            rowKey={({ id }) => id}
            rowHref={({ id }) => `/referrals/attributions/${id}`}
            isDimmed={(row) => row.status === 'expired' || row.status === 'voided'}
          />
        )}
      </ListBody>
    </>
  );
}
