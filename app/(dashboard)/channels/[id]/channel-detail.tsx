'use client';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
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
import { providerEntry } from '@/server/providers/catalog';
import { reachOf } from '@/server/resources/inbox/vocabulary';
import { AssetChoice } from './asset-choice';
import { CallbackAddress } from './callback-address';
import { ChannelActions } from './channel-actions';
import { DnsRecords } from './dns-records';
import { DomainCheck } from './domain-check';
import { TestSend } from './test-send';
import classes from './channel-detail.module.css';

/** One channel: what it sends as, how to prove it works, and what to set up at the vendor and in DNS. */
export function ChannelDetail({ id }: { id: string }) {
  const t = useTranslations('channels');
  const query = useQuery(useTRPC().channels.get.queryOptions({ id }));
  return (
    <DetailPage
      query={query}
      gone={{
        title: t('gone.title'),
        message: t('gone.message'),
        list: { href: '/channels', label: t('gone.action') },
      }}
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

/** When the first message came in: from then on one knows that the address is entered rightly. */
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
