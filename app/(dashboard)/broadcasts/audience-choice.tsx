'use client';
import { MultiSelect, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { useFormat } from '@/components/ui/format';
import type { Draft } from './draft';

interface Props {
  audience: Draft['audience'];
  onChange: (audience: Draft['audience']) => void;
}

/** Lists, segments and single people; who is in several of them is reached once. */
export function AudienceChoice({ audience, onChange }: Props) {
  const t = useTranslations('broadcasts.audience');
  const format = useFormat();
  const trpc = useTRPC();
  const lists = useQuery(trpc.contactLists.list.queryOptions());
  const segments = useQuery(trpc.audienceSegments.list.queryOptions({ status: 'active' }));
  const listData = (lists.data ?? []).map(({ id, name, memberCount }) => ({
    value: id,
    label: t('withCount', { name, count: format.number(memberCount) }),
  }));
  const segmentData = (segments.data?.segments ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Stack gap="lg">
      <MultiSelect
        label={t('lists')}
        description={t('listsHelp')}
        placeholder={audience.listIds.length === 0 ? t('listsPlaceholder') : undefined}
        searchable
        data={known(listData, audience.listIds, t('goneList'))}
        value={audience.listIds}
        onChange={(listIds) => onChange({ ...audience, listIds })}
        nothingFoundMessage={t('nothing')}
      />
      <MultiSelect
        label={t('segments')}
        description={t('segmentsHelp')}
        placeholder={audience.segmentIds.length === 0 ? t('segmentsPlaceholder') : undefined}
        searchable
        data={known(segmentData, audience.segmentIds, t('goneSegment'))}
        value={audience.segmentIds}
        onChange={(segmentIds) => onChange({ ...audience, segmentIds })}
        nothingFoundMessage={t('nothing')}
      />
      <PeopleSelect chosen={audience.contactIds} onChange={(contactIds) => onChange({ ...audience, contactIds })} />
    </Stack>
  );
}

/** What was chosen and is no longer in the list still has an entry, so that it can be taken out. */
const known = (data: { value: string; label: string }[], chosen: readonly string[], gone: string) => [
  ...data,
  ...chosen.filter((id) => !data.some(({ value }) => value === id)).map((id) => ({ value: id, label: gone })),
];

/** Names of chosen people are remembered from the search that found them; of a stored draft only a count is known. */
const NAMED = 20;

function PeopleSelect({ chosen, onChange }: { chosen: readonly string[]; onChange: (ids: string[]) => void }) {
  const t = useTranslations('broadcasts.audience');
  const trpc = useTRPC();
  const [search, setSearch] = useState('');
  const [q] = useDebouncedValue(search.trim(), 250);
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const found = useQuery(trpc.contacts.list.queryOptions({ q, limit: NAMED }, { placeholderData: keepPreviousData }));
  const data = (found.data?.data ?? []).map(({ id, email, phone, firstName, lastName }) => ({
    value: id,
    label: [[firstName, lastName].filter(Boolean).join(' '), email ?? phone].filter(Boolean).join(' · '),
  }));
  const chosenData = chosen
    .filter((id) => !data.some(({ value }) => value === id))
    .map((id) => ({ value: id, label: names[id] ?? t('onePerson') }));
  return (
    <MultiSelect
      label={t('contacts')}
      description={t('contactsHelp')}
      placeholder={chosen.length === 0 ? t('contactsPlaceholder') : undefined}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      // The server has searched already.
      filter={({ options }) => options}
      data={[...data, ...chosenData]}
      value={[...chosen]}
      onChange={(ids) => {
        setNames({ ...names, ...Object.fromEntries(data.map(({ value, label }) => [value, label])) });
        onChange(ids);
      }}
      nothingFoundMessage={t('nothing')}
    />
  );
}
