/** What each kind of request took in the second quarter of a soak, and in the last: which of them grew. */
import { percentile } from '@/bench/lib/percentile';
import { lay } from '@/bench/lib/table';

export class Kinds {
  private readonly looks: ReadonlyMap<string, readonly number[]>[] = [];

  /** What was answered since the last look, by what was asked for. */
  note(byKind: ReadonlyMap<string, readonly number[]>): void {
    this.looks.push(byKind);
  }

  /** Those that took longest first. */
  table(): string {
    const quarter = Math.floor(this.looks.length / 4);
    const [early, late] = [together(this.looks.slice(quarter, 2 * quarter)), together(this.looks.slice(-quarter))];
    const rows = [...late]
      .map(([kind, times]) => ({ kind, before: early.get(kind) ?? [], times }))
      .sort((a, b) => percentile(b.times, 0.99) - percentile(a.times, 0.99))
      .map(({ kind, before, times }) => [
        kind,
        ...[0.5, 0.99].flatMap((share) => [milliseconds(before, share), milliseconds(times, share)]),
      ]);
    return lay([['Request', 'p50, second quarter', 'last', 'p99, second quarter', 'last'], ...rows]);
  }
}

function together(looks: readonly ReadonlyMap<string, readonly number[]>[]): Map<string, number[]> {
  const all = new Map<string, number[]>();
  for (const look of looks) for (const [kind, times] of look) all.set(kind, [...(all.get(kind) ?? []), ...times]);
  return all;
}

const milliseconds = (times: readonly number[], share: number): string => percentile(times, share).toFixed(0);
