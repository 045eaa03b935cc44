'use client';
import { SegmentedControl, Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useAddress } from '@/components/ui/use-address';
import { ACTIVITY_DAYS } from '@/server/modules/offers/abandoned-cart/vocabulary';
import { activityOptions, PERIOD, periodOf } from './cart-address';
import { OverviewSkeleton } from './carts-skeleton';
import classes from './abandoned-cart.module.css';
import dynamic from 'next/dynamic';
import { DayTable } from '@/components/ui/day-table';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import type { Activity, Days } from './reminder';
import type { ReactNode } from 'react';
import { useArrivedAccount } from '@/components/shell/use-account';
import { Figure } from '@/components/ui/figure';

type Sums = Pick<Activity['currencies'][number], 'sent' | 'recovered'>;

/** Reminders can be counted across currencies; their values cannot be added up. */
const countsOf = (sums: readonly Sums[]): Sums =>
  sums.reduce((all, each) => ({ sent: all.sent + each.sent, recovered: all.recovered + each.recovered }), {
    sent: 0,
    recovered: 0,
  });
const rateOf = ({ sent, recovered }: Sums): number => (sent === 0 ? 0 : recovered / sent);

/**
 * Figures of what was sent in the period and came back, compared with the period before; one value for each currency.
 */
function Figures({ activity: { currencies }, days, period }: { activity: Activity; days: Days; period: ReactNode }) {
  const t = useTranslations('abandonedCart.figures');
  const format = useFormat();
  const own = useArrivedAccount()?.workspace?.currency ?? 'IDR';
  const [now, before] = [countsOf(currencies), countsOf(currencies.map((each) => each.before))];
  const nothing = { sent: 0, recovered: 0, valueSent: 0, valueRecovered: 0 };
  const values = currencies.length > 0 ? currencies : [{ currency: own, ...nothing, before: nothing }];
  return (
    <Panel title={t('title', { days })} aside={period} className={classes.figures}>
      <div className={classes.figureRow}>
        <Figure label={t('sent')} current={now.sent} previous={before.sent} />
        <Figure label={t('recovered')} current={now.recovered} previous={before.recovered} />
        <Figure label={t('rate')} current={rateOf(now)} previous={rateOf(before)} write={format.percent} />
        {values.map((sum) => (
          <Figure
            key={sum.currency}
            label={values.length > 1 ? t('valueIn', { currency: sum.currency }) : t('value')}
            current={sum.valueRecovered}
            previous={sum.before.valueRecovered}
            write={(amount) => format.money(amount, sum.currency)}
            chart={<p className={classes.detail}>{t('of', { amount: format.money(sum.valueSent, sum.currency) })}</p>}
          />
        ))}
      </div>
    </Panel>
  );
}

const CHART_HEIGHT = 256;

const DayChart = dynamic(async () => (await import('@/components/ui/day-chart')).DayChart, {
  ssr: false,
  // Its code comes when the rest is drawn: room for it, and nothing that moves.
  loading: () => <Box h={CHART_HEIGHT} />,
});

/** Reminders of each day, and how many of those brought the cart back. */
function Trend({ points, days }: { points: Activity['points']; days: Days }) {
  const t = useTranslations('abandonedCart.chart');
  const format = useFormat();
  const [sent, recovered] = [
    points.reduce((sum, point) => sum + point.sent, 0),
    points.reduce((sum, point) => sum + point.recovered, 0),
  ];
  if (sent === 0) {
    return (
      <Panel title={t('title')}>
        <p className={classes.none}>{t('none', { days })}</p>
      </Panel>
    );
  }
  return (
    <Panel title={t('title')}>
      <DayChart
        points={points.map((point) => ({ day: point.day, value: point.recovered, whole: point.sent }))}
        label={t('label', { days, sent, recovered })}
        series={t('recovered')}
        whole={t('sent')}
        height={CHART_HEIGHT}
      />
      <DayTable
        label={t('title')}
        days={points.filter((point) => point.sent > 0).reverse()}
        columns={[
          { key: 'sent', head: t('sent'), cell: (point) => format.number(point.sent) },
          { key: 'recovered', head: t('recovered'), cell: (point) => format.number(point.recovered) },
        ]}
      />
    </Panel>
  );
}

/** A period in figures and day by day. */
export function Overview() {
  const t = useTranslations('abandonedCart');
  const [address, setAddress] = useAddress(PERIOD);
  const days = periodOf(address);
  const query = useQuery(activityOptions(useTRPC(), days));
  if (!query.data)
    return query.isError ? (
      <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
    ) : (
      <OverviewSkeleton />
    );
  const period = (
    <SegmentedControl
      size="xs"
      aria-label={t('period')}
      data={ACTIVITY_DAYS.map((value) => ({ value: String(value), label: t('days', { days: value }) }))}
      value={String(days)}
      onChange={(next) => setAddress({ days: next })}
    />
  );
  return (
    <div className={classes.overview}>
      <Figures activity={query.data} days={days} period={period} />
      <Trend points={query.data.points} days={days} />
    </div>
  );
}
