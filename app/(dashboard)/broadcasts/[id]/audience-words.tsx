'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Broadcast } from '@/app/(dashboard)/broadcasts/broadcast';
import { useTRPC } from '@/app/trpc';

/** Who a broadcast goes to, by the names of its lists and segments. */
export function AudienceWords({ audience }: { audience: Broadcast['audience'] }) {
  const t = useTranslations('broadcasts.audience');
  const trpc = useTRPC();
  const lists = useQuery(
    trpc.contactLists.list.queryOptions(undefined, { enabled: (audience.listIds ?? []).length > 0 }),
  );
  const segments = useQuery(
    trpc.audienceSegments.list.queryOptions({}, { enabled: (audience.segmentIds ?? []).length > 0 }),
  );
  const names = [
    ...(audience.listIds ?? []).map((id) => lists.data?.find((list) => list.id === id)?.name ?? t('goneList')),
    ...(audience.segmentIds ?? []).map(
      (id) => segments.data?.segments.find((segment) => segment.id === id)?.name ?? t('goneSegment'),
    ),
    ...((audience.contactIds ?? []).length > 0 ? [t('people', { count: (audience.contactIds ?? []).length })] : []),
  ];
  return <>{names.length === 0 ? t('nobody') : names.join(', ')}</>;
}
