'use client';
import { BarChart } from '@mantine/charts';
import { useFormat } from '@/components/ui/format';
import classes from './day-chart.module.css';

interface DayPoint {
  /** Calendar day, `2026-01-31`. */
  day: string;
  value: number;
  /** The total that `value` is a part of. */
  whole?: number;
}

interface Props {
  points: readonly DayPoint[];
  /** The message of the chart in a sentence, for people who do not see it. */
  label: string;
  /** Names the value in the tooltip. */
  series: string;
  /**
   * Names what the values are a part of: the rest of it stands above them in grey. Without it, `whole` of the points
   * does not count.
   */
  whole?: string;
  /** Writes a value in full, for the tooltip. */
  write?: (value: number) => string;
  /** Pixels, or a length of CSS. */
  height?: number | string;
}

/** Bars, one a day; the exact value on hover. */
export function DayChart({ points, label, series, whole, write, height = 180 }: Props) {
  const format = useFormat();
  const parts = [{ name: 'value', label: series, color: 'var(--accent)', stackId: 'day' }];
  const chart = (
    <div role="img" aria-label={label} className={classes.chart}>
      <BarChart
        h={height}
        data={points.map((point) => ({
          day: format.day(point.day),
          value: point.value,
          whole: point.whole,
          rest: (point.whole ?? 0) - point.value,
        }))}
        dataKey="day"
        series={
          whole === undefined
            ? parts
            : [...parts, { name: 'whole', label: whole, color: 'var(--chart-rest)', stackId: 'day' }]
        }
        valueFormatter={write ?? format.number}
        tickLine="none"
        gridAxis="x"
        strokeDasharray="0"
        // Drawn as high as the rest, told as the whole.
        barProps={({ name }) => ({
          isAnimationActive: false,
          radius: whole === undefined || name === 'whole' ? [3, 3, 0, 0] : 0,
          ...(name === 'whole' && { dataKey: 'rest' }),
        })}
        barChartProps={{
          barCategoryGap: '24%',
          accessibilityLayer: false,
          margin: { top: 8, right: 0, bottom: 0, left: 0 },
        }}
        xAxisProps={{ interval: 'equidistantPreserveStart', minTickGap: 40 }}
        yAxisProps={{ width: 32, allowDecimals: false, tickFormatter: format.compact, tickCount: 4 }}
        tooltipAnimationDuration={0}
      />
    </div>
  );
  if (whole === undefined) return chart;
  return (
    <>
      <ul className={classes.legend}>
        <li data-part="value">{series}</li>
        <li data-part="whole">{whole}</li>
      </ul>
      {chart}
    </>
  );
}
