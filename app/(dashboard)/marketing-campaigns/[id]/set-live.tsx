'use client';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import classes from './campaign-page.module.css';

/** A draft of which messages have gone out is live in all but name. */
export function SetLive({ id }: { id: string }) {
  const t = useTranslations('marketingCampaigns.setLive');
  const trpc = useTRPC();
  const update = useMutation(trpc.marketingCampaigns.update.mutationOptions({}));
  return (
    <div className={`${classes.note} ${classes.live}`}>
      <span>{t('message')}</span>
      <Button
        size="xs"
        variant="default"
        loading={update.isPending}
        onClick={() => update.mutate({ id, status: 'live' })}
      >
        {t('action')}
      </Button>
      {update.error && <ErrorNotice error={update.error} act="write" />}
    </div>
  );
}
