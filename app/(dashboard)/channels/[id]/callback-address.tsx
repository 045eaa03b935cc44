'use client';
import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { CopyButton } from '@/components/ui/copy-button';
import { Panel } from '@/components/ui/panel';
import type { ProviderEntry } from '@/server/providers/catalog';
import classes from './channel-detail.module.css';

/** Where the vendor is to report deliveries, opens and bounces. */
export function CallbackAddress({ id, provider }: { id: string; provider: ProviderEntry }) {
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
