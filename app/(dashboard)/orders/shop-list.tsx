'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { EVERY } from '@/app/(dashboard)/integrations/integration';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterChips } from '@/components/ui/filter-chips';
import { FilterSelect } from '@/components/ui/filter-select';
import { LinkButton } from '@/components/ui/link-button';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { TableList, type TableListProps } from '@/components/ui/table-list';
import { useAddress } from '@/components/ui/use-address';
import { ADDRESS, type VIEWS } from './order-address';

interface Props<Row extends { id: string }, Status extends string> extends Pick<
  TableListProps<Row, never>,
  'list' | 'columns' | 'rowHref' | 'isDimmed'
> {
  view: (typeof VIEWS)[number];
  chosen: { status: Status; shop: string };
  statuses: readonly { value: Status; label: string }[];
  /** The icon of the empty page. */
  icon: ReactNode;
}

/** A list that shops report, by its status and by shop. */
export function ShopList<Row extends { id: string }, Status extends string>(props: Props<Row, Status>) {
  const { view, chosen, statuses, icon, ...table } = props;
  const t = useTranslations('orders');
  const [, setAddress] = useAddress(ADDRESS);
  const isFiltered = chosen.status !== 'all' || chosen.shop !== '';
  const isEmpty = table.list.rows?.length === 0 && !isFiltered;
  return (
    <>
      {!isEmpty && (
        <ListToolbar
          filters={
            <>
              <FilterChips
                label={t('filters.status')}
                options={statuses}
                value={chosen.status}
                onChange={(status) => setAddress({ status })}
              />
              <ShopFilter value={chosen.shop} onChange={(shop) => setAddress({ shop })} />
            </>
          }
        />
      )}
      <TableList
        {...table}
        label={t(`views.${view}`)}
        name={view}
        rowsBefore={8}
        onClear={isFiltered ? () => setAddress({ status: 'all', shop: '' }) : undefined}
        none={
          <EmptyState
            icon={icon}
            sentence={t(`empty.${view}`)}
            action={<LinkButton href="/integrations">{t('empty.action')}</LinkButton>}
          />
        }
        foot={
          <CurlButton
            title={t('api.title')}
            requests={[{ title: t(`api.${view}`), method: 'GET', path: `/api/v1/integrations/${view}` }]}
          />
        }
      />
    </>
  );
}

/** The choice of the shop; nothing to choose when there is only one. */
function ShopFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTranslations('orders.filters');
  const { data } = useQuery(useTRPC().integrations.list.queryOptions(EVERY));
  const shops = data?.integrations ?? [];
  if (shops.length < 2 && value === '') return null;
  return (
    <FilterSelect
      label={t('shop')}
      all={t('allShops')}
      options={shops.map(({ id, displayName }) => ({ value: id, label: displayName }))}
      value={value}
      onChange={onChange}
    />
  );
}
