'use client';
import { Anchor, Button, Skeleton, Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useTRPC, type Outputs } from '@/app/trpc';
import { CopyButton } from '@/components/ui/copy-button';
import { RelativeTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LinkButton } from '@/components/ui/link-button';
import { Panel } from '@/components/ui/panel';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { providerEntry } from '@/server/platform/vendors/catalog';
import classes from './settings.module.css';

type Channel = Outputs['inbox']['channelsShown']['channels'][number];
/** Vendors are told by their API, so nothing has to be entered there. */
const REPORTS_DELIVERY = new Set(['msg_p3', 'msg_p4', 'social_p1', 'social_p2', 'webhook_generic']);

/** The channels that receive, and the addresses that their vendors call. */
export function ReceivingPanel() {
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
