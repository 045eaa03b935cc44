'use client';
import { Button, Group, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useFormat } from '@/components/ui/format';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { MOST_REVIEW_NOTE } from '@/server/modules/offers/referrals/vocabulary';
import type { Attribution } from './referral';
import classes from './held-reward.module.css';

/** Why a reward is held back, until when, and both answers. */
export function HeldReward({ attribution }: { attribution: Attribution }) {
  const t = useTranslations('referralReviews');
  const format = useFormat();
  const { flags = [], heldUntil, needsReview } = attribution;
  return (
    <>
      {flags.length > 0 && (
        <ul className={classes.flags}>
          {flags.map((flag) => (
            <li key={flag}>{t(`flags.${flag}`)}</li>
          ))}
        </ul>
      )}
      <p className={classes.until}>
        {needsReview === true || heldUntil === undefined
          ? t('waits')
          : t('until', { date: format.dateTime(heldUntil) })}
      </p>
      <Decide attribution={attribution} />
    </>
  );
}

function Decide({ attribution: { id, referee, refereeCustomerId } }: { attribution: Attribution }) {
  const t = useTranslations('referralReviews');
  const trpc = useTRPC();
  const onError = useNotifyFailure();
  const [isAsked, setIsAsked] = useState(false);
  const [note, setNote] = useState('');
  const name = referee?.name ?? refereeCustomerId;
  const say = (message: string) => notifications.show({ color: 'gray', message });
  const approve = useMutation(
    trpc.referrals.reviews.approve.mutationOptions({
      onError,
      onSuccess: ({ issued, reason }) =>
        say(issued || reason === undefined ? t('approved', { name }) : t(`reasons.${reason}`)),
    }),
  );
  const decline = useMutation(
    trpc.referrals.reviews.decline.mutationOptions({
      onSuccess: ({ reason }) => {
        say(reason === undefined ? t('declined', { name }) : t(`reasons.${reason}`));
        setIsAsked(false);
      },
    }),
  );
  return (
    <Group gap="xs">
      <Button
        size="xs"
        aria-label={t('approveOf', { name })}
        loading={approve.isPending}
        onClick={() => approve.mutate({ attributionId: id })}
      >
        {t('approve')}
      </Button>
      <Button size="xs" variant="default" aria-label={t('declineOf', { name })} onClick={() => setIsAsked(true)}>
        {t('decline')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setIsAsked(false)}
        title={t('declineTitle', { name })}
        confirm={t('decline')}
        destructive
        call={decline}
        onConfirm={() => decline.mutate({ attributionId: id, ...(note.trim() !== '' && { note: note.trim() }) })}
      >
        <p>{t('declineMessage')}</p>
        <Textarea
          label={t('note')}
          description={t('noteHelp')}
          value={note}
          maxLength={MOST_REVIEW_NOTE}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </Group>
  );
}
