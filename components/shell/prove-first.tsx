'use client';
import { Anchor } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import classes from './shell.module.css';

/** Says that the mailbox is not proven yet, what that holds up, and sends the link once more. */
export function ProveFirst({ email }: { email: string }) {
  const t = useTranslations('shell.prove');
  const language = useLocale();
  const trpc = useTRPC();
  const send = useMutation(trpc.accounts.sendProof.mutationOptions({ meta: { touches: [] } }));
  return (
    <div className={classes.onlyLooks} role="status">
      {t(send.isSuccess ? 'sent' : 'words', { email })}{' '}
      {!send.isSuccess && (
        <Anchor component="button" type="button" disabled={send.isPending} onClick={() => send.mutate({ language })}>
          {t('again')}
        </Anchor>
      )}
      {send.isError && <ErrorNotice error={send.error} act="write" />}
    </div>
  );
}
