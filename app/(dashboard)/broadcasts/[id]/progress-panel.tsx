'use client';
import { Progress, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useEffect } from 'react';
import { figuresOf } from '@/app/(dashboard)/broadcasts/broadcast';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Figure } from '@/components/ui/figure';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import classes from './broadcast-detail.module.css';

const EVERY_MS = 60_000;

/** The messages that wait for the local hour of their recipients, by the time at which they leave. */
function Waves({ id, localTime }: { id: string; localTime: string }) {
  const t = useTranslations('broadcasts.progress');
  const format = useFormat();
  const query = useQuery(
    useTRPC().broadcasts.waves.queryOptions({ id }, { placeholderData: keepPreviousData, refetchInterval: EVERY_MS }),
  );
  const { waves = [], lastAt = null } = query.data ?? {};
  const most = Math.max(...waves.map(({ messages }) => messages), 1);
  if (waves.length === 0) return null;
  return (
    <div className={classes.waves}>
      <p id={`waves-${id}`}>{t('waves', { time: localTime })}</p>
      <ol aria-labelledby={`waves-${id}`}>
        {waves.map(({ at, messages }) => (
          <li key={at}>
            <span>{format.dateTime(at)}</span>
            <span aria-hidden>
              <span style={{ width: `${(100 * messages) / most}%` }} />
            </span>
            <strong>{format.number(messages)}</strong>
          </li>
        ))}
      </ol>
      {lastAt !== null && lastAt !== waves.at(-1)?.at && <p>{t('lastWave', { when: format.dateTime(lastAt) })}</p>}
    </div>
  );
}

const RateChart = dynamic(() => import('./rate-chart').then((module) => module.RateChart), {
  ssr: false,
  loading: () => <Skeleton height={96} />,
});

/** While messages leave, and afterwards, when only opens and clicks come in. */
const MOVING_MS = 1500;
const RESTING_MS = 10_000;

/** A few in a minute, or none for hours. */
const isSlow = ({ perHour, localTime }: { perHour: number | null; localTime: string | null }): boolean =>
  perHour !== null || localTime !== null;

/** Done and total, the rate, what is left, and what came of the messages so far. Leaving the page stops nothing. */
export function ProgressPanel({ id }: { id: string }) {
  const t = useTranslations('broadcasts.progress');
  const format = useFormat();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery(
    trpc.broadcasts.progress.queryOptions(
      { id },
      {
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) =>
          state.data !== undefined && (state.data.done === state.data.total || isSlow(state.data))
            ? RESTING_MS
            : MOVING_MS,
      },
    ),
  );
  const left = useQuery(trpc.broadcasts.unsubscribed.queryOptions({ id }, { placeholderData: keepPreviousData }));
  const links = useQuery(trpc.broadcasts.links.queryOptions({ id }, { placeholderData: keepPreviousData }));
  const progress = query.data;
  const moving = progress !== undefined && progress.done < progress.total;
  // The page's own head has to follow when the last message has gone, or somebody else paused it.
  const status = progress?.status;
  useEffect(() => {
    void queryClient.invalidateQueries(trpc.broadcasts.get.queryFilter({ id }));
    void queryClient.invalidateQueries(trpc.broadcasts.reasons.queryFilter({ id }));
  }, [queryClient, trpc, id, status, moving]);
  if (progress === undefined)
    return query.isError ? (
      <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton height={220} />
    );
  const figures = figuresOf(progress.statusCounts);
  const share = (count: number) => (figures.sent === 0 ? undefined : format.percent(count / figures.sent));
  const byMachines = (links.data?.machines.opened ?? []).reduce((sum, { messages }) => sum + messages, 0);
  // Messages that a cancel skipped are not done: they wait for the broadcast to be sent again.
  const isStopped = progress.status === 'paused';
  const reached = isStopped ? figures.sent : progress.done;
  const percent = progress.total === 0 ? 0 : (100 * reached) / progress.total;
  return (
    <Panel>
      <div className={classes.progress}>
        <Progress
          value={percent}
          size={8}
          color={moving ? 'var(--accent-fill)' : 'var(--ink)'}
          aria-label={t('label')}
        />
        <p className={classes.line}>
          <span role="status">
            {isStopped
              ? t('stopped', { sent: figures.sent, total: progress.total })
              : t('done', { done: progress.done, total: progress.total })}
          </span>
          {moving && (!progress.testing || progress.endsAt !== null) && (
            <span>
              {progress.endsAt !== null && progress.perHour !== null
                ? t('endsAt', { perHour: progress.perHour, when: format.dateTime(progress.endsAt) })
                : progress.localTime !== null
                  ? t('ownHour', { time: progress.localTime })
                  : progress.secondsLeft === null
                    ? t('waiting')
                    : t('left', {
                        rate: format.number(Math.round(progress.perSecond)),
                        minutes: Math.ceil(progress.secondsLeft / 60),
                      })}
            </span>
          )}
        </p>
      </div>
      <div className={classes.figures}>
        <Counted label={t('sent')} count={figures.sent} />
        <Counted label={t('delivered')} count={figures.delivered} share={share(figures.delivered)} />
        <Counted
          label={t('opened')}
          count={figures.opened}
          share={share(figures.opened)}
          besides={byMachines > 0 ? t('byMachines', { count: byMachines }) : undefined}
        />
        <Counted label={t('clicked')} count={figures.clicked} share={share(figures.clicked)} />
        <Counted label={t('unsubscribed')} count={left.data?.people ?? 0} share={share(left.data?.people ?? 0)} />
        <Counted label={t('bounced')} count={figures.bounced} share={share(figures.bounced)} />
        <Counted label={t('failed')} count={figures.failed} />
        <Counted label={t('skipped')} count={figures.skipped} />
      </div>
      {moving && progress.localTime !== null && <Waves id={id} localTime={progress.localTime} />}
      {moving && progress.points.length > 1 && (
        <div className={classes.chart}>
          <RateChart points={progress.points} />
        </div>
      )}
    </Panel>
  );
}

interface CountedProps {
  label: string;
  count: number;
  share?: string | undefined;
  besides?: string | undefined;
}

function Counted({ label, count, share, besides }: CountedProps) {
  const below = (
    <>
      <p className={classes.share}>{share ?? ' '}</p>
      {besides !== undefined && <p className={classes.share}>{besides}</p>}
    </>
  );
  return <Figure label={label} current={count} chart={below} />;
}
