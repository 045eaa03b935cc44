'use client';
import { Box } from '@mantine/core';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { DayTable } from '@/components/ui/day-table';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import type { Activity, Days } from './reminder';
import classes from './abandoned-cart.module.css';

const CHART_HEIGHT = 256;

const DayChart = dynamic(async () => (await import('@/components/ui/day-chart')).DayChart, {
  ssr: false,
  // Its code comes when the rest is drawn: room for it, and nothing that moves.
  loading: () => <Box h={CHART_HEIGHT} />,
});

/** Reminders of each day, and how many of those brought the cart back. */
export function Trend({ points, days }: { points: Activity['points']; days: Days }) {
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
