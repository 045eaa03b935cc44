/** The results that a funnel brought (docs/contract/funnels.md#stats). */
import { DAY_MS } from '@/server/platform/lib/durations';
import type { SnapshotTx, WorkspaceDb } from '@/server/platform/db/workspace';
import {
  comparisonsOf,
  maturedBy,
  readSides,
  readTests,
  sidesOf,
  sinceVersions,
  WHOLE,
  type Comparison,
  type KeptTest,
} from '@/server/modules/automation/funnels/comparisons';
import {
  readBrought,
  readEntered,
  readRefused,
  readSteps,
  type Cohort,
  type SideRow,
} from '@/server/modules/automation/funnels/figures';
import {
  incrementalOf,
  isSettled,
  look,
  needsMore,
  rateOf,
  smallest,
  type Side,
} from '@/server/modules/automation/funnels/guard';
import { datesOf } from '@/server/modules/automation/funnels/scheduled-triggers';
import { readFunnel } from '@/server/modules/automation/funnels/rows';
import type {
  Brought,
  HoldoutResult,
  Stats,
  StatsInput,
  VariantsResult,
} from '@/server/modules/automation/funnels/schema';

/** The number of days that the list of funnels shows. */
const BROUGHT_DAYS = 30;

type ByCurrency = Record<string, number>;

function addUp(rows: readonly { currency: string | null; value: number }[]): ByCurrency {
  const sums: ByCurrency = {};
  for (const { currency, value } of rows) if (currency !== null) sums[currency] = (sums[currency] ?? 0) + value;
  return sums;
}

function tally(rows: readonly { reason: string | null; people: number }[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { reason, people } of rows) if (reason !== null) sums[reason] = (sums[reason] ?? 0) + people;
  return sums;
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((all, row) => all + of(row), 0);

/** Returns each funnel's conversions and revenue, equal to its own stats; funnels without any are left out. */
export async function brought(db: WorkspaceDb): Promise<Brought> {
  const rows = await readBrought(db, new Date(db.now.getTime() - BROUGHT_DAYS * DAY_MS));
  const ids = [...new Set(rows.map(({ funnelId }) => funnelId))];
  return {
    windowDays: BROUGHT_DAYS,
    funnels: ids.map((id) => {
      const own = rows.filter(({ funnelId }) => funnelId === id);
      const priced = own.filter(({ currency }) => currency !== '');
      return { id, converted: sum(own, ({ people }) => people), revenueByCurrency: addUp(priced) };
    }),
  };
}

/** @throws AppError NOT_FOUND */
export async function stats(db: WorkspaceDb, { id, windowDays, version }: StatsInput): Promise<Stats> {
  const read = async (tx: SnapshotTx): Promise<Stats> => {
    const funnel = await readFunnel(tx, id);
    const { definition } = funnel;
    const from = new Date(tx.now.getTime() - windowDays * DAY_MS);
    const versions = version > 0 ? [version] : Array.from({ length: funnel.version }, (_, n) => n + 1);
    const cohort: Cohort = { funnelId: id, from, versions, maturedBy: maturedBy(definition, tx.now) };
    const entered = await readEntered(tx, cohort);
    const steps = await readSteps(tx, cohort);
    const standing = entered.flatMap(({ stepId, ...row }) => (stepId === null ? [] : [{ ...row, stepId }]));
    const credits = entered.flatMap(({ creditedTo, ...row }) =>
      creditedTo === null ? [] : [{ ...row, stepId: creditedTo }],
    );
    const sides = await readSides(tx, cohort, definition);
    const tests = await readTests(tx, id);
    const since = await sinceVersions(tx, id, funnel.version);
    const people = sum(entered, (row) => row.people);
    const converted = sum(
      entered.filter((row) => row.converted),
      (row) => row.people,
    );
    const comparisons = new Map(comparisonsOf(definition).map((each) => [each.stepId, each]));
    const judge = (stepId: string): { holdout: HoldoutResult | null; variants: VariantsResult | null } => {
      const comparison = comparisons.get(stepId);
      if (comparison === undefined) return { holdout: null, variants: null };
      const first = since(comparison);
      const kept = tests.find((test) => test.stepId === stepId && test.version === first);
      return judged(comparison, sidesOf(comparison, sides), sides.holdouts, { kept, now: tx.now });
    };
    const keys = new Map<string, { id: string; version: number }>();
    for (const row of [...steps, ...standing, ...credits])
      keys.set(`${row.version} ${row.stepId}`, { id: row.stepId, version: row.version });
    const order = new Map(definition.steps.map((step, place) => [step.id, place]));
    const placeOf = (stepId: string): number => order.get(stepId) ?? order.size;
    const listed = [...keys.values()].sort((a, b) => b.version - a.version || placeOf(a.id) - placeOf(b.id));
    return {
      windowDays,
      from,
      to: tx.now,
      entered: people,
      refused: await readRefused(tx, id, from),
      dates: definition.trigger.type === 'date' ? await datesOf(tx, definition.trigger) : null,
      active: sum(
        entered.filter(({ status }) => status === 'active'),
        (row) => row.people,
      ),
      completed: sum(
        entered.filter(({ status }) => status === 'completed'),
        (row) => row.people,
      ),
      exited: tally(entered.filter(({ status }) => status === 'exited')),
      converted,
      conversionRate: people === 0 ? 0 : converted / people,
      revenueByCurrency: addUp(entered),
      holdout: judge(WHOLE).holdout,
      steps: listed.map((key) => {
        const of = <Row extends { stepId: string; version: number }>(rows: readonly Row[]): Row[] =>
          rows.filter((row) => row.stepId === key.id && row.version === key.version);
        const passed = of(steps);
        const credited = of(credits);
        return {
          ...key,
          reached: sum(passed, (row) => row.people) + sum(of(standing), (row) => row.people),
          sent: sum(passed, (row) => row.sent),
          delivered: sum(passed, (row) => row.delivered),
          opened: sum(passed, (row) => row.opened),
          clicked: sum(passed, (row) => row.clicked),
          failed: sum(passed, (row) => row.failed),
          skipped: tally(
            passed.map(({ reason, skipReason, people: some }) => ({ reason: reason ?? skipReason, people: some })),
          ),
          converted: sum(credited, (row) => row.people),
          revenueByCurrency: addUp(credited),
          ...(key.version === funnel.version ? judge(key.id) : { holdout: null, variants: null }),
        };
      }),
    };
  };
  return await db.snapshot(read, { isLong: true });
}

function judged(
  comparison: Comparison,
  sides: readonly Side[],
  holdouts: readonly SideRow[],
  { kept, now }: { kept: KeptTest | undefined; now: Date },
): { holdout: HoldoutResult | null; variants: VariantsResult | null } {
  const seen = look(sides);
  const p = smallest(kept?.p ?? null, seen.p);
  const days = kept === undefined ? 0 : (now.getTime() - kept.beganAt.getTime()) / DAY_MS;
  const settled = isSettled(sides, p, days);
  if (comparison.kind === 'split')
    return {
      holdout: null,
      variants: {
        variants: sides.map((side) => ({
          id: side.id,
          reached: side.people,
          converted: side.converted,
          rate: rateOf(side),
        })),
        p,
        leader: seen.leader,
        winner: settled ? seen.leader : null,
        needsMore: needsMore(sides, p, days),
      },
    };
  const treated = sides.find(({ id }) => id === 'treated');
  const held = sides.find(({ id }) => id === 'held');
  if (treated === undefined || held === undefined || held.people === 0 || treated.people === 0)
    return { holdout: null, variants: null };
  const { rate, conversions, low, high } = incrementalOf(treated, held);
  const worth = (side: string): ByCurrency =>
    addUp(holdouts.filter((row) => row.stepId === comparison.stepId && row.side === side));
  const [ofTreated, ofHeld] = [worth('treated'), worth('held')];
  const revenueByCurrency = Object.fromEntries(
    [...new Set([...Object.keys(ofTreated), ...Object.keys(ofHeld)])].map((currency) => [
      currency,
      Math.round((ofTreated[currency] ?? 0) - (treated.people * (ofHeld[currency] ?? 0)) / held.people),
    ]),
  );
  return {
    variants: null,
    holdout: {
      treated: treated.people,
      treatedConverted: treated.converted,
      held: held.people,
      heldConverted: held.converted,
      incremental: { rate, conversions, revenueByCurrency, low, high },
      p,
      significant: settled,
    },
  };
}
