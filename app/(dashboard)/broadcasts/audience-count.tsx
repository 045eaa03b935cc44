'use client';
import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { useSettled } from '@/components/ui/use-settled';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { Draft } from './draft';
import classes from './composer.module.css';

const PAUSE_MS = 300;

/** The number of people whom the choice reaches, over each channel, and who is left out and why. */
export function AudienceCount({ draft }: { draft: Pick<Draft, 'providers' | 'audience'> }) {
  const t = useTranslations('broadcasts.count');
  const format = useFormat();
  const trpc = useTRPC();
  const { providers, audience } = useSettled({ providers: draft.providers, audience: draft.audience }, PAUSE_MS).value;
  const empty = audience.listIds.length + audience.segmentIds.length + audience.contactIds.length === 0;
  const query = useQuery(
    trpc.broadcasts.audience.queryOptions(
      { audience, ...(providers.length > 0 && { providers }) },
      { enabled: !empty, placeholderData: keepPreviousData },
    ),
  );
  const count = empty ? undefined : query.data;
  return (
    <Panel title={t('title')}>
      {empty && <p className={classes.none}>{t('nobody')}</p>}
      {!empty && query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {!empty && query.isPending && <Skeleton height={96} />}
      {count !== undefined && (
        <>
          <output className={classes.count} aria-busy={query.isFetching}>
            {format.number(count.people)}
          </output>
          <p className={classes.counted}>{t('people', { count: count.people })}</p>
          {count.excluded > 0 && <p className={classes.counted}>{t('excluded', { count: count.excluded })}</p>}
          <ul className={classes.perProvider}>
            {count.providers.map((line) => (
              <li key={line.provider}>
                <p>
                  <span>{providerEntry(line.provider).label}</span>
                  <strong>{line.perBroadcast ? t('once') : t('messages', { count: line.messages })}</strong>
                </p>
                {line.leftOut
                  .filter(({ people }) => people > 0)
                  .map(({ reason, people }) => (
                    <small key={reason}>
                      <span>{t(`leftOut.${reason}`)}</span>
                      {format.number(people)}
                    </small>
                  ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
