'use client';
import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Channel } from '@/app/(dashboard)/channels/channels';
import { useTRPC } from '@/app/trpc';
import { CopyButton } from '@/components/ui/copy-button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Panel } from '@/components/ui/panel';
import { problemOf } from '@/components/ui/problem';
import { providerEntry } from '@/server/platform/vendors/catalog';
import classes from './channel-detail.module.css';

/**
 * The records that the DNS of the sender's domain must have, so that mail arrives and nobody else sends in its name.
 */
export function DnsRecords({ channel }: { channel: Channel }) {
  const t = useTranslations('channels.dns');
  const query = useQuery(useTRPC().channels.dnsRecords.queryOptions({ id: channel.id }));
  if (query.isPending) return <Skeleton height={320} />;
  if (query.isError) {
    if (problemOf(query.error).code !== 'NO_FROM_EMAIL')
      return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
    return (
      <Panel title={t('title')}>
        <p className={classes.help}>{t('noSender')}</p>
      </Panel>
    );
  }
  const vendor = providerEntry(channel.provider).label;
  return (
    <Panel title={t('title')}>
      <p className={classes.help}>{t('help', { domain: query.data.domain })}</p>
      {query.data.records.map((record) => (
        <section key={`${record.kind} ${record.name} ${record.value}`} className={classes.record}>
          <h3>{record.kind}</h3>
          <p>
            {record.hint}{' '}
            {record.providerDashboard !== undefined && (
              <Anchor href={record.providerDashboard} target="_blank" rel="noreferrer" inherit underline="always">
                {t('dashboard')}
              </Anchor>
            )}
          </p>
          <Pair label={t('name')} value={record.name} what={`${record.kind} ${t('name')}`} vendor={vendor} />
          <Pair label={t('value')} value={record.value} what={`${record.kind} ${t('value')}`} vendor={vendor} />
        </section>
      ))}
    </Panel>
  );
}

/**
 * Checks for angle brackets: they mark a value that the vendor makes for each domain, which we do not know, so there is
 * nothing to copy.
 */
const isOfVendor = (value: string): boolean => /<[^<>]+>/.test(value);

function Pair({ label, value, what, vendor }: { label: string; value: string; what: string; vendor: string }) {
  const t = useTranslations('channels.dns');
  return (
    <div className={classes.pair}>
      <span>{label}</span>
      <code>{value}</code>
      {isOfVendor(value) ? (
        <span className={classes.elsewhere}>{t('elsewhere', { vendor })}</span>
      ) : (
        <CopyButton value={value} what={what} />
      )}
    </div>
  );
}
