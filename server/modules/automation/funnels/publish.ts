/** Letting funnels run (docs/contract/funnels.md#states): activate, pause, go on, publish. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { effectivePlan, requireWithinLimit } from '@/server/modules/account/billing/effective-plan';
import type { Plan as BillingPlan } from '@/server/modules/account/billing/plans';
import type { CompileServices } from '@/server/modules/messaging/broadcasts/compile-content';
import { copyContents } from '@/server/modules/automation/funnels/contents';
import type { FunnelDefinition } from '@/server/modules/automation/funnels/definition-schema';
import { readChannels } from '@/server/modules/automation/funnels/facts';
import { lockFunnels } from '@/server/modules/automation/funnels/lock';
import { nextLook, rememberSegment } from '@/server/modules/automation/funnels/scheduled-triggers';
import { moveInside } from '@/server/modules/automation/funnels/move-inside';
import { exitOverdue, shiftDues, takeBack } from '@/server/modules/automation/funnels/pausing';
import { lookUpNamed, problemsOf, type Named } from '@/server/modules/automation/funnels/problems';
import { holdFunnel, presentFunnel, readFunnel, type FunnelRow } from '@/server/modules/automation/funnels/rows';
import type { ActivateInput, Funnel, PublishInput } from '@/server/modules/automation/funnels/schema';
import { badState, triggerOf } from '@/server/modules/automation/funnels/service';
import { isBlocking } from '@/server/modules/automation/funnels/vocabulary';

const countLive = workspaceStatement<{ live: number }>(
  'funnels.count-live',
  `SELECT count(*)::int AS live FROM "Funnel" f WHERE f."accountId" = $1 AND f.status = 'live'`,
);

/** @throws AppError INVALID_FUNNEL, NO_CHANNEL, in this order */
async function requireSound(tx: StatementTx, definition: FunnelDefinition): Promise<Named> {
  const named = await lookUpNamed(tx, [definition]);
  const problems = problemsOf(definition, { named, isLive: false }).filter(({ code }) => isBlocking(code));
  if (problems.length > 0)
    throw new AppError('INVALID_FUNNEL', {
      message: problems
        .map(({ message, stepId }) => (stepId === null ? message : `${stepId}: ${message}`))
        .join(' ')
        .slice(0, 2000),
      details: { problems },
    });
  const providers = [
    ...new Set(definition.steps.flatMap((step): ProviderId[] => (step.kind === 'send' ? [step.config.provider] : []))),
  ];
  const channels = providers.length === 0 ? new Map() : await readChannels(tx, providers);
  const missing = providers.filter((provider) => !channels.has(provider));
  if (missing.length > 0)
    throw new AppError('NO_CHANNEL', {
      message: `Connect a channel first. None is active for ${missing.map((provider) => providerEntry(provider).label).join(', ')}.`,
      details: { providers: missing },
    });
  return named;
}

/** @param before how many were live @throws AppError PLAN_LIMIT */
async function requireRoom(
  tx: StatementTx,
  plan: BillingPlan,
  { trigger }: FunnelDefinition,
  rises: boolean,
): Promise<void> {
  if (rises) requireWithinLimit(plan, 'funnels', ((await tx.rows(countLive))[0]?.live ?? 0) + 1);
  if (trigger.type === 'abandoned_cart') requireWithinLimit(plan, 'abandonedCart', 1);
}

const insertVersion = workspaceStatement<
  never,
  [id: string, version: number, definition: string, contents: string, now: Date]
>(
  'funnels.insert-version',
  `INSERT INTO "FunnelVersion" ("accountId", "funnelId", version, definition, contents, "publishedAt")
    VALUES ($1, $2, $3, $4::jsonb, $5::jsonb, $6::timestamptz)`,
);

/**
 * Puts the version in force. If the trigger stays the same, the next scheduled look still covers everything since the
 * last look.
 */
const putInForce = workspaceStatement<
  never,
  [id: string, version: number, definition: string, trigger: string, triggerKey: string, lookAt: Date | null, now: Date]
>(
  'funnels.put-in-force',
  `UPDATE "Funnel" f SET version = $3, definition = $4::jsonb, draft = NULL, trigger = $5, "triggerKey" = $6,
    "updatedAt" = $8::timestamptz,
     "lookAt" = CASE WHEN f.definition->'trigger' = $4::jsonb->'trigger' THEN f."lookAt" ELSE $7::timestamptz END,
     "lookedAt" = CASE WHEN f.definition->'trigger' = $4::jsonb->'trigger' THEN f."lookedAt" ELSE $8::timestamptz END
   WHERE f."accountId" = $1 AND f.id = $2`,
);

async function publishVersion(
  tx: StatementTx,
  services: CompileServices,
  { id, version }: Pick<FunnelRow, 'id' | 'version'>,
  definition: FunnelDefinition,
  named: Named,
): Promise<void> {
  const contents = await copyContents(tx, services, definition, named);
  await tx.rows(insertVersion, id, version + 1, JSON.stringify(definition), JSON.stringify(contents), tx.now);
  const { trigger, triggerKey } = triggerOf(definition);
  await tx.rows(
    putInForce,
    id,
    version + 1,
    JSON.stringify(definition),
    trigger,
    triggerKey,
    nextLook(definition, tx.now),
    tx.now,
  );
}

const makeLive = workspaceStatement<never, [id: string, lookAt: Date | null, now: Date]>(
  'funnels.make-live',
  `UPDATE "Funnel" f SET status = 'live', "activatedAt" = coalesce(f."activatedAt", $4::timestamptz),
    "liveSince" = $4::timestamptz, "pausedAt" = NULL, "lookAt" = $3::timestamptz, "lookedAt" = $4::timestamptz,
    "updatedAt" = $4::timestamptz
   WHERE f."accountId" = $1 AND f.id = $2`,
);

/**
 * Makes a draft live, or resumes a paused funnel; people inside then go on as `overdue` says. A live funnel stays
 * unchanged.
 * @throws AppError NOT_FOUND, BAD_STATE, INVALID_FUNNEL, NO_CHANNEL, PLAN_LIMIT
 */
export async function activate(
  db: WorkspaceDb,
  services: CompileServices,
  { id, overdue }: ActivateInput,
): Promise<Funnel> {
  const plan = await effectivePlan(db);
  return await db.longTransaction(async (tx) => {
    await lockFunnels(tx, 'alone');
    const before = await holdFunnel(tx, id);
    if (before.status === 'live') return await presentFunnel(tx, before);
    if (before.status === 'archived') throw badState(before.status);
    const { definition } = before;
    const named = await requireSound(tx, definition);
    await requireRoom(tx, plan, definition, true);
    if (before.version === 0) await publishVersion(tx, services, before, definition, named);
    await rememberSegment(tx, id, definition.trigger);
    if (before.pausedAt !== null) {
      await takeBack(tx, id, before.pausedAt);
      if (overdue === 'shift') await shiftDues(tx, id, before.pausedAt);
      if (overdue === 'exit') await exitOverdue(tx, id);
    }
    await tx.rows(makeLive, id, nextLook(definition, tx.now), tx.now);
    await tx.audit({
      action: 'funnel.activate',
      targetType: 'funnel',
      targetId: id,
      data: { name: before.name, ...(before.pausedAt !== null && { overdue }) },
    });
    return await presentFunnel(tx, await readFunnel(tx, id));
  });
}

const makePaused = workspaceStatement<never, [id: string, now: Date]>(
  'funnels.make-paused',
  `UPDATE "Funnel" f SET status = 'paused', "pausedAt" = $3::timestamptz, "updatedAt" = $3::timestamptz
    WHERE f."accountId" = $1 AND f.id = $2`,
);

/**
 * Pauses a funnel. After the answer nobody enters or moves, and no queued message is handed over. @throws AppError
 * NOT_FOUND, BAD_STATE
 */
export async function pause(db: WorkspaceDb, id: string): Promise<Funnel> {
  return await db.longTransaction(async (tx) => {
    await lockFunnels(tx, 'alone');
    const before = await holdFunnel(tx, id);
    if (before.status === 'paused') return await presentFunnel(tx, before);
    if (before.status !== 'live') throw badState(before.status);
    await tx.rows(makePaused, id, tx.now);
    await takeBack(tx, id, tx.now);
    await tx.audit({ action: 'funnel.pause', targetType: 'funnel', targetId: id, data: { name: before.name } });
    return await presentFunnel(tx, await readFunnel(tx, id));
  });
}

/** @throws AppError NOT_FOUND, BAD_STATE, INVALID_FUNNEL, NO_CHANNEL, PLAN_LIMIT */
export async function publish(
  db: WorkspaceDb,
  services: CompileServices,
  { id, inside }: PublishInput,
): Promise<Funnel> {
  const plan = await effectivePlan(db);
  return await db.longTransaction(async (tx) => {
    await lockFunnels(tx, 'alone');
    const before = await holdFunnel(tx, id);
    const { status, draft } = before;
    if ((status !== 'live' && status !== 'paused') || draft === null)
      throw new AppError('BAD_STATE', {
        message: draft === null ? 'There is no draft to publish.' : `This is not possible: the funnel is ${status}.`,
        details: { status },
      });
    const named = await requireSound(tx, draft);
    await requireRoom(tx, plan, draft, false);
    await publishVersion(tx, services, before, draft, named);
    if (status === 'live' && triggerKeyOf(draft) !== triggerKeyOf(before.definition))
      await rememberSegment(tx, id, draft.trigger);
    if (inside === 'move') await moveInside(tx, { funnelId: id, version: before.version + 1, definition: draft });
    await tx.audit({
      action: 'funnel.publish',
      targetType: 'funnel',
      targetId: id,
      data: { name: before.name, version: before.version + 1, inside },
    });
    return await presentFunnel(tx, await readFunnel(tx, id));
  });
}

const triggerKeyOf = (definition: FunnelDefinition): string => Object.values(triggerOf(definition)).join(' ');
