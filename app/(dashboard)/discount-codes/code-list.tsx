'use client';
import { IconFileImport, IconPlus, IconStack2, IconTicket } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import type { Column } from '@/components/ui/data-table';
import { FilterChips } from '@/components/ui/filter-chips';
import { FilterSelect } from '@/components/ui/filter-select';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedInPages } from '@/components/ui/listed';
import { ResourceTable } from '@/components/ui/resource-table';
import { SearchField } from '@/components/ui/search-field';
import { SortSelect } from '@/components/ui/sort-select';
import { useAddress } from '@/components/ui/use-address';
import { ORIGINS, SORTS } from '@/server/modules/offers/discount-codes/vocabulary';
import { chosenBy, DEFAULTS, filterOf, listOptions, SHOWS } from './code-address';
import { CurlButton } from '@/components/curl-button';
import { useMemo } from 'react';
import { RelativeTime } from '@/components/ui/date-time';
import type { Sort } from '@/server/modules/offers/discount-codes/schema';
import type { Code } from './code';
import { CodeStatus } from './code-status';
import { CopyCode } from './copy-code';
import { useCodeWords } from './use-code-words';
import classes from './code-list.module.css';

function useCodeColumns(): Column<Code, Sort>[] {
  const t = useTranslations('discountCodes');
  const words = useCodeWords();
  return useMemo(
    () => [
      {
        key: 'code',
        head: t('columns.code'),
        sort: { ascending: 'code' },
        card: 'title',
        width: 12,
        cell: (code) => (
          <span className={classes.name}>
            <span className={classes.code}>{code.code}</span>
            {code.description && (
              <span data-note className={`${classes.detail} ${classes.note}`} title={code.description}>
                {code.description}
              </span>
            )}
          </span>
        ),
      },
      {
        key: 'gives',
        width: 11,
        priority: 2,
        head: t('columns.gives'),
        cell: (code) => (
          <span className={classes.gives}>
            {/* Beside the code, but not in its link. */}
            <CopyCode code={code.code} quiet />
            <span>{words.gives(code)}</span>
            <span data-note className={classes.detail}>
              {words.terms(code)}
            </span>
          </span>
        ),
      },
      { key: 'status', head: t('columns.status'), card: 'state', width: 8, cell: (code) => <CodeStatus code={code} /> },
      {
        key: 'uses',
        width: 8,
        priority: 1,
        head: t('columns.uses'),
        align: 'end',
        sort: { descending: 'most_redeemed', first: 'descending' },
        cell: ({ redemptionCount: used, maxUsesTotal: limit }) => (
          <span>{limit === null ? t('uses.open', { used }) : t('uses.of', { used, limit })}</span>
        ),
      },
      {
        key: 'window',
        width: 11,
        head: t('columns.window'),
        cell: (code) => <span className={classes.window}>{words.window(code)}</span>,
      },
      {
        key: 'created',
        card: 'hidden',
        priority: -1,
        width: 10,
        head: t('columns.created'),
        sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
        cell: (code) => (
          <span className={classes.created}>
            <RelativeTime value={code.createdAt} />
          </span>
        ),
      },
    ],
    [t, words],
  );
}

interface Props {
  filter: { sort: string; q?: string; active?: boolean; origin?: string };
}

/** The request behind the list as it is shown, to paste into a shell. */
function ListCurl({ filter }: Props) {
  const t = useTranslations('discountCodes.api');
  const query = new URLSearchParams({
    limit: '50',
    sort: filter.sort,
    ...(filter.q !== undefined && { q: filter.q }),
    ...(filter.origin !== undefined && { origin: filter.origin }),
    ...(filter.active !== undefined && { active: String(filter.active) }),
  });
  return (
    <CurlButton
      title={t('listTitle')}
      requests={[
        {
          title: t('listTitle'),
          help: t('listHelp'),
          method: 'GET',
          path: '/api/v1/discount-codes',
          query: query.toString(),
        },
      ]}
    />
  );
}

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
    <ResourceTable
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
      onClear={isFiltered ? () => setAddress({ q: '', show: 'all', origin: 'manual' }) : undefined}
      foot={<ListCurl filter={filter} />}

      name="discount-codes"
      columns={columns}
      rowHref={(code) => `/discount-codes/${code.id}`}
      isDimmed={(code) => !code.active}
      sort={chosen.sort}
      onSort={(next) => setAddress({ sort: next })}

      rowsBefore={8}
    />
  );
}
