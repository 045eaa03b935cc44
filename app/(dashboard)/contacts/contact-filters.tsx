'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { FilterSelect } from '@/components/ui/filter-select';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { SearchField } from '@/components/ui/search-field';
import { SortSelect } from '@/components/ui/sort-select';
import { CONTACT_SORTS } from '@/server/modules/audience/contacts/vocabulary';
import { type Address, SUBSCRIPTIONS, sortOf } from './contact-address';
import { useFamilyName } from './use-family-name';
import { useSourceWords } from './use-source-words';

export function ContactFilters({
  address,
  onChange,
}: {
  address: Address;
  onChange: (patch: Partial<Address>) => void;
}) {
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
