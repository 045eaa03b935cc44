'use client';
import { IconFileImport, IconPlus, IconStack2, IconTicket } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { DataTable } from '@/components/ui/data-table';
import { FilterChips } from '@/components/ui/filter-chips';
import { FilterSelect } from '@/components/ui/filter-select';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedInPages } from '@/components/ui/listed';
import { ResourceList } from '@/components/ui/resource-list';
import { SearchField } from '@/components/ui/search-field';
import { SortSelect } from '@/components/ui/sort-select';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { ORIGINS, SORTS } from '@/server/resources/discount-codes/vocabulary';
import { chosenBy, DEFAULTS, filterOf, listOptions, SHOWS } from './code-address';
import { useCodeColumns } from './code-columns';
import { ListCurl } from './list-curl';

/** A sample to start from: the form of a new code opens with it filled in. */
const SAMPLE = '/discount-codes/new?sample=welcome';

export function CodeList() {
  const t = useTranslations('discountCodes');
  const trpc = useTRPC();
  const columns = useCodeColumns();
  const [address, setAddress] = useAddress(DEFAULTS);
  const chosen = chosenBy(address);
  const filter = filterOf(chosen);
  const list = listedInPages(useInfiniteQuery(listOptions(trpc, filter)), (page) => page.items);
  const isFiltered = chosen.q !== '' || chosen.show !== 'all' || chosen.origin !== 'manual';
  const toolbar = (
    <ListToolbar
      search={<SearchField label={t('search')} value={address.q} onChange={(next) => setAddress({ q: next })} />}
      filters={
        <>
          <FilterChips
            label={t('filters.label')}
            options={SHOWS.map((value) => ({ value, label: t(`filters.${value}`) }))}
            value={chosen.show}
            onChange={(next) => setAddress({ show: next })}
          />
          <FilterSelect
            label={t('origins.label')}
            all={t('origins.all')}
            options={ORIGINS.map((value) => ({ value, label: t(`origins.${value}`) }))}
            value={chosen.origin}
            onChange={(next) => setAddress({ origin: next })}
          />
        </>
      }
      order={
        <SortSelect
          options={SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
          value={chosen.sort}
          onChange={(next) => setAddress({ sort: next })}
        />
      }
    />
  );
  return (
    <ResourceList
      title={t('title')}
      action={
        <LinkButton href="/discount-codes/new" leftSection={<IconPlus {...ICON} />}>
          {t('new')}
        </LinkButton>
      }
      others={[
        { label: t('import'), icon: IconFileImport, href: '/discount-codes/import' },
        { label: t('batches'), icon: IconStack2, href: '/discount-codes/batches' },
      ]}
      empty={{
        icon: <IconTicket {...ICON} />,
        sentence: t('empty.sentence'),
        link: { href: SAMPLE, label: t('empty.link') },
      }}
      toolbar={toolbar}
      list={list}
      skeleton={<TableSkeleton columns={columns.length} rows={8} />}
      onClear={isFiltered ? () => setAddress({ q: '', show: 'all', origin: 'manual' }) : undefined}
      foot={<ListCurl filter={filter} />}
    >
      {(codes) => (
        <DataTable
          label={t('title')}
          name="discount-codes"
          columns={columns}
          rows={codes}
          rowKey={(code) => code.id}
          rowHref={(code) => `/discount-codes/${code.id}`}
          isDimmed={(code) => !code.active}
          sort={chosen.sort}
          onSort={(next) => setAddress({ sort: next })}
        />
      )}
    </ResourceList>
  );
}
