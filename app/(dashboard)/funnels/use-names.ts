'use client';
/** What lists and segments are called, for what names them by their ids. */
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/app/trpc';
import { useSegmentWords } from '@/app/(dashboard)/audience-segments/use-segment-words';

interface Named {
  id: string;
  name: string;
}

export interface Names {
  lists: readonly Named[];
  segments: readonly Named[];
  /** undefined: it is gone, or not there yet. */
  list: (id: string | undefined) => string | undefined;
  segment: (id: string | undefined) => string | undefined;
}

const nameIn = (all: readonly Named[], id: string | undefined): string | undefined =>
  all.find((each) => each.id === id)?.name;

export function useNames(): Names {
  const trpc = useTRPC();
  const words = useSegmentWords();
  const { data: lists = [] } = useQuery(trpc.contactLists.list.queryOptions());
  const { data: segments } = useQuery(trpc.audienceSegments.list.queryOptions({ status: 'active' }));
  const shown = (segments?.segments ?? []).map((segment) => ({ id: segment.id, name: words(segment).name }));
  return {
    lists,
    segments: shown,
    list: (id) => nameIn(lists, id),
    segment: (id) => nameIn(shown, id),
  };
}
