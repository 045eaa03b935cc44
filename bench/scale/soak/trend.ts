/** Whether a figure grew: a line through the last three quarters of its course, by least squares. */

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
