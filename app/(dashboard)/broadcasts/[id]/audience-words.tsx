'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Broadcast } from '@/app/(dashboard)/broadcasts/broadcast';
import { useTRPC } from '@/app/trpc';

/** Who a broadcast goes to and who is left out, by the names of lists and segments. */
export function AudienceWords({ audience }: { audience: Broadcast['audience'] }) {
  const t = useTranslations('broadcasts.audience');
  const included = useNames(audience);
  const excluded = useNames(audience.exclude ?? {});
  const who = included.length === 0 ? t('nobody') : included.join(', ');
  return <>{excluded.length === 0 ? who : t('without', { who, excluded: excluded.join(', ') })}</>;
}

function useNames({ listIds = [], segmentIds = [], contactIds = [] }: Broadcast['audience']): string[] {
  const t = useTranslations('broadcasts.audience');
  const trpc = useTRPC();
  const lists = useQuery(trpc.contactLists.list.queryOptions(undefined, { enabled: listIds.length > 0 }));
  const segments = useQuery(trpc.audienceSegments.list.queryOptions({}, { enabled: segmentIds.length > 0 }));
  return [
    ...listIds.map((id) => lists.data?.find((list) => list.id === id)?.name ?? t('goneList')),
    ...segmentIds.map((id) => segments.data?.segments.find((segment) => segment.id === id)?.name ?? t('goneSegment')),
    ...(contactIds.length > 0 ? [t('people', { count: contactIds.length })] : []),
  ];
}
