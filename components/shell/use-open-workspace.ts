'use client';
import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '@/app/trpc';
import { announceWorkspace } from '@/components/shell/workspace-channel';

/**
 * Leaves this page for the Home of another workspace. The whole page goes, and with it everything that was read of the
 * old one.
 */
export function enterWorkspace(workspaceId: string): void {
  announceWorkspace(workspaceId);
  window.location.assign('/');
}

/** Takes the session into another workspace of the person; what follows is the caller's. */
export function useOpenWorkspace() {
  const trpc = useTRPC();
  return useMutation(trpc.accounts.openWorkspace.mutationOptions({ meta: { touches: [] } }));
}
