'use client';
import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { LazyCheckList } from '@/components/checks/lazy-check-list';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import classes from './composer.module.css';

const WAITING = new Set(['queued', 'sending']);

/** One real message to oneself, and what became of it. */
export function TestPanel({ broadcastId, providers }: { broadcastId: string; providers: readonly ProviderId[] }) {
  const t = useTranslations('broadcasts.test');
  const tStatus = useTranslations('channels.test.status');
  const tChecks = useTranslations('checks');
  const trpc = useTRPC();
  const own = useAccount()?.user.email ?? '';
  const [picked, setPicked] = useState<ProviderId | undefined>(undefined);
  const [typed, setTyped] = useState<string | null>(null);
  const provider = picked ?? providers[0];
  const test = useMutation(trpc.broadcasts.sendTest.mutationOptions());
  const message = useQuery(
    trpc.channels.testMessage.queryOptions(
      { messageId: test.data?.messageId ?? '' },
      {
        enabled: test.data !== undefined,
        refetchInterval: ({ state }) => (state.data !== undefined && !WAITING.has(state.data.status) ? false : 1000),
      },
    ),
  );
  if (provider === undefined) return null;
  const entry = providerEntry(provider);
  const isEmail = entry.family === 'email';
  const recipient = entry.perBroadcast ? 'broadcast' : (typed ?? (isEmail ? own : ''));
  return (
    <Panel title={t('title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          test.mutate({ id: broadcastId, provider, recipient, ...(isEmail && { checks: true }) });
        }}
      >
        <Stack gap="sm">
          {isEmail && <p className={classes.none}>{t('help')}</p>}
          {providers.length > 1 && (
            <NativeSelect
              label={t('channel')}
              value={provider}
              data={providers.map((id) => ({ value: id, label: providerEntry(id).label }))}
              onChange={(event) => {
                setPicked(providers.find((id) => id === event.currentTarget.value));
                setTyped(null);
              }}
            />
          )}
          {!entry.perBroadcast && (
            <TextInput
              label={t('recipient')}
              value={recipient}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <Button type="submit" variant="default" loading={test.isPending} disabled={recipient.trim() === ''}>
            {t('submit')}
          </Button>
          <div role="status" className={classes.none}>
            {test.isPending && isEmail && t('checking')}
          </div>
          {test.isError && <ErrorNotice error={test.error} act="write" />}
        </Stack>
      </form>
      {message.data !== undefined && (
        <div className={classes.sent} role="status">
          <Status
            kind={
              WAITING.has(message.data.status)
                ? 'waiting'
                : message.data.status === 'failed' || message.data.status === 'bounced'
                  ? 'failed'
                  : 'on'
            }
          >
            {tStatus(message.data.status, { provider: entry.label })}
          </Status>
          {message.data.lastError !== null && <p className={classes.sent}>{message.data.lastError}</p>}
        </div>
      )}
      {test.data?.checks !== undefined && (
        <section className={classes.checks} aria-label={tChecks('list')}>
          <h3>{tChecks('list')}</h3>
          <LazyCheckList checks={test.data.checks} />
        </section>
      )}
    </Panel>
  );
}
