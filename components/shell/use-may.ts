'use client';
import { useArrivedAccount } from '@/components/shell/use-account';
import { permits, type Need } from '@/server/resources/accounts/vocabulary';

/**
 * Whether the role of who is signed in lets them do something here. What they may not do is not offered; it is the server that
 * holds them to it (server/rungs.ts). Until it is known who they are, everything is offered.
 */
export function useMay(): (need: Need) => boolean {
  const role = useArrivedAccount()?.workspace?.role;
  return (need) => role === undefined || permits(role, need);
}
