'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTRPCClient } from '@/app/trpc';
import { problemOf } from '@/components/ui/problem';
import { useSettled } from '@/components/ui/use-settled';
import { definitionOf, type DefinitionDraft } from './draft';

const PAUSE_MS = 400;

/** Finds the contacts that match the complete conditions of a draft; asks the server after a pause in the writing. */
export function usePreview(draft: DefinitionDraft) {
  const client = useTRPCClient();
  const wanted = definitionOf(draft);
  const { value: asked, isCurrent } = useSettled(wanted, PAUSE_MS);
  const query = useQuery({
    queryKey: [['audienceSegments', 'preview'], asked?.definition],
    queryFn: ({ signal }) =>
      client.audienceSegments.preview.mutate({ definition: asked?.definition ?? {} }, { signal }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
  const { code, details } = problemOf(query.error);
  const counts = new Map<string, number>();
  if (asked !== null && !query.isPlaceholderData)
    for (const { path, count } of query.data?.conditions ?? []) counts.set(asked.keys[path] ?? '', count);
  const faulty = code === 'INVALID_DEFINITION' && asked !== null ? asked.keys[String(details?.path)] : undefined;
  return {
    preview: asked === null ? undefined : query.data,
    /** By the condition's key. */
    counts,
    /** The key of the condition that the server refuses. */
    faulty,
    error: asked === null || faulty !== undefined ? null : query.error,
    /** True when the shown answer does not belong to what is written now. */
    stale: wanted !== null && (!isCurrent || query.isFetching),
    retry: () => void query.refetch(),
  };
}
