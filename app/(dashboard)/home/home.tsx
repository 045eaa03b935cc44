'use client';
import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTimeZone, useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState } from 'react';
import type { Locale } from '@/app/i18n/locales';
import { useTRPC } from '@/app/trpc';
import { useArrivedAccount } from '@/components/shell/use-account';
import { ErrorNotice } from '@/components/ui/error-notice';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { useAddress } from '@/components/ui/use-address';
import { useClock } from '@/components/ui/use-clock';
import { dateTimeFormat } from '@/server/lib/formats';
import { Activity } from './activity';
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
import { HomeSkeleton } from './home-skeleton';
import { Messages } from './messages';
import { MoneyMoved } from './money-moved';
import { Problems } from './problems';
import { Setup } from './setup';
import { TopCodes } from './top-codes';
import { Trends } from './trends';

/** When the greeting stops being that of the morning: siang begins at eleven. */
const NOON = { en: 12, id: 11 } as const satisfies Record<Locale, number>;

/** What needs doing, the last 30 days against the 30 before, what was changed lately. */
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
