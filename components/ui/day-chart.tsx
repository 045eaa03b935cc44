'use client';
import { BarChart } from '@mantine/charts';
import { useFormat } from '@/components/ui/format';
import classes from './day-chart.module.css';

interface DayPoint {
  /** Calendar day, `2026-01-31`. */
  day: string;
  value: number;
}

interface Props {
  points: readonly DayPoint[];
  /** What the chart says, in a sentence, for those who do not see it. */
  label: string;
  /** Names the value in the tooltip. */
  series: string;
  /** Writes a value in full, for the tooltip. */
  write?: (value: number) => string;
  /** Pixels, or a length of CSS. */
  height?: number | string;
}

/** Bars, one a day; the exact value on hover. */
export function DayChart({ points, label, series, write, height = 180 }: Props) {
  const format = useFormat();
  return (
    <div role="img" aria-label={label} className={classes.chart}>
      <BarChart
        h={height}
        data={points.map(({ day, value }) => ({ day: format.day(day), value }))}
        dataKey="day"
        series={[{ name: 'value', label: series, color: 'var(--accent)' }]}
        valueFormatter={write ?? format.number}
        tickLine="none"
        gridAxis="x"
        strokeDasharray="0"
        barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }}
        barChartProps={{ barCategoryGap: '24%', accessibilityLayer: false, margin: { top: 8, right: 0, bottom: 0, left: 0 } }}
        xAxisProps={{ interval: 'equidistantPreserveStart', minTickGap: 40 }}
        yAxisProps={{ width: 32, allowDecimals: false, tickFormatter: format.compact, tickCount: 4 }}
        tooltipAnimationDuration={0}
      />
    </div>
  );
}
