'use client';
import { Anchor, Button, Skeleton, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { signOut } from 'next-auth/react';
import classes from '@/app/(auth)/auth.module.css';
import { useTRPC } from '@/app/trpc';
import { signInPath } from '@/components/shell/sign-in-path';
import { ErrorNotice } from '@/components/ui/error-notice';
import { problemOf } from '@/components/ui/problem';

/**
 * Behind the link of the mail: confirms the address at a click, since mail programs open links by themselves. Only who
 * is signed in as its person may: who reads the mailbox need not have made the account.
 */
export function ConfirmEmail({ token, signedInAs }: { token: string; signedInAs: string | null }) {
  const t = useTranslations('auth.email');
  const language = useLocale();
  const trpc = useTRPC();
  const link = useQuery(trpc.accounts.emailLink.queryOptions({ token }, { retry: false, refetchOnWindowFocus: false }));
  const confirm = useMutation(trpc.accounts.confirmEmail.mutationOptions({ onSettled: () => link.refetch() }));
  const isUnknown = problemOf(link.error).code === 'NOT_FOUND';
  if (link.isPending) return <Skeleton height={160} />;
  if (link.isError && !isUnknown)
    return <ErrorNotice error={link.error} act="read" onRetry={() => void link.refetch()} />;
  const state = isUnknown ? 'unknown' : (link.data?.state ?? 'unknown');
  const here = `/confirm-email/${token}`;
  const isOthers = problemOf(confirm.error).code === 'FORBIDDEN';
  const quit = () => void signOut({ redirect: false }).finally(() => window.location.assign(signInPath(here)));
  const titles = { open: 'title', used: 'doneTitle', expired: 'overTitle', unknown: 'overTitle' } as const;
  return (
    <>
      <Title order={1}>{t(titles[state])}</Title>
      <p className={classes.lead}>{t(`states.${state}`, { email: link.data?.email ?? '' })}</p>
      {confirm.isError && state === 'open' && !isOthers && <ErrorNotice error={confirm.error} act="write" />}
      {isOthers && (
        <p className={classes.notice} role="alert">
          {t('others')}
        </p>
      )}
      {state === 'open' && signedInAs === null && (
        <>
          <p className={classes.notice}>{t('signInFirst')}</p>
          <Button fullWidth mt={8} component={Link} href={signInPath(here)}>
            {t('signIn')}
          </Button>
          <p className={classes.other}>
            {t('wasNotMe')}{' '}
            <Anchor component={Link} href="/forgot-password">
              {t('ownPassword')}
            </Anchor>
          </p>
        </>
      )}
      {state === 'open' && signedInAs !== null && (
        <>
          <Button fullWidth mt={8} loading={confirm.isPending} onClick={() => confirm.mutate({ token, language })}>
            {t('submit')}
          </Button>
          <p className={classes.other}>
            {t('as', { email: signedInAs })}{' '}
            <Anchor component="button" type="button" onClick={quit}>
              {t('notYou')}
            </Anchor>
          </p>
        </>
      )}
      {signedInAs !== null && (
        <p className={classes.other}>
          <Anchor component={Link} href="/settings/account">
            {t('again')}
          </Anchor>
        </p>
      )}
    </>
  );
}
