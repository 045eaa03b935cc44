/** An independent model of clock times: it tries instant after instant, and knows no rule about offsets. */

const QUARTER_MS = 15 * 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** As if it were UTC. */
export function wall(timeZone: string, at: number): number {
  const known = formats.get(timeZone);
  const format =
    known ?? new Intl.DateTimeFormat('en-CA', { timeZone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, format);
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>;
  return Date.UTC(year!, month! - 1, day, hour, minute, second);
}

/** The first instant at which the wall shows it. What the clock jumps over is as long after the jump as it would have been. */
export function instantOnWall(zone: string, local: number): number {
  // Offsets change at whole quarters of an hour.
  const rest = local % QUARTER_MS;
  const quarter = local - rest;
  const steps: number[] = [];
  for (let at = quarter - 64 * QUARTER_MS; at <= quarter + 64 * QUARTER_MS; at += QUARTER_MS) steps.push(at);
  const hit = steps.find((at) => wall(zone, at) === quarter);
  if (hit !== undefined) return hit + rest;
  const after = steps.find((at) => wall(zone, at) > quarter)!;
  return after + (local - wall(zone, after - QUARTER_MS) - QUARTER_MS);
}

/** The instants in a span at which the clock of a zone is put forward or back. */
export function changesOf(zone: string, from: number, to: number): number[] {
  const day = 96 * QUARTER_MS;
  const changes: number[] = [];
  const ahead = (at: number): number => wall(zone, at) - at;
  for (let start = from; start < to; start += day) {
    let [low, high] = [start, start + day];
    if (ahead(low) === ahead(high)) continue;
    while (high - low > QUARTER_MS) {
      const middle = low + Math.floor((high - low) / QUARTER_MS / 2) * QUARTER_MS;
      if (ahead(middle) === ahead(low)) low = middle;
      else high = middle;
    }
    changes.push(high);
  }
  return changes;
}
