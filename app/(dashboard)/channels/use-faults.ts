'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/app/trpc';

const EVERY_MS = 10_000;

/** Why vendors refuse channels, by the channel's id: a test message that has just failed shows here a moment later. */
export function useFaults(): ReadonlyMap<string, string> {
  const { data = [] } = useQuery(useTRPC().channels.faults.queryOptions(undefined, { refetchInterval: EVERY_MS }));
  return new Map(data.map(({ id, reason }) => [id, reason]));
}
