'use client';
import { SegmentedControl, Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTimeZone, useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState } from 'react';
import type { Locale } from '@/app/i18n/locales';
import { useTRPC, type Outputs } from '@/app/trpc';
import { useArrivedAccount } from '@/components/shell/use-account';
import { ErrorNotice } from '@/components/ui/error-notice';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { useAddress } from '@/components/ui/use-address';
import { useClock } from '@/components/ui/use-clock';
import { dateTimeFormat } from '@/server/platform/lib/formats';
import {
  changeOptions,
  codeOptions,
  daysOf,
  DEFAULTS,
  figureOptions,
  FIRST_METRIC,
  PERIODS,
  seriesOptions,
} from './home-reads';
import classes from './home.module.css';
import { Messages } from './messages';
import { Problems } from './problems';
import { Setup } from './setup';
import { Trends } from './trends';
import { pageOf } from '@/app/(dashboard)/audit-log/known';
import { Sentence } from '@/app/(dashboard)/audit-log/sentence';
import { RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import trends from './trends.module.css';
import { keysOf } from '@/server/platform/lib/narrow';
import { Change } from './change';

type Overview = Outputs['insights']['overview'];
type Groups = Pick<Overview, 'discounts' | 'referrals' | 'carts' | 'funnels' | 'affiliates'>;

const KINDS = {
  recovered: ({ carts }: Groups) => carts.valueByCurrency,
  funnels: ({ funnels }: Groups) => funnels.revenueByCurrency,
  affiliates: ({ affiliates }: Groups) => affiliates.revenueByCurrency,
  referred: ({ referrals }: Groups) => referrals.revenueByCurrency,
  given: ({ discounts }: Groups) => discounts.appliedByCurrency,
} as const;
const KIND_NAMES = keysOf(KINDS);

/** Money that came in and money that was given, each currency by itself, the largest first. */
function MoneyMoved({ figures }: { figures: Overview }) {
  const t = useTranslations('home.money');
  const format = useFormat();
  const lines = KIND_NAMES.map((kind) => {
    const [now, before] = [KINDS[kind](figures), figures.previous === undefined ? {} : KINDS[kind](figures.previous)];
    const currencies = [...new Set([...Object.keys(now), ...Object.keys(before)])];
    return {
      kind,
      amounts: currencies
        .map((currency) => ({ currency, current: now[currency] ?? 0, previous: before[currency] ?? 0 }))
        .sort((a, b) => b.current - a.current),
    };
  });
  return (
    <Panel title={t('title')}>
      <dl className={classes.money}>
        {lines.map(({ kind, amounts }) => (
          <div key={kind}>
            <dt>{t(`kinds.${kind}`)}</dt>
            {amounts.length === 0 && <dd className={classes.nothing}>{t('nothing')}</dd>}
            {amounts.map(({ currency, current, previous }) => (
              <dd key={currency}>
                <output>{format.money(current, currency)}</output>
                <Change current={current} previous={previous} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Panel>
  );
}

const TILES = [64, 48, 72, 56, 60];
const LINES = [72, 58, 66, 48, 62];

/** The shape of Home before its figures are there. */
function HomeSkeleton() {
  const t = useTranslations('ui');
  return (
    <div role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div className={classes.grid}>
        <Panel className={trends.trends} flush>
          <div className={trends.tiles}>
            {TILES.map((width) => (
              <div key={width} className={trends.tile}>
                <Skeleton height={12} width={`${width}%`} my={4} />
                <Skeleton height={24} width={64} my={4} />
              </div>
            ))}
          </div>
          <div className={trends.plot}>
            <Skeleton height={12} width={120} mb={16} />
            <Skeleton height={220} />
          </div>
        </Panel>
        {['messages', 'money', 'activity', 'codes'].map((place) => (
          <Panel key={place}>
            <Skeleton height={14} width={112} mb={20} />
            {LINES.map((width) => (
              <Skeleton key={width} height={12} width={`${width}%`} my={16} />
            ))}
          </Panel>
        ))}
      </div>
    </div>
  );
}

/** The codes that were redeemed most, each with its share of the first. */
function TopCodes({ codes }: { codes: Outputs['insights']['topCodes']['codes'] }) {
  const t = useTranslations('home.topCodes');
  const format = useFormat();
  const most = codes[0]?.redemptions ?? 0;
  if (most === 0) return <p className={classes.none}>{t('none')}</p>;
  return (
    <ol className={classes.codes}>
      {codes.map(({ id, code, redemptions, revenueByCurrency = {}, revenueDiscountByCurrency = {} }) => (
        <li key={id} className={classes.code}>
          <Link href={`/discount-codes/${id}`}>{code}</Link>
          <span>
            {[
              t('count', { count: redemptions }),
              ...Object.entries(revenueByCurrency).map(([currency, revenue]) =>
                t('revenue', {
                  revenue: format.money(revenue, currency),
                  share: format.percent(revenue === 0 ? 0 : (revenueDiscountByCurrency[currency] ?? 0) / revenue),
                }),
              ),
            ].join(' · ')}
          </span>
          <div className={classes.bar} style={{ '--share': `${(100 * redemptions) / most}%` }} />
        </li>
      ))}
    </ol>
  );
}

/** The list of who changed what, and when; a change leads to what was changed, where that has a page. */
function Activity({ entries }: { entries: Outputs['auditLog']['listNamed']['entries'] }) {
  const t = useTranslations('home.activity');
  if (entries.length === 0) return <p className={classes.none}>{t('none')}</p>;
  return (
    <ol className={classes.entries}>
      {entries.map((entry) => {
        const href = pageOf(entry);
        return (
          <li key={entry.id} className={classes.entry}>
            <p>
              {href === undefined ? (
                <Sentence entry={entry} />
              ) : (
                <Link href={href}>
                  <Sentence entry={entry} />
                </Link>
              )}
            </p>
            <RelativeTime value={entry.createdAt} />
          </li>
        );
      })}
    </ol>
  );
}

/** The hour when the morning greeting ends: siang begins at eleven. */
const NOON = { en: 12, id: 11 } as const satisfies Record<Locale, number>;

/** The tasks to do, the last 30 days against the 30 before, and the latest changes. */
export function Home() {
  const t = useTranslations('home');
  const trpc = useTRPC();
  const [metric, setMetric] = useState(FIRST_METRIC);
  const [address, setAddress] = useAddress(DEFAULTS);
  const days = daysOf(address);
  const figures = useQuery(figureOptions(trpc, days));
  const series = useQuery(seriesOptions(trpc, metric, days));
  const setup = useQuery(trpc.insights.setup.queryOptions());
  const problems = useQuery(trpc.insights.problems.queryOptions());
  const codes = useQuery(codeOptions(trpc, days));
  const activity = useQuery(changeOptions(trpc));
  const queries = [figures, series, setup, problems, codes, activity];
  const failed = queries.find((query) => query.isError);
  const ready = figures.data && setup.data && problems.data && codes.data && activity.data;
  const period = (
    <SegmentedControl
      size="xs"
      aria-label={t('choosePeriod')}
      data={PERIODS.map((value) => ({ value: String(value), label: t('days', { days: value }) }))}
      value={String(days)}
      onChange={(next) => setAddress({ days: next })}
    />
  );
  return (
    <>
      <PageHead title={<Greeting />} lead={t('period', { days })} onlyReads action={period} />
      {failed && (
        <ErrorNotice
          error={failed.error}
          act="read"
          onRetry={() => queries.filter((query) => query.isError).forEach((query) => void query.refetch())}
        />
      )}
      {!ready && !failed && <HomeSkeleton />}
      {ready && (
        <>
          <Setup setup={setup.data} />
          <Problems problems={problems.data.problems} />
          <div className={classes.grid}>
            <Trends figures={figures.data} series={series.data} metric={metric} onMetric={setMetric} />
            <Messages figures={figures.data} />
            <MoneyMoved figures={figures.data} />
            <Panel title={t('activity.title')} aside={<AllChanges />}>
              <Activity entries={activity.data.entries} />
            </Panel>
            <Panel title={t('topCodes.title')}>
              <TopCodes codes={codes.data.codes} />
            </Panel>
          </div>
        </>
      )}
    </>
  );
}

function AllChanges() {
  const t = useTranslations('home.activity');
  return (
    <Link className={classes.more} href="/audit-log">
      {t('all')}
    </Link>
  );
}

/** By the hour in the workspace's time zone. */
function Greeting() {
  const t = useTranslations('home.greeting');
  const name = useArrivedAccount()?.user.name.split(/\s+/)[0];
  const timeZone = useTimeZone();
  const locale = useLocale();
  const now = useClock();
  if (name === undefined) return <Skeleton component="span" display="block" height={24} width={240} my={4} />;
  const hour = Number(dateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now));
  const part = hour < 4 || hour >= 18 ? 'evening' : hour < NOON[locale] ? 'morning' : hour < 15 ? 'noon' : 'afternoon';
  return t(part, { name });
}
