/**
 * The comparisons of funnels: treated with held-out people, and variants with each other
 * (docs/contract/funnels.md#the-guard). The smallest p of all looks is stored, so that the hourly look and the page
 * show the same.
 */
import { DAY_MS } from '@/server/platform/lib/durations';
import { isDeepStrictEqual } from 'node:util';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { FunnelDefinition } from '@/server/modules/automation/funnels/definition-schema';
import type { StepOf } from '@/server/modules/automation/funnels/step-schema';
import {
  readHoldout,
  readStepHoldouts,
  readVariants,
  type Cohort,
  type SideRow,
  type VariantRow,
} from '@/server/modules/automation/funnels/figures';
import { look, type Side } from '@/server/modules/automation/funnels/guard';
import { plansOf } from '@/server/modules/automation/funnels/versions';
import type { SplitMetric } from '@/server/modules/automation/funnels/vocabulary';

/** The place of the funnel's own holdout, which is at no step. */
export const WHOLE = '';

export interface Comparison {
  /** The id of a split or of a step with a holdout, or WHOLE. */
  stepId: string;
  kind: 'holdout' | 'split';
  metric: SplitMetric;
  /** Ids of the sides: treated and held, or the variants. */
  sides: readonly string[];
}

const HOLDOUT_SIDES = ['treated', 'held'] as const;

export function comparisonsOf({ holdoutPercent, steps }: FunnelDefinition): Comparison[] {
  const holdout = (stepId: string): Comparison => ({ stepId, kind: 'holdout', metric: 'goal', sides: HOLDOUT_SIDES });
  return [
    ...(holdoutPercent > 0 ? [holdout(WHOLE)] : []),
    ...steps.flatMap((step): Comparison[] => {
      if (step.kind === 'send') return step.config.holdoutPercent > 0 ? [holdout(step.id)] : [];
      if (step.kind !== 'split') return [];
      const { variants, metric } = step.config;
      return [{ stepId: step.id, kind: 'split', metric, sides: variants.map(({ id }) => id) }];
    }),
  ];
}

/** The send steps whose messages go to single people. */
export const personalSends = ({ steps }: FunnelDefinition): StepOf<'send'>[] =>
  steps
    .filter((step) => step.kind === 'send')
    .filter(({ config }) => providerEntry(config.provider).perBroadcast !== true);

const add = (sides: Map<string, Side>, id: string, more: Omit<Side, 'id'>): void => {
  const known = sides.get(id) ?? { id, people: 0, converted: 0, matured: 0 };
  sides.set(id, {
    id,
    people: known.people + more.people,
    converted: known.converted + more.converted,
    matured: known.matured + more.matured,
  });
};

/** Returns the sides of each comparison, in the definition's order; a side that nobody has reached counts 0 people. */
export function sidesOf(
  comparison: Comparison,
  { holdouts, variants }: { holdouts: readonly SideRow[]; variants: readonly VariantRow[] },
): Side[] {
  const sides = new Map<string, Side>(comparison.sides.map((id) => [id, { id, people: 0, converted: 0, matured: 0 }]));
  if (comparison.kind === 'holdout') {
    for (const { stepId, side, people, converted, matured } of holdouts)
      if (stepId === comparison.stepId && sides.has(side)) add(sides, side, { people, converted, matured });
  } else
    for (const { stepId, side, people, matured, ...reached } of variants)
      if (stepId === comparison.stepId && sides.has(side)) {
        // A message that was read needs no goal, and no window of one.
        const isGoal = comparison.metric === 'goal';
        add(sides, side, { people, converted: reached[comparison.metric], matured: isGoal ? matured : people });
      }
  return [...sides.values()];
}

/** Returns the latest time of entry for which the goal window is over. */
export const maturedBy = ({ goal }: FunnelDefinition, now: Date): Date | null =>
  goal === null ? null : new Date(now.getTime() - goal.withinDays * DAY_MS);

/** Reads the figures of all comparisons, for a cohort. */
export async function readSides(
  tx: Pick<StatementTx, 'rows'>,
  cohort: Cohort,
  definition: FunnelDefinition,
): Promise<{ holdouts: SideRow[]; variants: VariantRow[] }> {
  const comparisons = comparisonsOf(definition);
  const splits = comparisons.filter(({ kind }) => kind === 'split');
  const holdouts: SideRow[] = [];
  if (comparisons.some(({ kind, stepId }) => kind === 'holdout' && stepId === WHOLE))
    holdouts.push(
      ...(await readHoldout(
        tx,
        cohort,
        personalSends(definition).map(({ id }) => id),
      )),
    );
  if (comparisons.some(({ kind, stepId }) => kind === 'holdout' && stepId !== WHOLE))
    holdouts.push(...(await readStepHoldouts(tx, cohort)));
  return { holdouts, variants: splits.length === 0 ? [] : await readVariants(tx, cohort, splits) };
}

/** Returns the version in which each comparison last changed; its counts begin anew there. */
export async function sinceVersions(
  tx: Pick<StatementTx, 'rows' | 'accountId'>,
  funnelId: string,
  version: number,
): Promise<(comparison: Comparison) => number> {
  const numbers = Array.from({ length: version }, (_, n) => version - n);
  const planOf = await plansOf(
    tx,
    numbers.map((each) => ({ funnelId, version: each })),
  );
  const current = planOf({ funnelId, version });
  return ({ stepId }) => {
    let since = version;
    for (const each of numbers) {
      const plan = planOf({ funnelId, version: each });
      if (plan === undefined || current === undefined) break;
      const isSame =
        stepId === WHOLE
          ? plan.definition.holdoutPercent === current.definition.holdoutPercent
          : isDeepStrictEqual(plan.step(stepId), current.step(stepId));
      if (!isSame) break;
      since = each;
    }
    return since;
  };
}

export interface KeptTest {
  stepId: string;
  version: number;
  p: number;
  leader: string | null;
  beganAt: Date;
}

const findTests = workspaceStatement<KeptTest, [funnelId: string]>(
  'funnels.tests',
  `SELECT t."stepId", t.version, t.p, t.leader, t."beganAt" FROM "FunnelTest" t
    WHERE t."accountId" = $1 AND t."funnelId" = $2`,
);
const keepTest = workspaceStatement<
  never,
  [funnelId: string, stepId: string, version: number, p: number, leader: string | null, now: Date]
>(
  'funnels.keep-test',
  `INSERT INTO "FunnelTest" AS t ("accountId", "funnelId", "stepId", version, p, leader, "beganAt", "updatedAt")
    VALUES ($1, $2, $3, $4, $5, $6, $7::timestamptz, $7::timestamptz)
   ON CONFLICT ("accountId", "funnelId", "stepId", version)
     DO UPDATE SET p = least(t.p, excluded.p), leader = excluded.leader, "updatedAt" = excluded."updatedAt"`,
);

export const readTests = async (tx: Pick<StatementTx, 'rows'>, funnelId: string): Promise<KeptTest[]> =>
  await tx.rows(findTests, funnelId);

/** Looks once at all comparisons of a funnel. Safe to repeat, because only the smallest p is kept. */
export async function lookAtTests(
  tx: Pick<StatementTx, 'rows' | 'accountId' | 'now'>,
  { id, version, definition }: { id: string; version: number; definition: FunnelDefinition },
): Promise<void> {
  const comparisons = comparisonsOf(definition);
  if (comparisons.length === 0) return;
  const since = await sinceVersions(tx, id, version);
  for (const comparison of comparisons) {
    const first = since(comparison);
    const cohort: Cohort = {
      funnelId: id,
      from: new Date(0),
      versions: Array.from({ length: version - first + 1 }, (_, n) => first + n),
      maturedBy: maturedBy(definition, tx.now),
    };
    const sides = sidesOf(comparison, await readSides(tx, cohort, definition));
    if (sides.every(({ people }) => people === 0)) continue;
    const { p, leader } = look(sides);
    await tx.rows(keepTest, id, comparison.stepId, first, p ?? 1, leader, tx.now);
  }
}
