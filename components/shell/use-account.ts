'use client';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTRPC } from '@/app/trpc';

const FRESH_MS = 5 * 60_000;

const never = () => () => undefined;

/** Who is signed in, and to which workspace; undefined until it is known. */
export function useAccount() {
  const trpc = useTRPC();
  const account = useQuery(trpc.accounts.current.queryOptions(undefined, { staleTime: FRESH_MS })).data;
  // A page that comes to life after the frame must first draw what the server drew, which did not know it.
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return hydrated ? account : undefined;
}
