'use client';
import { Anchor, Button, Skeleton, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import classes from '@/app/(auth)/auth.module.css';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { problemOf } from '@/components/ui/problem';

/** Behind the link of the mail: takes the new address at a click, since mail programs open links by themselves. */
export function ConfirmEmail({ token }: { token: string }) {
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
  const titles = { open: 'title', used: 'doneTitle', expired: 'overTitle', unknown: 'overTitle' } as const;
  return (
    <>
      <Title order={1}>{t(titles[state])}</Title>
      <p className={classes.lead}>{t(`states.${state}`, { email: link.data?.email ?? '' })}</p>
      {confirm.isError && state === 'open' && <ErrorNotice error={confirm.error} act="write" />}
      {state === 'open' && (
        <Button fullWidth mt={8} loading={confirm.isPending} onClick={() => confirm.mutate({ token, language })}>
          {t('submit')}
        </Button>
      )}
      <p className={classes.other}>
        <Anchor component={Link} href="/settings/account">
          {t('again')}
        </Anchor>
      </p>
    </>
  );
}
