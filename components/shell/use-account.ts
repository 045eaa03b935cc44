'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/app/trpc';

const FRESH_MS = 5 * 60_000;

/** Who is signed in, and to which workspace; undefined until it is known, which in the dashboard it is from the first. */
export function useAccount() {
  const trpc = useTRPC();
  return useQuery(trpc.accounts.current.queryOptions(undefined, { staleTime: FRESH_MS })).data;
}
