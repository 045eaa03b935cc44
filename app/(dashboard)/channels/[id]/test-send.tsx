'use client';
import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Channel } from '@/app/(dashboard)/channels/channels';
import { useTRPC } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { testInput } from '@/server/modules/messaging/channels/schema';
import classes from './channel-detail.module.css';

const WAITING = new Set(['queued', 'sending']);
const POLL_MS = 1000;

/** Sends one real message through the channel and says what became of it. */
export function TestSend({ channel }: { channel: Channel }) {
  const t = useTranslations('channels.test');
  const trpc = useTRPC();
  const account = useAccount();
  const entry = providerEntry(channel.provider);
  const test = useMutation(trpc.channels.test.mutationOptions());
  const message = useQuery(
    trpc.channels.testMessage.queryOptions(
      { messageId: test.data?.messageId ?? '' },
      {
        enabled: test.data !== undefined,
        refetchInterval: (query) =>
          query.state.data !== undefined && !WAITING.has(query.state.data.status) ? false : POLL_MS,
      },
    ),
  );
  const { form, formProps, failure, busy } = useResourceForm({
    schema: testInput,
    initialValues: {
      recipient: entry.perBroadcast ? 'broadcast' : entry.family === 'email' ? (account?.user.email ?? '') : '',
    },
    toInput: (values) => ({ id: channel.id, recipient: values.recipient }),
    save: async (input) => void (await test.mutateAsync(input)),
  });
  return (
    <Panel title={t('title')}>
      <form {...formProps}>
        <Stack gap="sm">
          {!entry.perBroadcast && (
            <TextInput
              label={t(
                `recipient.${entry.family === 'email' ? 'email' : entry.family === 'sms' || entry.family === 'whatsapp' ? 'phone' : 'handle'}`,
              )}
              {...form.getInputProps('recipient')}
            />
          )}
          {entry.perBroadcast && <p className={classes.help}>{t('perBroadcast', { provider: entry.label })}</p>}
          <Button type="submit" variant="default" loading={busy}>
            {t('submit')}
          </Button>
          {failure !== null && <ErrorNotice error={failure} act="write" />}
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
            {t(`status.${message.data.status}`, { provider: entry.label })}
          </Status>
          {message.data.lastError !== null && <p className={classes.sent}>{message.data.lastError}</p>}
        </div>
      )}
    </Panel>
  );
}
