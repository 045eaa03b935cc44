'use client';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTRPCClient, type Outputs } from '@/app/trpc';
import { finishedPart } from '@/components/email/document-faults';
import type { BlockDocument } from '@/server/email/blocks-schema';

const PAUSE_MS = 200;

interface Compiled {
  compiled: Outputs['broadcasts']['templates']['compile'] | undefined;
  error: unknown;
}

/** What the server makes of the document, a moment after the last key. Unfinished blocks are left out. */
export function useCompiled(document: BlockDocument): Compiled {
  const client = useTRPCClient();
  const finished = useMemo(() => finishedPart(document), [document]);
  const [settled] = useDebouncedValue(finished, PAUSE_MS);
  const { data, error } = useQuery({
    queryKey: ['email-preview', settled],
    queryFn: ({ signal }) => client.broadcasts.templates.compile.mutate(settled, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
  });
  return { compiled: data, error };
}
