'use client';
import { Alert, Button, Anchor, Skeleton, Loader, Radio, Stack } from '@mantine/core';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ChannelStatus } from '@/app/(dashboard)/channels/channel-status';
import type { Channel } from '@/app/(dashboard)/channels/channels';
import { SandboxNotice } from '@/app/(dashboard)/channels/sandbox-notice';
import { useFaults } from '@/app/(dashboard)/channels/use-faults';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DateTime } from '@/components/ui/date-time';
import { DetailPage } from '@/components/ui/detail-page';
import { DetailSkeleton } from '@/components/ui/detail-skeleton';
import { Fact, Facts } from '@/components/ui/facts';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { WithSide } from '@/components/ui/with-side';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderEntry } from '@/server/platform/vendors/provider-entry';
import { reachOf } from '@/server/modules/messaging/inbox/vocabulary';
import { ChannelActions } from './channel-actions';
import { DnsRecords } from './dns-records';
import { TestSend } from './test-send';
import classes from './channel-detail.module.css';
import { CheckList } from '@/components/checks/check-list';
import { ErrorNotice } from '@/components/ui/error-notice';
import { CopyButton } from '@/components/ui/copy-button';
import { useState } from 'react';

const POLL_MS = 1500;

/** The choice of the provider's page or account that the channel speaks for. Until one is chosen, its messages fail. */
function AssetChoice({ channel }: { channel: Channel }) {
  const t = useTranslations('channels.assets');
  const trpc = useTRPC();
  const [picked, setPicked] = useState<string | null>(null);
  const query = useQuery(
    trpc.channels.assets.queryOptions(
      { id: channel.id },
      { refetchInterval: ({ state }) => (state.data?.state === 'loading' ? POLL_MS : false) },
    ),
  );
  const choose = useMutation(trpc.channels.chooseAsset.mutationOptions({}));
  const data = query.data;
  if (data === undefined || data.state === 'none') return null;
  const chosen = picked ?? data.chosen;
  return (
    <Panel title={t('title')}>
      <p className={classes.help}>{t('help', { provider: providerEntry(channel.provider).label })}</p>
      {data.state === 'loading' && <Loader size="sm" aria-label={t('loading')} />}
      {data.state === 'failed' && <p className={classes.warning}>{t('failed', { reason: data.error ?? '' })}</p>}
      {data.state === 'ready' && data.assets.length === 0 && <p className={classes.help}>{t('nothing')}</p>}
      {data.assets.length > 0 && (
        <Radio.Group value={chosen} onChange={setPicked} aria-label={t('title')}>
          <Stack gap="xs">
            {data.assets.map(({ id, name }) => (
              <Radio key={id} value={id} label={name} description={id} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {choose.isError && <ErrorNotice error={choose.error} act="write" />}
      {data.assets.length > 0 && (
        <Button
          mt="md"
          disabled={chosen === null || chosen === data.chosen}
          loading={choose.isPending}
          onClick={() => chosen !== null && choose.mutate({ id: channel.id, asset: chosen })}
        >
          {t('submit')}
        </Button>
      )}
    </Panel>
  );
}

/** The address where the vendor is to report deliveries, opens and bounces. */
function CallbackAddress({ id, provider }: { id: string; provider: ProviderEntry }) {
  const t = useTranslations('channels.callbacks');
  const query = useQuery(useTRPC().channels.callbackAddress.queryOptions({ id }));
  if (query.isError || query.data?.url === null) return null;
  return (
    <Panel title={t('title')}>
      <p className={classes.help}>
        {t.rich(provider.callbacks === 'vendor' ? 'helpSigned' : 'helpToken', {
          provider: provider.label,
          docs: (words) => (
            <Anchor href={provider.docs} target="_blank" rel="noreferrer" inherit underline="always">
              {words}
            </Anchor>
          ),
        })}
      </p>
      {query.data === undefined ? (
        <Skeleton height={30} />
      ) : (
        <>
          <div className={classes.address}>
            <code>{query.data.url}</code>
            <CopyButton value={query.data.url} what={t('title')} />
          </div>
          {query.data.verifyToken !== null && (
            <>
              <p className={classes.sent}>{t('verifyToken')}</p>
              <div className={classes.address}>
                <code>{query.data.verifyToken}</code>
                <CopyButton value={query.data.verifyToken} what={t('verifyTokenName')} />
              </div>
            </>
          )}
          {!query.data.ready && <p className={classes.warning}>{t('notReady', { provider: provider.label })}</p>}
        </>
      )}
    </Panel>
  );
}

/** The present answer of the DNS for the sender's domain, and what to enter. */
function DomainCheck({ channel }: { channel: Channel }) {
  const t = useTranslations('channels.domainCheck');
  const check = useMutation(useTRPC().channels.checkDns.mutationOptions());
  const { fromEmail } = channel.config;
  if (typeof fromEmail !== 'string' || fromEmail === '') return null;
  return (
    <Panel
      title={t('title')}
      aside={
        <Button variant="default" size="xs" loading={check.isPending} onClick={() => check.mutate({ id: channel.id })}>
          {t(check.data === undefined ? 'submit' : 'again')}
        </Button>
      }
    >
      <p className={check.data === undefined && !check.isError ? classes.lead : classes.help}>
        {t('help', { domain: fromEmail.slice(fromEmail.lastIndexOf('@') + 1) })}
      </p>
      {check.isError && <ErrorNotice error={check.error} act="read" />}
      <div role="status">
        {check.data !== undefined && (
          <>
            <CheckList checks={check.data.checks} open />
            <p className={classes.checked}>{t.rich('at', { when: () => <DateTime value={check.data.checkedAt} /> })}</p>
          </>
        )}
      </div>
    </Panel>
  );
}

/** One channel: what it sends as, how to prove it works, and what to set up at the vendor and in DNS. */
export function ChannelDetail({ id }: { id: string }) {
  const t = useTranslations('channels');
  const query = useQuery(useTRPC().channels.get.queryOptions({ id }));
  const gone = {
    title: t('gone.title'),
    message: t('gone.message'),
    list: { href: '/channels', label: t('gone.action') },
  };
  return (
    <DetailPage
      query={query}
      gone={gone}
      skeleton={<DetailSkeleton back={{ href: '/channels', label: t('title') }} parts={[240]} />}
    >
      {(channel) => <OneChannel channel={channel} />}
    </DetailPage>
  );
}

function OneChannel({ channel }: { channel: Channel }) {
  const t = useTranslations('channels');
  const fault = useFaults().get(channel.id);
  const entry = providerEntry(channel.provider);
  const live = channel.status === 'active';
  return (
    <>
      <PageHead
        title={channel.displayName}
        aside={<ChannelStatus status={channel.status} isRefused={fault !== undefined} />}
        lead={t('detail.lead', { provider: entry.label })}
        back={{ href: '/channels', label: t('title') }}
        action={<ChannelActions channel={channel} />}
      />
      <SandboxNotice />
      {fault !== undefined && (
        <Alert color="gray" mb="md" title={t('refused.title', { provider: entry.label, reason: fault })}>
          {t('refused.advice', { provider: entry.label })}
        </Alert>
      )}
      <WithSide
        side={
          <>
            {live && !entry.unreachable && <TestSend channel={channel} />}
            <ChannelFacts channel={channel} />
          </>
        }
      >
        {live && entry.connect !== 'keys' && <AssetChoice channel={channel} />}
        {entry.unreachable && <p className={classes.note}>{t('connect.unreachable', { provider: entry.label })}</p>}
        {entry.family === 'email' && <DomainCheck channel={channel} />}
        {entry.family === 'email' && <DnsRecords channel={channel} />}
        {live && entry.callbacks !== 'none' && <CallbackAddress id={channel.id} provider={entry} />}
      </WithSide>
      <CurlButton
        title={t('api.title')}
        requests={[
          { title: t('api.get'), method: 'GET', path: `/api/v1/channels/${channel.id}` },
          {
            title: t('api.test'),
            method: 'POST',
            path: `/api/v1/channels/${channel.id}/test`,
            body: { recipient: 'sari@example.com' },
          },
          ...(entry.family === 'email'
            ? [
                {
                  title: t('api.checkDns'),
                  method: 'POST' as const,
                  path: `/api/v1/channels/${channel.id}/check-dns` as const,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

/** The time of the first incoming message: from then on one knows that the address is entered correctly. */
function FirstMessage({ id }: { id: string }) {
  const t = useTranslations('channels.facts');
  const { data } = useQuery(useTRPC().inbox.channelsShown.queryOptions());
  const channel = data?.channels.find(({ channelId }) => channelId === id);
  if (channel === undefined || (!channel.receiving && channel.firstInboundAt === null)) return null;
  return (
    <Fact label={t('firstMessage')}>
      {channel.firstInboundAt === null ? t('noMessage') : <DateTime value={channel.firstInboundAt} />}
    </Fact>
  );
}

function ChannelFacts({ channel }: { channel: Channel }) {
  const t = useTranslations('channels.facts');
  const entry = providerEntry(channel.provider);
  const config = Object.entries(channel.config).flatMap(([key, value]) =>
    typeof value === 'string' && value !== ''
      ? [[entry.config.find((field) => field.key === key)?.label ?? key, value] as const]
      : [],
  );
  return (
    <Panel title={t('title')}>
      <Facts>
        <Fact label={t('provider')}>{entry.label}</Fact>
        {channel.externalId !== null && channel.externalId !== 'pending' && (
          <Fact label={t('externalId')}>{channel.externalId}</Fact>
        )}
        {config.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
        {entry.rate !== undefined && (
          <Fact label={t('rate')}>
            {entry.rate.perSecond >= 1
              ? t('perSecond', { count: entry.rate.perSecond })
              : t('perHour', { count: Math.round(entry.rate.perSecond * 3600) })}
          </Fact>
        )}
        {channel.scopesGranted.length > 0 && <Fact label={t('scopes')}>{channel.scopesGranted.join(', ')}</Fact>}
        {channel.expiresAt !== null && (
          <Fact label={t('expires')}>
            <DateTime value={channel.expiresAt} />
          </Fact>
        )}
        {reachOf(channel.provider) !== undefined && <FirstMessage id={channel.id} />}
        <Fact label={t('connected')}>
          <DateTime value={channel.createdAt} />
        </Fact>
      </Facts>
    </Panel>
  );
}
