'use client';
import { Button } from '@mantine/core';
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC, type Outputs } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { NameCell } from '@/components/ui/name-cell';
import type { Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedWhole } from '@/components/ui/listed';
import { ResourceTable } from '@/components/ui/resource-table';
import { SearchField } from '@/components/ui/search-field';
import { SortSelect } from '@/components/ui/sort-select';
import { useAddress } from '@/components/ui/use-address';
import { whenOpened } from '@/components/ui/when-opened';
import classes from './contact-lists.module.css';

const ListDrawer = whenOpened(async () => (await import('./list-drawer')).ListDrawer);

export type List = Outputs['contactLists']['list'][number];

/** `new` opens the form, so that other pages can link to it. */
const ADDRESS = { q: '', sort: 'newest', new: '' };
const SORTS = ['newest', 'oldest', 'name', 'name_desc', 'largest', 'smallest'] as const;
type Sort = (typeof SORTS)[number];

type Order = (a: List, b: List) => number;

const ordersBy = (compare: (a: string, b: string) => number): Record<Sort, Order> => ({
  newest: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
  oldest: (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt),
  name: (a, b) => compare(a.name, b.name),
  name_desc: (a, b) => compare(b.name, a.name),
  largest: (a, b) => b.memberCount - a.memberCount,
  smallest: (a, b) => a.memberCount - b.memberCount,
});

/** Every list. They come whole, so search and order look through them here. */
export function ContactLists() {
  const t = useTranslations('contactLists');
  const format = useFormat();
  const trpc = useTRPC();
  const [address, setAddress] = useAddress(ADDRESS);
  const sort: Sort = SORTS.find((known) => known === address.sort) ?? 'newest';
  const query = useQuery(trpc.contactLists.list.queryOptions());
  const wanted = address.q.trim().toLowerCase();
  const shown = query.data
    ?.filter(
      ({ name, description }) =>
        name.toLowerCase().includes(wanted) || (description ?? '').toLowerCase().includes(wanted),
    )
    .sort(ordersBy(format.compare)[sort]);
  const columns: Column<List, Sort>[] = [
    {
      key: 'name',
      head: t('columns.name'),
      card: 'title',
      sort: { ascending: 'name', descending: 'name_desc' },
      cell: ({ name, description }) => <NameCell name={name} note={description} />,
    },
    {
      key: 'members',
      width: 8,
      head: t('columns.members'),
      align: 'end',
      sort: { ascending: 'smallest', descending: 'largest', first: 'descending' },
      cell: ({ memberCount }) => format.number(memberCount),
    },
    {
      key: 'created',
      width: 10,
      head: t('columns.created'),
      sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
      cell: ({ createdAt }) => (
        <span className={classes.soft}>
          <RelativeTime value={createdAt} />
        </span>
      ),
    },
  ];
  return (
    <>
      <ResourceTable
        title={t('title')}
        action={
          <Button leftSection={<IconPlus {...ICON} />} onClick={() => setAddress({ new: '1' })}>
            {t('new')}
          </Button>
        }
        empty={{
          icon: <IconListDetails {...ICON} />,
          sentence: t('empty.sentence'),
          link: { href: '/contacts/import', label: t('empty.link') },
        }}
        toolbar={
          <ListToolbar
            search={<SearchField label={t('search')} value={address.q} onChange={(q) => setAddress({ q })} />}
            order={
              <SortSelect
                options={SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
                value={sort}
                onChange={(next) => setAddress({ sort: next })}
              />
            }
          />
        }
        list={listedWhole(query, query.data, shown)}
        onClear={wanted === '' ? undefined : () => setAddress({ q: '' })}
        foot={
          <CurlButton
            title={t('api.title')}
            requests={[
              { title: t('api.list'), method: 'GET', path: '/api/v1/contact-lists' },
              {
                title: t('api.create'),
                method: 'POST',
                path: '/api/v1/contact-lists',
                body: { name: 'VIP', description: null },
              },
            ]}
          />
        }

        columns={columns}
        rowHref={({ id }) => `/contact-lists/${id}`}
        sort={sort}
        onSort={(next) => setAddress({ sort: next })}
      />
      <ListDrawer opened={address.new === '1'} onClose={() => setAddress({ new: '' })} />
    </>
  );
}
