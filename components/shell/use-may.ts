'use client';
import { useArrivedAccount } from '@/components/shell/use-account';
import { permits, type Need } from '@/server/platform/access/roles';

/**
 * Returns a check whether the role of the signed-in person lets them do something here. What they may not do is not
 * offered; it is the server that holds them to it (server/platform/access/procedures.ts). Until it is known who they
 * are, everything is offered.
 */
export function useMay(): (need: Need) => boolean {
  const role = useArrivedAccount()?.workspace?.role;
  return (need) => role === undefined || permits(role, need);
}
