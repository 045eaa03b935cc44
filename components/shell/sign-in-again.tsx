'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { AT_ONCE, useTRPCClient } from '@/app/trpc';
import { canSignInAgain } from '@/components/shell/session-end';
import type { Misfit } from '@/components/shell/sign-in-again-dialog';
import { useAccount } from '@/components/shell/use-account';
import { announceWorkspace } from '@/components/shell/workspace-channel';
import { whenOpened } from '@/components/ui/when-opened';

const SignInAgainDialog = whenOpened(
  async () => (await import('@/components/shell/sign-in-again-dialog')).SignInAgainDialog,
);

/** After leaving a field, so that the click which left it still finds what it was meant for. */
const LEFT_MS = 400;
const isTyping = (): boolean => document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false;

/**
 * Signs in again in place once the session has ended, so that what is typed stays. Calls that failed for it wait, and
 * are sent again only when the same person is back in the workspace of this page.
 */
export function SignInAgain({ workspaceId }: { workspaceId: string }) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const account = useAccount();
  const [opened, setOpened] = useState(false);
  const [misfit, setMisfit] = useState<Misfit | null>(null);
  const waiting = useRef<((isBack: boolean) => void)[]>([]);
  /** The person closed it: what only reads does not ask again. */
  const isPutOff = useRef(false);

  useEffect(
    () =>
      canSignInAgain((isWrite) => {
        if (isPutOff.current && !isWrite) return Promise.resolve(false);
        const open = () => {
          if (waiting.current.length > 0) setOpened(true);
        };
        const answer = new Promise<boolean>((resolve) => waiting.current.push(resolve));
        // A dialog must not catch the next words of somebody who writes on: it comes once they leave the field, or
        // save.
        if (isWrite || !isTyping()) open();
        else document.addEventListener('focusout', () => setTimeout(open, LEFT_MS), { once: true });
        return answer;
      }),
    [],
  );
  const finish = (isBack: boolean): void => {
    isPutOff.current = !isBack;
    setOpened(false);
    setMisfit(null);
    for (const resolve of waiting.current.splice(0)) resolve(isBack);
  };

  /** Lets the calls go on when it is the same person, in this page's workspace. @throws what the calls throw */
  const verify = async (): Promise<void> => {
    const now = await client.accounts.current.query(undefined, AT_ONCE);
    if (account !== undefined && now.user.id !== account.user.id)
      return setMisfit({ kind: 'person', name: now.user.name });
    if (now.workspace?.id !== workspaceId) {
      if (!now.workspaces.some(({ id }) => id === workspaceId))
        return setMisfit({ kind: 'workspace', name: account?.workspace?.name ?? '' });
      await client.accounts.openWorkspace.mutate({ workspaceId }, AT_ONCE);
      announceWorkspace(workspaceId);
    }
    finish(true);
    void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  };

  // Signed in meanwhile, in another tab.
  const look = useEffectEvent(() => void verify().catch(() => undefined));
  useEffect(() => {
    if (!opened) return;
    const onFocus = () => look();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [opened]);

  return (
    <SignInAgainDialog
      opened={opened}
      account={account}
      misfit={misfit}
      onSignedIn={verify}
      onAgain={() => setMisfit(null)}
      onLater={() => finish(false)}
    />
  );
}
