'use client';
import { Box, Skeleton, UnstyledButton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import type { Outputs } from '@/app/trpc';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { keysOf } from '@/server/platform/lib/narrow';
import { Change } from './change';
import classes from './trends.module.css';

const CHART_HEIGHT = 220;
const DayChart = dynamic(async () => (await import('@/components/ui/day-chart')).DayChart, {
  ssr: false,
  // Its code comes when the rest is drawn: room for it, and nothing that moves.
  loading: () => <Box h={CHART_HEIGHT} />,
});

type Figures = Outputs['insights']['overview'];
type Groups = Omit<Figures, 'windowDays' | 'from' | 'to' | 'previous'>;

/** The metrics that can be drawn, each with its figure and the page behind it. */
const METRICS = {
  'contacts.new': { of: ({ contacts }: Groups) => contacts.new, href: '/contacts' },
  'broadcasts.messages': { of: ({ broadcasts }: Groups) => broadcasts.messages, href: '/broadcasts' },
  'discounts.redemptions': { of: ({ discounts }: Groups) => discounts.redemptions, href: '/discount-codes' },
  'referrals.signups': { of: ({ referrals }: Groups) => referrals.signups, href: '/referrals' },
  'carts.recovered': { of: ({ carts }: Groups) => carts.recovered, href: '/abandoned-cart' },
} as const;
export type TrendMetric = keyof typeof METRICS;
const TREND_METRICS = keysOf(METRICS);

interface Props {
  figures: Figures;
  /** The series of the metric, or of the one before while this one is loading. */
  series: Outputs['insights']['timeseries'] | undefined;
  metric: TrendMetric;
  onMetric: (metric: TrendMetric) => void;
}

/** The main figures against the period before; the chosen one is drawn day by day. */
export function Trends({ figures, series, metric, onMetric }: Props) {
  const t = useTranslations('home.trends');
  const format = useFormat();
  const total = METRICS[metric].of(figures);
  const name = t(`metrics.${metric}.name`);
  return (
    <Panel className={classes.trends} flush>
      <div className={classes.tiles} role="group" aria-label={t('choose')}>
        {TREND_METRICS.map((each) => (
          <UnstyledButton
            key={each}
            className={classes.tile}
            aria-pressed={each === metric}
            onClick={() => onMetric(each)}
          >
            <span className={classes.label}>{t(`metrics.${each}.name`)}</span>
            <span className={classes.line}>
              <span className={classes.value}>{format.number(METRICS[each].of(figures))}</span>
              {figures.previous && (
                <Change current={METRICS[each].of(figures)} previous={METRICS[each].of(figures.previous)} />
              )}
            </span>
          </UnstyledButton>
        ))}
      </div>
      <div className={classes.plot}>
        <p className={classes.caption}>
          <span>{t(`metrics.${metric}.perDay`)}</span>
          <Link href={METRICS[metric].href}>{t(`metrics.${metric}.open`)}</Link>
        </p>
        {series === undefined ? (
          <Skeleton height={CHART_HEIGHT} />
        ) : total === 0 ? (
          <p className={classes.none}>{t(`metrics.${metric}.none`, { days: figures.windowDays })}</p>
        ) : (
          <DayChart
            points={series.points.map(({ date, value }) => ({ day: date, value }))}
            label={t('label', { name, total, days: figures.windowDays })}
            series={name}
            height={CHART_HEIGHT}
          />
        )}
      </div>
    </Panel>
  );
}
