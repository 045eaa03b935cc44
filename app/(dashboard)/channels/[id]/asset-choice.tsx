'use client';
import { Button, Loader, Radio, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Channel } from '@/app/(dashboard)/channels/channels';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Panel } from '@/components/ui/panel';
import { providerEntry } from '@/server/platform/vendors/catalog';
import classes from './channel-detail.module.css';

const POLL_MS = 1500;

/** The choice of the provider's page or account that the channel speaks for. Until one is chosen, its messages fail. */
export function AssetChoice({ channel }: { channel: Channel }) {
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
