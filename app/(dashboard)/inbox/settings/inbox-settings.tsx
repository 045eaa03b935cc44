'use client';
import { useTranslations } from 'next-intl';
import { CurlButton } from '@/components/curl-button';
import { PageHead } from '@/components/ui/page-head';
import { SavedPanel } from './saved-panel';
import classes from './settings.module.css';
import {
  Button,
  Checkbox,
  Group,
  Skeleton,
  Stack,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
  Anchor,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Panel } from '@/components/ui/panel';
import Link from 'next/link';
import { CopyButton } from '@/components/ui/copy-button';
import { RelativeTime } from '@/components/ui/date-time';
import { LinkButton } from '@/components/ui/link-button';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { providerEntry } from '@/server/platform/vendors/catalog';

type Channel = Outputs['inbox']['channelsShown']['channels'][number];
/** Vendors are told by their API, so nothing has to be entered there. */
const REPORTS_DELIVERY = new Set(['msg_p3', 'msg_p4', 'social_p1', 'social_p2', 'webhook_generic']);

/** The channels that receive, and the addresses that their vendors call. */
function ReceivingPanel() {
  const t = useTranslations('inbox.setup.channels');
  const query = useQuery(useTRPC().inbox.channelsShown.queryOptions());
  const channels = query.data?.channels;
  return (
    <Panel title={t('title')}>
      {query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={120} />}
      {channels?.length === 0 && (
        <>
          <p className={classes.soft}>{t('none')}</p>
          <LinkButton href="/channels" variant="default" size="sm">
            {t('connect')}
          </LinkButton>
        </>
      )}
      {channels !== undefined && channels.length > 0 && (
        <ul className={classes.rows}>
          {channels.map((channel) => (
            <li key={channel.channelId}>
              <Row channel={channel} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Row({ channel }: { channel: Channel }) {
  const t = useTranslations('inbox.setup.channels');
  const { channelId, provider, displayName, receiving, ready, address, verifyToken, lastInboundAt } = channel;
  const { problem, otherAddress } = channel;
  const onError = useNotifyFailure();
  const set = useMutation(useTRPC().inbox.setChannel.mutationOptions({ onError }));
  const isEntered = !REPORTS_DELIVERY.has(provider);
  return (
    <div>
      <div className={classes.line}>
        <Anchor component={Link} href={`/channels/${channelId}`} fw={600}>
          {displayName}
        </Anchor>
        <span className={classes.soft}>{providerEntry(provider).label}</span>
        <Switch
          className={classes.end}
          size="sm"
          label={t('receiving')}
          checked={receiving}
          disabled={set.isPending}
          onChange={(event) => set.mutate({ channelId, receiving: event.currentTarget.checked })}
        />
      </div>
      {receiving && (
        <>
          <p className={classes.soft}>
            {lastInboundAt === null ? (
              t('first')
            ) : (
              <>
                {t('last')}: <RelativeTime value={lastInboundAt} />
              </>
            )}
            {!ready && problem === null && ` · ${t(isEntered ? 'notReady' : 'waiting')}`}
          </p>
          {problem !== null && (
            <p className={classes.problem}>
              {otherAddress === null ? problem : t('elsewhere', { address: otherAddress })}{' '}
              <Button
                size="compact-xs"
                variant="default"
                loading={set.isPending}
                onClick={() => set.mutate({ channelId, receiving: true, replace: otherAddress !== null })}
              >
                {t(otherAddress === null ? 'retry' : 'replace')}
              </Button>
            </p>
          )}
          {isEntered && address !== null && (
            <p className={classes.address}>
              {t('address')}
              <code>{address}</code>
              <CopyButton value={address} label={t('copy')} />
            </p>
          )}
          {isEntered && verifyToken !== null && (
            <p className={classes.address}>
              {t('token')}
              <code>{verifyToken}</code>
            </p>
          )}
        </>
      )}
    </div>
  );
}

type Settings = Outputs['inbox']['settings'];
const DAYS = ['1', '2', '3', '4', '5', '6', '7'] as const;

/** The answer for times when nobody is there, and words that end or begin what is sent. */
function AwayPanel() {
  const t = useTranslations('inbox.setup.away');
  const query = useQuery(useTRPC().inbox.settings.queryOptions());
  return (
    <Panel title={t('title')}>
      {query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={240} />}
      {query.data !== undefined && <AwayForm settings={query.data} />}
    </Panel>
  );
}

function AwayForm({ settings }: { settings: Settings }) {
  const t = useTranslations('inbox.setup.away');
  const save = useMutation(useTRPC().inbox.updateSettings.mutationOptions());
  const [away, setAway] = useState(settings.away);
  const [stopWords, setStopWords] = useState(settings.stopWords);
  const [startWords, setStartWords] = useState(settings.startWords);
  const put = (patch: Partial<Settings['away']>) => setAway({ ...away, ...patch });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ away, stopWords, startWords });
      }}
    >
      <Stack gap="md">
        <Switch
          label={t('enabled')}
          checked={away.enabled}
          onChange={(event) => put({ enabled: event.currentTarget.checked })}
        />
        <Textarea
          label={t('text')}
          autosize
          minRows={2}
          maxLength={1000}
          required
          value={away.text}
          onChange={(event) => put({ text: event.currentTarget.value })}
        />
        <Checkbox.Group
          label={t('days')}
          value={away.days.map(String)}
          onChange={(days) => days.length > 0 && put({ days: days.map(Number).sort((a, b) => a - b) })}
        >
          <Group gap="sm" mt={4}>
            {DAYS.map((day) => (
              <Checkbox key={day} size="xs" value={day} label={t(`weekdays.${day}`)} />
            ))}
          </Group>
        </Checkbox.Group>
        <Group>
          <TextInput
            type="time"
            label={t('from')}
            required
            value={away.from}
            onChange={(event) => put({ from: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label={t('to')}
            required
            value={away.to}
            onChange={(event) => put({ to: event.currentTarget.value })}
          />
        </Group>
        <TagsInput
          label={t('stopWords')}
          description={t('wordsHelp')}
          maxTags={20}
          maxLength={30}
          value={stopWords}
          onChange={setStopWords}
        />
        <TagsInput label={t('startWords')} maxTags={20} maxLength={30} value={startWords} onChange={setStartWords} />
        {save.error !== null && <ErrorNotice error={save.error} act="write" />}
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t('save')}
          </Button>
          {save.isSuccess && <span role="status">{t('saved')}</span>}
        </Group>
      </Stack>
    </form>
  );
}

/** The settings for what comes in, what is answered often, and what is said when nobody is there. */
export function InboxSettings() {
  const t = useTranslations('inbox');
  return (
    <>
      <PageHead title={t('setup.title')} back={{ href: '/inbox', label: t('title') }} />
      <div className={classes.panels}>
        <ReceivingPanel />
        <SavedPanel />
        <AwayPanel />
      </div>
      <CurlButton
        title={t('api.title')}
        requests={[
          { title: t('api.list'), method: 'GET', path: '/api/v1/inbox/conversations' },
          {
            title: t('api.reply'),
            method: 'POST',
            path: '/api/v1/inbox/conversations/{id}/messages',
            body: { text: 'Halo!' },
          },
        ]}
      />
    </>
  );
}
