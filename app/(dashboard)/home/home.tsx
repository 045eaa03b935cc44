'use client';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTimeZone, useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import type { Locale } from '@/app/i18n/locales';
import { useTRPC, type Outputs } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Figure } from '@/components/ui/figure';
import { useFormat } from '@/components/ui/format';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { useClock } from '@/components/ui/use-clock';
import { Activity } from './activity';
import classes from './home.module.css';
import { HomeSkeleton } from './home-skeleton';
import { Setup } from './setup';
import { TopCodes } from './top-codes';

const CHART_HEIGHT = 180;
const DayChart = dynamic(async () => (await import('@/components/ui/day-chart')).DayChart, { ssr: false, loading: () => <Skeleton height={CHART_HEIGHT} /> });

/** When the greeting stops being that of the morning: siang begins at eleven. */
const NOON = { en: 12, id: 11 } as const satisfies Record<Locale, number>;

type HomeData = Outputs['insights']['home'];

/** What needs doing, the last 30 days against the 30 before, what was changed lately. */
export function Home() {
  const t = useTranslations('home');
  const trpc = useTRPC();
  const query = useQuery(trpc.insights.home.queryOptions());
  const setup = useQuery(trpc.insights.setup.queryOptions());
  return (
    <>
      <PageHead title={<Greeting />} lead={t('period')} />
      {setup.data && <Setup setup={setup.data} />}
      {query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {query.isPending && <HomeSkeleton />}
      {query.data && <Figures data={query.data} />}
    </>
  );
}

/** By the hour in the workspace's time zone. */
function Greeting() {
  const t = useTranslations('home.greeting');
  const name = useAccount()?.user.name.split(/\s+/)[0];
  const timeZone = useTimeZone();
  const locale = useLocale();
  const now = useClock();
  if (name === undefined) return <Skeleton component="span" display="block" height={24} width={240} my={4} />;
  const hour = Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now));
  const part = hour < 4 || hour >= 18 ? 'evening' : hour < NOON[locale] ? 'morning' : hour < 15 ? 'noon' : 'afternoon';
  return t(part, { name });
}

function Figures({ data }: { data: HomeData }) {
  const t = useTranslations('home');
  const format = useFormat();
  const points = data.points.map(({ day, redemptions }) => ({ day, value: redemptions }));
  const total = points.reduce((sum, { value }) => sum + value, 0);
  const several = data.discountGiven.length > 1;
  return (
    <div className={classes.grid}>
      <Panel>
        <Figure
          label={t('figures.redemptions')}
          {...data.redemptions}
          chart={
            total === 0 ? (
              <p className={classes.none}>{t('chart.none')}</p>
            ) : (
              <div className={classes.plot}>
                <DayChart points={points} label={t('chart.label', { total })} series={t('figures.redemptions')} height={CHART_HEIGHT} />
              </div>
            )
          }
        />
      </Panel>
      <Panel className={classes.figures}>
        {data.discountGiven.map(({ currency, current, previous }) => (
          <Figure
            key={currency}
            label={several ? t('figures.discountGivenIn', { currency }) : t('figures.discountGiven')}
            current={current}
            previous={previous}
            write={(amount) => format.money(amount, currency)}
          />
        ))}
        <Figure label={t('figures.activeCodes')} current={data.activeCodes} />
      </Panel>
      <Panel title={t('activity.title')}>
        <Activity entries={data.activity} />
      </Panel>
      <Panel title={t('topCodes.title')}>
        <TopCodes codes={data.topCodes} />
      </Panel>
    </div>
  );
}
