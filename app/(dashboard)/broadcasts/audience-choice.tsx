'use client';
import { MultiSelect, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import type { Draft } from './draft';
import { GroupChoice } from './group-choice';

interface Props {
  audience: Draft['audience'];
  onChange: (audience: Draft['audience']) => void;
}

const NOBODY = { listIds: [], segmentIds: [], contactIds: [] };

/** Lists, segments and single people; who is in several of them is reached once. */
export function AudienceChoice({ audience, onChange }: Props) {
  return (
    <Stack gap="lg">
      <GroupChoice groups={audience} onChange={(groups) => onChange({ ...audience, ...groups })} />
      <PeopleSelect chosen={audience.contactIds} onChange={(contactIds) => onChange({ ...audience, contactIds })} />
    </Stack>
  );
}

/** Lists, segments and single people who get nothing, whatever else names them. */
export function LeaveOutChoice({ audience, onChange }: Props) {
  const exclude = { ...NOBODY, ...audience.exclude };
  const change = (patch: Partial<typeof exclude>): void => onChange({ ...audience, exclude: { ...exclude, ...patch } });
  return (
    <Stack gap="lg">
      <GroupChoice groups={exclude} leavesOut onChange={change} />
      <PeopleSelect chosen={exclude.contactIds} leavesOut onChange={(contactIds) => change({ contactIds })} />
    </Stack>
  );
}

/** Names of chosen people are remembered from the search that found them; of a stored draft only a count is known. */
const NAMED = 20;

function PeopleSelect({
  chosen,
  leavesOut = false,
  onChange,
}: {
  chosen: readonly string[];
  leavesOut?: boolean;
  onChange: (ids: string[]) => void;
}) {
  const t = useTranslations('broadcasts.audience');
  const tWords = useTranslations(leavesOut ? 'broadcasts.audience.leaveOut' : 'broadcasts.audience');
  const trpc = useTRPC();
  const [search, setSearch] = useState('');
  const [q] = useDebouncedValue(search.trim(), 250);
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const [isOpened, setOpened] = useState(false);
  const found = useQuery(
    trpc.contacts.list.queryOptions({ q, limit: NAMED }, { enabled: isOpened, placeholderData: keepPreviousData }),
  );
  const data = (found.data?.data ?? []).map(({ id, email, phone, firstName, lastName }) => ({
    value: id,
    label: [[firstName, lastName].filter(Boolean).join(' '), email ?? phone].filter(Boolean).join(' · '),
  }));
  const chosenData = chosen
    .filter((id) => !data.some(({ value }) => value === id))
    .map((id) => ({ value: id, label: names[id] ?? t('onePerson') }));
  return (
    <MultiSelect
      label={tWords('contacts')}
      description={t('contactsHelp')}
      placeholder={chosen.length === 0 ? tWords('contactsPlaceholder') : undefined}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpened(true)}
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
