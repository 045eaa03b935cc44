'use client';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';

const FRESH_MS = 5 * 60_000;

const never = () => () => undefined;

/** The same as it came with the frame: what is drawn with it on the server is drawn alike in the browser. */
export function useArrivedAccount(): Outputs['accounts']['current'] | undefined {
  const trpc = useTRPC();
  return useQuery(trpc.accounts.current.queryOptions(undefined, { staleTime: FRESH_MS })).data;
}

/**
 * Returns the signed-in person and their workspace; undefined until the page came to life. Drafts are kept in the
 * browser, so that forms whose owner is known can begin with them only there.
 */
export function useAccount(): Outputs['accounts']['current'] | undefined {
  const account = useArrivedAccount();
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isAlive ? account : undefined;
}
