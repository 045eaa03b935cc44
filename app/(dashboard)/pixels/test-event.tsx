'use client';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import type { Pixels } from './pixel-values';
import classes from './pixels.module.css';

/** Sends an event that is no purchase, the way that purchases go; only with a test code. */
export function TestEvent({ pixels }: { pixels: Pixels }) {
  const t = useTranslations('pixels.testEvent');
  const trpc = useTRPC();
  const send = useMutation(
    trpc.pixels.sendTestEvent.mutationOptions({
      onSuccess: () => {
        notifications.show({ message: t('sent'), color: 'gray' });
      },
    }),
  );
  const ready =
    pixels.enabled &&
    pixels.adPixelAId !== null &&
    pixels.adPixelACapiAccessToken !== null &&
    pixels.adPixelATestEventCode !== null;
  return (
    <div className={classes.test}>
      <Button variant="default" disabled={!ready} loading={send.isPending} onClick={() => send.mutate()}>
        {t('action')}
      </Button>
      <p className={classes.help}>{t(ready ? 'help' : 'notReady')}</p>
      {send.isError && <ErrorNotice error={send.error} act="write" />}
    </div>
  );
}
