'use client';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Panel } from '@/components/ui/panel';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { whenOpened } from '@/components/ui/when-opened';
import classes from './settings.module.css';

export type Saved = Outputs['inbox']['savedReplies']['savedReplies'][number];
const SavedDrawer = whenOpened(async () => (await import('./saved-drawer')).SavedDrawer);

/** Answers that are kept for others. */
export function SavedPanel() {
  const t = useTranslations('inbox.setup.saved');
  const trpc = useTRPC();
  const query = useQuery(trpc.inbox.savedReplies.queryOptions());
  const [open, setOpen] = useState<Saved | 'new' | null>(null);
  const onError = useNotifyFailure();
  const remove = useMutation(trpc.inbox.deleteSavedReply.mutationOptions({ onError }));
  const saved = (query.data?.savedReplies ?? []).toSorted((one, other) => one.name.localeCompare(other.name));
  return (
    <Panel
      title={t('title')}
      aside={
        <Button size="xs" variant="default" onClick={() => setOpen('new')}>
          {t('new')}
        </Button>
      }
    >
      {query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {query.isSuccess && saved.length === 0 && <p className={classes.soft}>{t('none')}</p>}
      <ul className={classes.rows}>
        {saved.map((reply) => (
          <li key={reply.id} className={classes.line}>
            <span className={classes.reply}>
              <strong>{reply.name}</strong> <code>/{reply.shortcut}</code>
              <span className={classes.soft}>{reply.text}</span>
            </span>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => setOpen(reply)}
              aria-label={`${t('change')}: ${reply.name}`}
            >
              {t('change')}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`${t('delete')}: ${reply.name}`}
              loading={remove.isPending && remove.variables.id === reply.id}
              onClick={() => remove.mutate({ id: reply.id })}
            >
              {t('delete')}
            </Button>
          </li>
        ))}
      </ul>
      <SavedDrawer opened={open !== null} reply={open === 'new' ? null : open} onClose={() => setOpen(null)} />
    </Panel>
  );
}
