'use client';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Panel } from '@/components/ui/panel';
import classes from './outbox.module.css';

/** Somebody writes to a channel: what a customer would say, signed as the vendor signs. */
export function WriteIn() {
  const t = useTranslations('channels.sandbox.write');
  const trpc = useTRPC();
  const { data } = useQuery(trpc.inbox.channels.queryOptions());
  const [chosen, setChosen] = useState<string | null>(null);
  const [sender, setSender] = useState('+6281234567890');
  const [name, setName] = useState('Ani');
  const [text, setText] = useState('');
  const send = useMutation(trpc.sandbox.write.mutationOptions({ onSuccess: () => setText('') }));
  // A program writes to those itself.
  const channels = (data?.channels ?? []).filter(
    ({ provider, receiving }) => receiving && provider !== 'webhook_generic',
  );
  const channelId = chosen ?? channels[0]?.channelId ?? null;
  if (channels.length === 0 || channelId === null) return null;
  return (
    <Panel title={t('title')} className={classes.writeIn}>
      <form
        className={classes.write}
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate({ channelId, sender: sender.trim(), name: name.trim(), text: text.trim() });
        }}
      >
        <NativeSelect
          label={t('channel')}
          data={channels.map((channel) => ({ value: channel.channelId, label: channel.displayName }))}
          value={channelId}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <TextInput
          label={t('sender')}
          required
          maxLength={64}
          value={sender}
          onChange={(event) => setSender(event.currentTarget.value)}
        />
        <TextInput
          label={t('name')}
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t('text')}
          required
          maxLength={1000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={send.isPending} disabled={text.trim() === ''}>
          {t('send')}
        </Button>
      </form>
      {send.error !== null && <ErrorNotice error={send.error} act="write" />}
    </Panel>
  );
}
