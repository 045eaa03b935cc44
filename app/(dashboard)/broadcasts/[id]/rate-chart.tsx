'use client';
import { AreaChart } from '@mantine/charts';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/ui/format';

/** Messages that left in each ten seconds. */
export function RateChart({ points }: { points: readonly { at: string; messages: number }[] }) {
  const t = useTranslations('broadcasts.progress');
  const format = useFormat();
  return (
    <div role="img" aria-label={t('rateChart')}>
      <AreaChart
        h={96}
        data={points.map(({ at, messages }) => ({ at: format.exact(at), messages }))}
        dataKey="at"
        series={[{ name: 'messages', label: t('rateSeries'), color: 'var(--accent)' }]}
        valueFormatter={format.number}
        curveType="monotone"
        withDots={false}
        withGradient={false}
        fillOpacity={0.12}
        gridAxis="none"
        withXAxis={false}
        withYAxis={false}
        areaProps={{ isAnimationActive: false }}
        areaChartProps={{ accessibilityLayer: false, margin: { top: 4, right: 0, bottom: 0, left: 0 } }}
        tooltipAnimationDuration={0}
      />
    </div>
  );
}
