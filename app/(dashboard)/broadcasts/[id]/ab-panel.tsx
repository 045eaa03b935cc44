'use client';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import type { Broadcast } from '@/app/(dashboard)/broadcasts/broadcast';
import { letterOf, subjectOfDraft } from '@/app/(dashboard)/broadcasts/draft';
import { VariantLetter } from '@/app/(dashboard)/broadcasts/variant-letter';
import { useTRPC } from '@/app/trpc';
import { DateTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import { whenOpened } from '@/components/ui/when-opened';
import type { AbFigures, AbTest } from '@/server/modules/messaging/broadcasts/ab-schema';
import classes from './ab-panel.module.css';

const EndDialog = whenOpened(async () => (await import('./ab-end-dialog')).AbEndDialog);

const REFRESH_MS = 30_000;
/** Numbers are written with three decimals. */
const LEAST_SHOWN = 0.001;

type Counted = Pick<AbFigures, 'variants' | 'comparisons' | 'level' | 'winner'>;

/** The result of each variant, its range at 95 %, and what it says. */
export function AbPanel({ broadcast }: { broadcast: Broadcast }) {
  const t = useTranslations('abTest');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { id, test, testEndsAt, testResult } = broadcast;
  const isRunning = broadcast.status === 'sending' && testResult === undefined;
  const query = useQuery(
    trpc.broadcasts.testFigures.queryOptions(
      { id },
      { enabled: testResult === undefined, refetchInterval: isRunning ? REFRESH_MS : false },
    ),
  );
  const { isDecided = false } = query.data ?? {};
  // The page's own head and panel have to follow when the hours are over.
  useEffect(() => {
    if (isDecided) void queryClient.invalidateQueries(trpc.broadcasts.get.queryFilter({ id }));
  }, [queryClient, trpc, id, isDecided]);
  if (test === undefined || testEndsAt === undefined) return null;
  const counted = testResult ?? query.data;
  return (
    <Panel
      title={t('title')}
      aside={
        <Status kind={isRunning ? 'waiting' : testResult === undefined ? 'off' : 'on'}>
          {isRunning
            ? t.rich('ends', { when: () => <DateTime value={testEndsAt} /> })
            : testResult === undefined
              ? t('canceled')
              : t.rich('decided', { when: () => <DateTime value={testResult.decidedAt} /> })}
        </Status>
      }
    >
      {query.isError && testResult === undefined && (
        <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
      )}
      {counted !== undefined && (
        <>
          {testResult === undefined ? (
            <p className={classes.verdict}>{t('waiting', { count: query.data?.waiting ?? 0 })}</p>
          ) : (
            <Verdict result={testResult} test={test} />
          )}
          <Variants broadcast={broadcast} test={test} counted={counted} />
          <Certainty counted={counted} />
          {isRunning && <End broadcast={broadcast} test={test} />}
        </>
      )}
    </Panel>
  );
}

function Verdict({ result, test }: { result: NonNullable<Broadcast['testResult']>; test: AbTest }) {
  const t = useTranslations('abTest');
  const sent = letterOf(result.sent);
  const words =
    result.decidedBy === 'person'
      ? t('picked', { variant: sent, count: result.released })
      : result.winner === null
        ? t('noWinner', { variant: sent, count: result.released })
        : t('won', { variant: letterOf(result.winner), metric: test.metric, count: result.released });
  return (
    <p className={classes.verdict}>
      <strong>
        {result.winner === null
          ? t('noWinnerTitle')
          : t('winner', { variant: letterOf(result.winner), metric: test.metric })}
      </strong>{' '}
      {words}
    </p>
  );
}

function Variants({ broadcast, test, counted }: { broadcast: Broadcast; test: AbTest; counted: Counted }) {
  const t = useTranslations('abTest');
  const format = useFormat();
  const most = Math.max(0.01, ...counted.variants.map(({ people, high, rate }) => (people > 0 ? high : rate)));
  const at = (rate: number): string => `${Math.min(100, (100 * rate) / most)}%`;
  return (
    <ol className={classes.variants}>
      {counted.variants.map(({ people, opened, clicked, rate, low, high }, place) => {
        const variant = test.variants[place] ?? {};
        const email = variant.content?.email;
        const own = email === undefined ? undefined : subjectOfDraft({ content: { email } });
        return (
          // A variant has no name but its place.
          <li key={place} data-sent={broadcast.testResult?.sent === place || undefined}>
            <VariantLetter place={place} isSent={broadcast.testResult?.sent === place} />
            <div className={classes.says}>
              <span>{variant.subject ?? own ?? (subjectOfDraft(broadcast) || t('asWritten'))}</span>
              <small>
                {t('counts', {
                  people: format.number(people),
                  opened: format.number(opened),
                  clicked: format.number(clicked),
                })}
                {broadcast.testResult?.sent === place && ` · ${t('sentOn')}`}
              </small>
            </div>
            <strong className={classes.rate}>{people === 0 ? '–' : format.percent(rate)}</strong>
            {people > 0 && (
              <div className={classes.scale}>
                <span className={classes.bar} style={{ width: at(rate) }} />
                <span className={classes.range} style={{ left: at(low), right: `calc(100% - ${at(high)})` }} />
                <small>{t('range', { low: format.percent(low), high: format.percent(high) })}</small>
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** For those who want to know how it was worked out. */
function Certainty({ counted: { comparisons, level } }: { counted: Counted }) {
  const t = useTranslations('abTest');
  const format = useFormat();
  return (
    <details className={classes.tells}>
      <summary>{t('how')}</summary>
      <p>{t('method', { level: format.number(level) })}</p>
      <ul>
        {comparisons.map(({ variants, p }) => (
          <li key={variants.join()}>
            {t('pair', {
              pair: variants.map(letterOf).join(' · '),
              p: p < LEAST_SHOWN ? `< ${format.number(LEAST_SHOWN)}` : format.number(p),
            })}
          </li>
        ))}
      </ul>
    </details>
  );
}

function End({ broadcast, test }: { broadcast: Broadcast; test: AbTest }) {
  const t = useTranslations('abTest');
  const [opened, dialog] = useDisclosure();
  return (
    <div className={classes.end}>
      <Button variant="default" onClick={dialog.open}>
        {t('end')}
      </Button>
      <small>{t('endHelp')}</small>
      <EndDialog opened={opened} onClose={dialog.close} broadcast={broadcast} variants={test.variants.length} />
    </div>
  );
}
