'use client';
import { Button, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import classes from '@/app/(dashboard)/collaborations/creators.module.css';
import { usePassOn } from '@/app/(dashboard)/collaborations/use-pass-on';
import { useTRPC } from '@/app/trpc';
import { RelativeTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Panel } from '@/components/ui/panel';
import { messagesInput } from './messages-input';

/** The messages that merchant and creator wrote to each other. */
export function Talk({ id }: { id: string }) {
  const t = useTranslations('creators.talk');
  const trpc = useTRPC();
  const [text, setText] = useState('');
  const query = useQuery(trpc.collaborations.messages.queryOptions(messagesInput(id)));
  const passOn = usePassOn();
  const write = useMutation(
    trpc.collaborations.write.mutationOptions({
      onSuccess: (sent) => {
        setText('');
        passOn(sent);
      },
    }),
  );
  const said = [...(query.data?.data ?? [])].reverse();
  return (
    <Panel title={t('title')}>
      {said.length === 0 && <p className={classes.soft}>{t('none')}</p>}
      <ul className={classes.talk}>
        {said.map(({ id: one, author, text: words, createdAt }) => (
          <li key={one}>
            <span data-note>
              {t(`authors.${author}`)} · <RelativeTime value={createdAt} />
            </span>
            {words}
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') write.mutate({ id, text: text.trim() });
        }}
      >
        <Textarea
          label={t('write')}
          autosize
          minRows={2}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {write.error !== null && <ErrorNotice error={write.error} act="write" />}
        <Button mt="sm" type="submit" variant="default" loading={write.isPending} disabled={text.trim() === ''}>
          {t('send')}
        </Button>
      </form>
    </Panel>
  );
}
