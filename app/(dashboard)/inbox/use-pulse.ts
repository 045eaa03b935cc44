'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTRPC } from '@/app/trpc';

/** So that what comes in is here within three seconds. Tabs in the background wait until they are looked at. */
const EVERY_MS = 2_500;

/** Asks whether there is something new, and reads it anew then. @returns who else is answering */
export function usePulse(conversationId: string): { writing: readonly string[] } {
  const trpc = useTRPC();
  const client = useQueryClient();
  const input = conversationId === '' ? {} : { conversationId };
  const { data } = useQuery(trpc.inbox.pulse.queryOptions(input, { refetchInterval: EVERY_MS }));
  const seen = useRef<{ conversationId: string; version: string } | null>(null);
  const version = data?.version;
  useEffect(() => {
    if (version === undefined) return;
    const before = seen.current;
    seen.current = { conversationId, version };
    // The first one says what is shown already.
    if (before?.conversationId !== conversationId || before.version === version) return;
    for (const key of [trpc.inbox.list.pathKey(), trpc.inbox.messages.pathKey(), trpc.inbox.get.pathKey()])
      void client.invalidateQueries({ queryKey: key });
  }, [version, conversationId, client, trpc]);
  return { writing: data?.writing ?? [] };
}
