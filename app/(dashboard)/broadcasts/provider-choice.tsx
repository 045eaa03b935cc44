'use client';
import { Checkbox, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ProviderIcon } from '@/app/(dashboard)/channels/provider-icon';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LinkButton } from '@/components/ui/link-button';
import { providerEntry, type ProviderId } from '@/server/providers/catalog';
import classes from './composer.module.css';

/** docs/contract/broadcasts.md#fields */
const MOST = 10;

interface Props {
  chosen: readonly ProviderId[];
  onChange: (chosen: ProviderId[]) => void;
  missing: boolean;
}

/** The providers that have an active channel; the newest of several is the one that sends. */
export function ProviderChoice({ chosen, onChange, missing }: Props) {
  const t = useTranslations('broadcasts.composer');
  const query = useQuery(useTRPC().channels.list.queryOptions());
  if (query.isPending) return <Skeleton height={52} />;
  if (query.isError) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  const active = query.data.filter(({ status }) => status === 'active');
  // One that was picked and whose channel is gone stays in view, so that it can be taken out.
  const providers = [...new Set([...active.map(({ provider }) => provider), ...chosen])];
  if (providers.length === 0) {
    return (
      <>
        <p className={classes.help}>{t('noChannels')}</p>
        <LinkButton variant="default" href="/channels/new">
          {t('connectChannel')}
        </LinkButton>
      </>
    );
  }
  const toggle = (id: ProviderId) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <>
      <div className={classes.choices} role="group" aria-label={t('channels')}>
        {providers.map((id) => {
          const entry = providerEntry(id);
          const channel = active.find(({ provider }) => provider === id);
          const note =
            channel === undefined
              ? t('channelGone')
              : entry.unreachable
                ? t('unreachable')
                : entry.perBroadcast
                  ? t('perBroadcast')
                  : channel.displayName;
          return (
            <label key={id} className={classes.choice}>
              <Checkbox
                size="xs"
                checked={chosen.includes(id)}
                disabled={!chosen.includes(id) && chosen.length >= MOST}
                onChange={() => toggle(id)}
                aria-label={entry.label}
              />
              <ProviderIcon id={id} family={entry.family} />
              <span>
                {entry.label}
                {note !== entry.label && <small>{note}</small>}
              </span>
            </label>
          );
        })}
      </div>
      {missing && (
        <p className={classes.problem} role="alert">
          {t('channelMissing')}
        </p>
      )}
    </>
  );
}
