/** Whether a figure grew: a line through the last three quarters of its course, by least squares. */
import { percentile } from '@/bench/lib/percentile';

export interface Point {
  /** Seconds since the beginning. */
  at: number;
  value: number;
}

export interface Trend {
  /** Of the line at its two ends. */
  from: number;
  to: number;
  /** Of the line, an hour. */
  slope: number;
}

/** Of the values of one stretch of a course. */
export type Summary = (values: readonly number[]) => number;
/** Of what swings, as a heap between two collections and a pool between two bursts: what leaks is missing at its lowest too. */
export const lowest: Summary = (values) => Math.min(...values);
/** Of what single moments throw far up. */
export const middle: Summary = (values) => percentile(values, 0.5);
const STRETCHES = 12;

/** A course of some stretches instead of all its points. */
export function summarised(course: readonly Point[], summary: Summary): Point[] {
  const known = course.filter(({ value }) => Number.isFinite(value));
  const length = Math.max(Math.floor(known.length / STRETCHES), 1);
  return Array.from({ length: Math.ceil(known.length / length) }, (_, n) => {
    const stretch = known.slice(n * length, (n + 1) * length);
    return { at: middle(stretch.map(({ at }) => at)), value: summary(stretch.map(({ value }) => value)) };
  });
}

/** The first quarter is left out: caches fill, pools open, compilers compile. */
export function trendOf(course: readonly Point[]): Trend {
  const points = course.slice(Math.floor(course.length / 4)).filter(({ value }) => Number.isFinite(value));
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return { from: Number.NaN, to: Number.NaN, slope: Number.NaN };
  const mean = (of: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [at, value] = [mean((point) => point.at), mean((point) => point.value)];
  const spread = mean((point) => (point.at - at) ** 2);
  const slope = spread === 0 ? 0 : mean((point) => (point.at - at) * (point.value - value)) / spread;
  const lineAt = (moment: number): number => value + slope * (moment - at);
  return { from: lineAt(first.at), to: lineAt(last.at), slope: slope * 3_600 };
}
