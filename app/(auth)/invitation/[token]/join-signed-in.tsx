'use client';
import { Anchor, Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { signOut } from 'next-auth/react';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import classes from '@/app/(auth)/auth.module.css';
import { enterWorkspace } from '@/components/shell/use-open-workspace';
import { ErrorNotice } from '@/components/ui/error-notice';
import { problemOf } from '@/components/ui/problem';
import type { InvitationLink } from './invitation';
import { ProveFirst } from '@/components/shell/prove-first';

const isUnproven = (error: unknown): boolean => problemOf(error).details?.reason === 'EMAIL_UNPROVEN';

/** One click; the session goes into the workspace. */
export function JoinSignedIn({
  link,
  email,
  workspace,
  onOver,
}: {
  link: InvitationLink;
  email: string;
  workspace: string;
  onOver: () => void;
}) {
  const t = useTranslations('auth.invitation');
  const trpc = useTRPC();
  const accept = useMutation(
    trpc.accounts.acceptInvitation.mutationOptions({
      meta: { touches: [] },
      onSuccess: ({ accountId }) => enterWorkspace(accountId),
      onError: (error) => {
        if (problemOf(error).code === 'BAD_STATE' && !isUnproven(error)) onOver();
      },
    }),
  );
  const quit = () => void signOut({ redirect: false }).finally(() => window.location.reload());
  return (
    <Stack>
      {accept.error !== null && isUnproven(accept.error) && <ProveFirst email={email} />}
      {accept.error !== null && !isUnproven(accept.error) && <ErrorNotice error={accept.error} act="write" />}
      <Button fullWidth loading={accept.isPending || accept.isSuccess} onClick={() => accept.mutate(link)}>
        {t('join', { workspace })}
      </Button>
      <p className={classes.other}>
        {t('as', { email })}{' '}
        <Anchor component="button" type="button" onClick={quit}>
          {t('notYou')}
        </Anchor>
      </p>
    </Stack>
  );
}
