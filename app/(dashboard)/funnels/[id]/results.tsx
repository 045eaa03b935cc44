'use client';
import { NativeSelect, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { layoutOf, numbersOf, stepsById } from '@/app/(dashboard)/funnels/definition/ways';
import type { Stats } from '@/app/(dashboard)/funnels/funnel';
import { RESULTS, statsOptions } from '@/app/(dashboard)/funnels/funnel-address';
import { useFunnelWords, type FunnelWords } from '@/app/(dashboard)/funnels/use-funnel-words';
import { useExitWords } from '@/app/(dashboard)/funnels/use-exit-words';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Figure } from '@/components/ui/figure';
import { useFormat } from '@/components/ui/format';
import { Money } from '@/components/ui/money';
import { Panel } from '@/components/ui/panel';
import { useAddress } from '@/components/ui/use-address';
import { keysOf } from '@/server/platform/lib/narrow';
import { skipWords } from './skip-words';
import classes from './funnel.module.css';

const DAYS = [7, 30, 90, 400] as const;
/** Not a version: of all. */
const ALL = '0';

/** The results for the people who came in within some time: figures, each step, holdout and splits. */
export function Results({ shown }: { shown: Outputs['funnels']['editor'] }) {
  const t = useTranslations('funnels.results');
  const [address, setAddress] = useAddress(RESULTS);
  const { funnel, versions } = shown;
  const query = useQuery({ ...statsOptions(useTRPC(), funnel.id, address), placeholderData: keepPreviousData });
  return (
    <>
      <div className={classes.filters}>
        <NativeSelect
          aria-label={t('period')}
          value={address.days}
          data={DAYS.map((days) => ({ value: String(days), label: t('days', { days }) }))}
          onChange={({ currentTarget }) => setAddress({ days: currentTarget.value })}
        />
        {versions.length > 1 && (
          <NativeSelect
            aria-label={t('version')}
            value={address.version}
            data={[
              { value: ALL, label: t('allVersions') },
              ...versions.map(({ version }) => ({ value: String(version), label: t('oneVersion', { version }) })),
            ]}
            onChange={({ currentTarget }) => setAddress({ version: currentTarget.value })}
          />
        )}
      </div>
      {query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {query.data === undefined ? (
        !query.isError && <Skeleton height={240} />
      ) : (
        <Brought stats={query.data} shown={shown} />
      )}
    </>
  );
}

function Brought({ stats, shown }: { stats: Stats; shown: Outputs['funnels']['editor'] }) {
  const t = useTranslations('funnels');
  const exitWords = useExitWords();
  const format = useFormat();
  const words = useFunnelWords();
  const { goal } = shown.funnel.definition;
  const revenue = Object.entries(stats.revenueByCurrency);
  return (
    <div className={classes.results}>
      <div className={classes.figures}>
        <Figure label={t('results.entered')} current={stats.entered} />
        <Figure label={t('results.active')} current={stats.active} />
        <Figure label={t('results.completed')} current={stats.completed} />
        {goal !== null && (
          <Figure
            label={t('results.converted')}
            current={stats.converted}
            chart={<p className={classes.note}>{t('results.rate', { rate: format.percent(stats.conversionRate) })}</p>}
          />
        )}
        {revenue.map(([currency, amount]) => (
          <Figure
            key={currency}
            label={t('results.revenue', { currency })}
            current={amount}
            write={(value) => format.money(value, currency)}
          />
        ))}
      </div>
      {stats.dates !== null && (
        <p className={classes.help}>
          {t('results.dates', stats.dates)}
          {stats.dates.unreadable > 0 && ` ${t('results.unreadableDates', { count: stats.dates.unreadable })}`}
        </p>
      )}
      {goal === null && <p className={classes.help}>{t('results.noGoal')}</p>}
      {stats.holdout !== null && (
        <Panel title={t('results.holdout')}>
          <HoldoutWords holdout={stats.holdout} />
        </Panel>
      )}
      <StepsPanel stats={stats} shown={shown} words={words} />
      <div className={classes.two}>
        <ReasonPanel
          title={t('results.exited')}
          none={t('results.exitedNone')}
          rows={Object.entries(stats.exited).map(([reason, count]) => [exitWords(reason), count])}
        />
        <ReasonPanel
          title={t('results.refused')}
          none={t('results.refusedNone')}
          rows={keysOf(stats.refused).map((reason) => [t(`refusals.${reason}`), stats.refused[reason] ?? 0])}
        />
      </div>
    </div>
  );
}

function ReasonPanel({
  title,
  none,
  rows,
}: {
  title: string;
  none: string;
  rows: readonly (readonly [words: string, count: number])[];
}) {
  const format = useFormat();
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <p className={classes.help}>{none}</p>
      ) : (
        <ul className={classes.counts}>
          {[...rows]
            .sort(([, a], [, b]) => b - a)
            .map(([words, count]) => (
              <li key={words}>
                <span>{words}</span>
                <strong>{format.number(count)}</strong>
              </li>
            ))}
        </ul>
      )}
    </Panel>
  );
}

type Holdout = NonNullable<Stats['holdout']>;

/** “41 more purchases than without, between 12 and 70”, or that it is not certain yet. */
function HoldoutWords({ holdout }: { holdout: Holdout }) {
  const t = useTranslations('funnels.results');
  const format = useFormat();
  const { treated, treatedConverted, held, heldConverted, incremental, significant } = holdout;
  const rate = (converted: number, people: number): string => format.percent(people === 0 ? 0 : converted / people);
  const whole = (value: number): string => format.number(Math.round(value));
  const revenue = significant ? Object.entries(incremental.revenueByCurrency) : [];
  const hasNobody = held === 0 || treated === 0;
  const range = {
    count: Math.round(Math.abs(incremental.conversions)),
    low: whole(incremental.low),
    high: whole(incremental.high),
  };
  return (
    <div className={classes.holdout}>
      <p className={classes.verdict}>
        {hasNobody
          ? t('holdoutNobody')
          : significant
            ? t(incremental.conversions >= 0 ? 'more' : 'fewer', range)
            : t('undecided')}
      </p>
      {!hasNobody && <p className={classes.help}>{significant ? t('certain') : t('uncertain', range)}</p>}
      <ul className={classes.counts}>
        <li>
          <span>{t('treated', { people: treated })}</span>
          <strong>{rate(treatedConverted, treated)}</strong>
        </li>
        <li>
          <span>{t('held', { people: held })}</span>
          <strong>{rate(heldConverted, held)}</strong>
        </li>
        {/* A sum beside "may be chance" is read as earned. */}
        {revenue.map(([currency, amount]) => (
          <li key={currency}>
            <span>{t('incrementalRevenue')}</span>
            <strong>
              <Money amount={Math.round(amount)} currency={currency} />
            </strong>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface StepsProps {
  stats: Stats;
  shown: Outputs['funnels']['editor'];
  words: FunnelWords;
}

/** Each step as far down as people came, with what became of its message. */
function StepsPanel({ stats, shown, words }: StepsProps) {
  const t = useTranslations('funnels');
  const format = useFormat();
  const { definition } = shown.funnel;
  const known = stepsById(definition);
  const numbers = numbersOf(layoutOf(definition));
  const most = Math.max(1, ...stats.steps.map(({ reached }) => reached));
  const inOrder = [...stats.steps].sort(
    (a, b) => (numbers.get(a.id) ?? 1000) - (numbers.get(b.id) ?? 1000) || b.version - a.version,
  );
  if (inOrder.length === 0) return null;
  return (
    <Panel title={t('results.steps')} flush>
      <ol className={classes.steps}>
        {inOrder.map((row) => {
          const step = known.get(row.id);
          const skipped = Object.entries(row.skipped);
          const title =
            step === undefined
              ? t('results.goneStep', { id: row.id })
              : t('editor.card', { number: numbers.get(row.id) ?? 0, title: words.title(step) });
          return (
            <li key={`${row.id} ${row.version}`}>
              <div className={classes.stepHead}>
                <strong>{title}</strong>
                <span>{t('results.reached', { count: row.reached })}</span>
              </div>
              <div className={classes.track} aria-hidden>
                <span style={{ width: `${(row.reached / most) * 100}%` }} />
              </div>
              {step?.kind === 'send' && (
                <p className={classes.facts}>
                  {[
                    t('results.sent', { count: row.sent }),
                    t('results.opened', { rate: share(format, row.opened, row.sent) }),
                    t('results.clicked', { rate: share(format, row.clicked, row.sent) }),
                    ...(row.failed > 0 ? [t('results.failed', { count: row.failed })] : []),
                    ...(row.converted > 0 ? [t('results.credited', { count: row.converted })] : []),
                  ].join(' · ')}
                </p>
              )}
              {skipped.length > 0 && (
                <p className={classes.facts}>
                  {t('results.skipped')}{' '}
                  {skipped.map(([reason, count]) => `${skipWords(t, reason)} (${format.number(count)})`).join(', ')}
                </p>
              )}
              {row.holdout !== null && <HoldoutWords holdout={row.holdout} />}
              {row.variants !== null && <VariantsWords variants={row.variants} words={words} />}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

const share = (format: ReturnType<typeof useFormat>, part: number, whole: number): string =>
  format.percent(whole === 0 ? 0 : part / whole);

type Variants = NonNullable<Stats['steps'][number]['variants']>;

function VariantsWords({
  variants: { variants, leader, winner, needsMore },
  words,
}: {
  variants: Variants;
  words: FunnelWords;
}) {
  const t = useTranslations('funnels.results');
  const format = useFormat();
  const best = Math.max(...variants.map(({ rate }) => rate), Number.MIN_VALUE);
  return (
    <div className={classes.variants}>
      <p className={classes.verdict}>
        {winner !== null
          ? t('winner', { variant: words.variant(winner) })
          : leader === null
            ? t('noLeader')
            : needsMore === null
              ? t('leading', { variant: words.variant(leader) })
              : t('leadingFor', { variant: words.variant(leader), people: needsMore.people, days: needsMore.days })}
      </p>
      <ul className={classes.sides}>
        {variants.map(({ id, reached, converted, rate }) => (
          <li key={id}>
            <span>{words.variant(id)}</span>
            <div className={classes.track} aria-hidden>
              <span style={{ width: `${(rate / best) * 100}%` }} />
            </div>
            <strong>{format.percent(rate)}</strong>
            <small>{t('of', { converted, reached })}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}
