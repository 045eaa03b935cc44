'use client';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTRPCClient, type Outputs } from '@/app/trpc';
import { readHead, type DocumentHead } from './document-head';
import { inputOf, type PostValues } from './post';

const PAUSE_MS = 250;

interface Shown {
  shown: Outputs['blog']['preview'] | undefined;
  head: DocumentHead | undefined;
  error: unknown;
}

/** The public page of what is being written, a moment after the last key. */
export function usePreview(values: PostValues, publishedAt: string | null): Shown {
  const client = useTRPCClient();
  const input = useMemo(() => ({ ...inputOf(values), publishedAt }), [values, publishedAt]);
  const [settled] = useDebouncedValue(input, PAUSE_MS);
  const { data, error } = useQuery({
    queryKey: ['blog-preview', settled],
    queryFn: ({ signal }) => client.blog.preview.mutate(settled, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
  });
  const head = useMemo(() => (data === undefined ? undefined : readHead(data.html)), [data]);
  return { shown: data, head, error };
}
