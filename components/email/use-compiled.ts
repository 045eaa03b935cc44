'use client';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTRPCClient, type Outputs } from '@/app/trpc';
import { finished, type Finished } from '@/components/email/document-faults';
import type { BlockDocument } from '@/server/platform/email/blocks-schema';

const PAUSE_MS = 200;

interface Compiled {
  /** With the places of its blocks in the document that is written. */
  compiled: (Outputs['broadcasts']['templates']['compile'] & Pick<Finished, 'places'>) | undefined;
  error: unknown;
}

/** Returns what the server makes of the document, a moment after the last key. Unfinished blocks are left out. */
export function useCompiled(document: BlockDocument): Compiled {
  const client = useTRPCClient();
  const part = useMemo(() => finished(document), [document]);
  const [settled] = useDebouncedValue(part, PAUSE_MS);
  const { data, error } = useQuery({
    queryKey: ['email-preview', settled],
    queryFn: async ({ signal }) => ({
      ...(await client.broadcasts.templates.compile.mutate({ ...settled.document, marks: true }, { signal })),
      places: settled.places,
    }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
  });
  return { compiled: data, error };
}
