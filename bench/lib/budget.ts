/**
 * The budget of performance (bench/budget.json): the share of the floor's rate that each request had when it was last
 * written. A machine is noisy, so a share counts as fallen only when three comparisons of three say so.
 */
import fs from 'node:fs';
import path from 'node:path';
import { packageRoot } from '@/server/platform/lib/package-root';
import type { Comparison } from './compare';

const FILE = path.join(packageRoot, 'bench', 'budget.json');
/** What a share may lose. */
const TOLERANCE = 0.15;
const ATTEMPTS = 3;

/** Title of a measurement → share of the floor's rate. */
type Shares = Record<string, number>;

export const readBudget = (): Shares => JSON.parse(fs.readFileSync(FILE, 'utf8')) as Shares;

/** Those that were measured; the others stay. */
export function writeBudget(comparisons: readonly Comparison[]): void {
  const before = fs.existsSync(FILE) ? readBudget() : {};
  const measured = Object.fromEntries(comparisons.map(({ title, rate }) => [title, Number(rate.median.toFixed(2))]));
  fs.writeFileSync(FILE, `${JSON.stringify({ ...before, ...measured }, null, 2)}\n`);
}

const fell = ({ title, rate }: Comparison, budget: Shares): boolean =>
  title in budget && rate.median < (budget[title] ?? 0) * (1 - TOLERANCE);

/** Compares, and compares again while the share is below its budget. @returns every attempt, the last one last */
export async function compareToBudget(
  compareOnce: () => Promise<Comparison>,
  budget: Shares,
  say: (text: string) => void,
): Promise<[Comparison, ...Comparison[]]> {
  const attempts: [Comparison, ...Comparison[]] = [await compareOnce()];
  for (let last = attempts[0]; attempts.length < ATTEMPTS && fell(last, budget); attempts.push(last)) {
    say(`${last.title}: ${last.rate.median.toFixed(2)} of ${budget[last.title]?.toFixed(2) ?? ''}, once more …`);
    last = await compareOnce();
  }
  return attempts;
}

/** What fell in every attempt, in words; empty when the budget is kept. */
export const fallen = (attempts: readonly (readonly Comparison[])[], budget: Shares): string[] =>
  attempts
    .filter((each) => each.every((one) => fell(one, budget)))
    .map((each) => {
      const [{ title }] = each as [Comparison];
      const shares = each.map(({ rate }) => rate.median.toFixed(2)).join(', ');
      return `${title}: ${shares} of the floor, where it was ${budget[title]?.toFixed(2) ?? ''}`;
    });
