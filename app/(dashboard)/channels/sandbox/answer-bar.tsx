'use client';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { ANSWERS } from '@/server/sandbox/vocabulary';
import classes from './outbox.module.css';

interface Props {
  chosen: readonly string[];
  /** Only these, where the provider has no other callbacks. */
  answers?: readonly (typeof ANSWERS)[number][];
  onDone?: () => void;
}

/** One button for each thing a vendor can report of a message. */
export function AnswerBar({ chosen, answers = ANSWERS, onDone }: Props) {
  const t = useTranslations('channels.sandbox.answer');
  const trpc = useTRPC();
  const answer = useMutation(
    trpc.sandbox.answer.mutationOptions({
      onSuccess: ({ asked }) => {
        notifications.show({ message: t('sent', { count: asked }), color: 'gray' });
        onDone?.();
      },
    }),
  );
  if (chosen.length === 0) return null;
  return (
    <div className={classes.answers} role="group" aria-label={t('title')}>
      <span>{t('chosen', { count: chosen.length })}</span>
      {answers.map((event) => (
        <Button
          key={event}
          size="xs"
          variant="default"
          loading={answer.isPending && answer.variables.event === event}
          onClick={() => answer.mutate({ messageIds: [...chosen], event })}
        >
          {t(event)}
        </Button>
      ))}
      {answer.isError && <ErrorNotice error={answer.error} act="write" />}
    </div>
  );
}
