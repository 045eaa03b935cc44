'use client';
import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { useFormat } from '@/components/ui/format';

export interface Groups {
  listIds: string[];
  segmentIds: string[];
}

/** Fields for lists and for segments: of those who get a broadcast, or of those who are left out. */
export function GroupChoice({
  groups: { listIds, segmentIds },
  leavesOut = false,
  onChange,
}: {
  groups: Groups;
  leavesOut?: boolean;
  onChange: (groups: Groups) => void;
}) {
  const t = useTranslations('broadcasts.audience');
  const tWords = useTranslations(leavesOut ? 'broadcasts.audience.leaveOut' : 'broadcasts.audience');
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
    <>
      <MultiSelect
        label={tWords('lists')}
        description={tWords('listsHelp')}
        placeholder={listIds.length === 0 ? tWords('listsPlaceholder') : undefined}
        searchable
        data={known(listData, listIds, t('goneList'))}
        value={listIds}
        onChange={(chosen) => onChange({ listIds: chosen, segmentIds })}
        nothingFoundMessage={t('nothing')}
      />
      <MultiSelect
        label={tWords('segments')}
        description={tWords('segmentsHelp')}
        placeholder={segmentIds.length === 0 ? tWords('segmentsPlaceholder') : undefined}
        searchable
        data={known(segmentData, segmentIds, t('goneSegment'))}
        value={segmentIds}
        onChange={(chosen) => onChange({ listIds, segmentIds: chosen })}
        nothingFoundMessage={t('nothing')}
      />
    </>
  );
}

/** Returns the entries of the list, and one for each chosen id that is no longer in it, so that it can be taken out. */
const known = (data: { value: string; label: string }[], chosen: readonly string[], gone: string) => [
  ...data,
  ...chosen.filter((id) => !data.some(({ value }) => value === id)).map((id) => ({ value: id, label: gone })),
];
