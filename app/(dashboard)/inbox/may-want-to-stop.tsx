'use client';
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useMay } from '@/components/shell/use-may';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { nameOf } from './conversations';
import type { Conversation } from './inbox-address';
import classes from './inbox.module.css';

/** Asks what a message meant that begins with a stop word. Only the person can take an opt-out back, so one is asked once more. */
export function MayWantToStop({ conversation }: { conversation: Conversation }) {
  const t = useTranslations('inbox.mayWantToStop');
  const trpc = useTRPC();
  const may = useMay();
  const [asking, setAsking] = useState(false);
  const unsubscribe = useMutation(trpc.inbox.unsubscribe.mutationOptions({ onSuccess: () => setAsking(false) }));
  const dismiss = useMutation(trpc.inbox.update.mutationOptions({ onError: useNotifyFailure() }));
  const { id } = conversation;
  return (
    <div className={classes.mayStop} role="status">
      <p>{t('notice')}</p>
      {may('write') && (
        <Group gap="xs">
          <Button size="xs" onClick={() => setAsking(true)}>
            {t('unsubscribe')}
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate({ id, mayWantToStop: false })}
          >
            {t('dismiss')}
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('title', { name: nameOf(conversation) })}
        confirm={t('unsubscribe')}
        busy={unsubscribe.isPending}
        error={unsubscribe.error}
        onConfirm={() => unsubscribe.mutate({ id })}
      >
        {t('message')}
      </ConfirmDialog>
    </div>
  );
}
