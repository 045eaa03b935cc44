'use client';
import { Button } from '@mantine/core';
import {
  IconAddressBook,
  IconDownload,
  IconFileImport,
  IconHistory,
  IconPlus,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { DataTable } from '@/components/ui/data-table';
import { ICON } from '@/components/ui/icon';
import { listedInPages } from '@/components/ui/listed';
import { LinkButton } from '@/components/ui/link-button';
import type { PageAction } from '@/components/ui/page-actions';
import { ResourceList } from '@/components/ui/resource-list';
import { SelectionBar } from '@/components/ui/selection-bar';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { usePageDrop } from '@/components/ui/use-page-drop';
import { whenOpened } from '@/components/ui/when-opened';
import {
  countOptions,
  DEFAULTS,
  filterOf,
  listOptions,
  NO_FILTER,
  sortOf,
  type Address,
  SUBSCRIPTIONS,
} from './contact-address';
import { nameOf, type ContactFilter } from './contact';
import { handOver } from './import/pending-file';
import { useContactColumns } from './use-contact-columns';
import classes from './contact-list.module.css';
import { CurlButton } from '@/components/curl-button';
import { FilterSelect } from '@/components/ui/filter-select';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { SearchField } from '@/components/ui/search-field';
import { SortSelect } from '@/components/ui/sort-select';
import { CONTACT_SORTS } from '@/server/modules/audience/contacts/vocabulary';
import { useFamilyName } from './use-family-name';
import { useSourceWords } from './use-source-words';

function ContactFilters({ address, onChange }: { address: Address; onChange: (patch: Partial<Address>) => void }) {
  const t = useTranslations('contacts');
  const family = useFamilyName();
  const trpc = useTRPC();
  const lists = useQuery(trpc.contactLists.list.queryOptions()).data ?? [];
  const sourceWords = useSourceWords();
  const sources = useQuery(trpc.contacts.sources.queryOptions()).data?.sources ?? [];
  const sort = sortOf(address);
  return (
    <ListToolbar
      search={<SearchField label={t('search')} value={address.q} onChange={(q) => onChange({ q })} />}
      filters={
        <>
          <FilterSelect
            label={t('filters.subscription')}
            all={t('filters.anySubscription')}
            options={SUBSCRIPTIONS.map(({ family: name, state, value }) => ({
              value,
              label: t(`filters.${state}`, { family: family(name) }),
            }))}
            value={address.show}
            onChange={(show) => onChange({ show })}
          />
          {lists.length > 0 && (
            <FilterSelect
              label={t('filters.list')}
              all={t('filters.anyList')}
              options={lists.map(({ id, name }) => ({ value: id, label: name }))}
              value={address.list}
              onChange={(list) => onChange({ list })}
            />
          )}
          {sources.length > 0 && (
            <FilterSelect
              label={t('filters.source')}
              all={t('filters.anySource')}
              options={sources.map((name) => ({ value: name, label: sourceWords(name) }))}
              value={address.source}
              onChange={(source) => onChange({ source })}
            />
          )}
        </>
      }
      order={
        <SortSelect
          options={CONTACT_SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
          value={sort}
          onChange={(next) => onChange({ sort: next })}
        />
      }
    />
  );
}

/** The request behind the list as it is shown, and those that bring people in, to paste into a shell. */
function ListCurl({ filter }: { filter: ContactFilter & { sort: string } }) {
  const t = useTranslations('contacts.api');
  const query = new URLSearchParams({ limit: '50', ...filter });
  return (
    <CurlButton
      title={t('listTitle')}
      requests={[
        { title: t('list'), help: t('listHelp'), method: 'GET', path: '/api/v1/contacts', query: query.toString() },
        {
          title: t('create'),
          help: t('createHelp'),
          method: 'POST',
          path: '/api/v1/contacts',
          body: { email: 'sari@example.com', firstName: 'Sari', attributes: { city: 'Bandung' } },
        },
        {
          title: t('import'),
          help: t('importHelp'),
          method: 'POST',
          path: '/api/v1/contacts/import',
          body: { rows: [{ email: 'sari@example.com' }, { phone: '+6281200001234' }], listName: 'Toko' },
        },
      ]}
    />
  );
}

const AddToList = whenOpened(async () => (await import('./add-to-list')).AddToList);

const ContactDrawer = whenOpened(async () => (await import('./contact-drawer')).ContactDrawer);

export function ContactList() {
  const t = useTranslations('contacts');
  const fileWords = useTranslations('csv');
  const trpc = useTRPC();
  const router = useRouter();
  const columns = useContactColumns();
  const [address, setAddress] = useAddress(DEFAULTS);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // Everybody who matches, shown or not; with another filter they are others.
  const [everyOf, setEveryOf] = useState<string>();
  const [adding, setAdding] = useState(false);
  const sort = sortOf(address);
  const filter = filterOf(address);
  const filtered = Object.keys(filter).length > 0;
  const isEvery = everyOf === JSON.stringify(filter);
  const choose = (next: ReadonlySet<string>) => {
    setEveryOf(undefined);
    setChosen(next);
  };

  const listed = listedInPages(useInfiniteQuery(listOptions(trpc, address)), (page) => page.data);
  const count = useQuery(countOptions(trpc, address)).data;
  const over = usePageDrop((file) => {
    handOver(file);
    router.push('/contacts/import');
  });

  const importButton = (
    <LinkButton href="/contacts/import" leftSection={<IconFileImport {...ICON} />}>
      {t('import.action')}
    </LinkButton>
  );
  const others: PageAction[] = [
    {
      label: t('export'),
      icon: IconDownload,
      href: `/api/v1/contacts/export?${new URLSearchParams({ ...filter, sort }).toString()}`,
      saves: true,
    },
    { label: t('new'), icon: IconPlus, onClick: () => setAddress({ new: '1' }) },
    { label: t('duplicates.action'), icon: IconUsersGroup, href: '/contacts/duplicates' },
    { label: t('import.recent.title'), icon: IconHistory, href: '/contacts/import#recent-imports' },
  ];
  return (
    <>
      <ResourceList
        title={t('title')}
        action={importButton}
        others={others}
        empty={{
          icon: <IconAddressBook {...ICON} />,
          sentence: t('empty.sentence'),
          link: { href: '/contacts?new=1', label: t('empty.link') },
        }}
        toolbar={<ContactFilters address={address} onChange={setAddress} />}
        list={{ ...listed, total: count && Math.max(count.total, listed.rows?.length ?? 0), isMore: count?.isMore }}
        skeleton={<TableSkeleton columns={columns.length} rows={10} />}
        onClear={filtered ? () => setAddress(NO_FILTER) : undefined}
        foot={<ListCurl filter={{ ...filter, sort }} />}
      >
        {(contacts) => (
          <>
            <DataTable
              label={t('title')}
              name="contacts"
              columns={columns}
              rows={contacts}
              rowKey={(contact) => contact.id}
              rowHref={(contact) => `/contacts/${contact.id}`}
              sort={sort}
              onSort={(next) => setAddress({ sort: next })}
              selection={{
                chosen: isEvery ? new Set(contacts.map(({ id }) => id)) : chosen,
                onChange: choose,
                all: t('choose.all'),
                one: (contact) => t('choose.one', { name: nameOf(contact) }),
              }}
            />
            <SelectionBar
              count={isEvery ? (count?.total ?? 0) : chosen.size}
              atLeast={isEvery && count?.isMore === true}
              onAll={
                !isEvery && chosen.size < contacts.length
                  ? () => choose(new Set(contacts.map(({ id }) => id)))
                  : undefined
              }
              every={
                !isEvery && listed.pages.hasMore && count
                  ? {
                      words: t(count.isMore ? 'choose.everyMore' : 'choose.every', { total: count.total }),
                      onChoose: () => setEveryOf(JSON.stringify(filter)),
                    }
                  : undefined
              }
              onClear={() => choose(new Set())}
            >
              <Button size="xs" variant="default" onClick={() => setAdding(true)}>
                {t('addToList.action')}
              </Button>
            </SelectionBar>
          </>
        )}
      </ResourceList>
      {over && (
        <div className={classes.drop} role="status">
          <span>
            <IconFileImport size={28} stroke={1.5} aria-hidden />
            {fileWords('release')}
          </span>
        </div>
      )}
      <ContactDrawer opened={address.new === '1'} onClose={() => setAddress({ new: '' })} />
      <AddToList
        opened={adding}
        people={isEvery && count ? { filter, ...count } : { ids: [...chosen] }}
        onClose={() => setAdding(false)}
        onAdded={() => {
          setAdding(false);
          choose(new Set());
        }}
      />
    </>
  );
}
