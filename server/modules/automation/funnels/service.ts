/**
 * The merchant's operations on funnels (docs/contract/funnels.md): create, change, archive. publish.ts makes them live.
 */
import { castJson } from '@/server/platform/db/stored';
import { workspaceStatement } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import type { CompileServices } from '@/server/modules/messaging/broadcasts/compile-content';
import { readFunnelDefinition } from '@/server/modules/automation/funnels/checks';
import type { FunnelDefinition, FunnelTrigger } from '@/server/modules/automation/funnels/definition-schema';
import { lockFunnels } from '@/server/modules/automation/funnels/lock';
import { get, holdFunnel, presentFunnel, readFunnel } from '@/server/modules/automation/funnels/rows';
import type { CreateInput, Funnel, UpdateInput } from '@/server/modules/automation/funnels/schema';
import { MOST_FUNNELS } from '@/server/modules/automation/funnels/vocabulary';

/** Returns the columns by which an event finds its funnels. */
export function triggerOf({ trigger }: FunnelDefinition): { trigger: string; triggerKey: string } {
  return { trigger: trigger.type, triggerKey: keyOf(trigger) };
}

function keyOf(trigger: FunnelTrigger): string {
  switch (trigger.type) {
    case 'list_added':
      return trigger.listId;
    case 'segment_entered':
      return trigger.segmentId;
    case 'event':
      return trigger.name;
    default:
      return '';
  }
}

const refused = (error: unknown): unknown =>
  violates(error, 'Funnel_accountId_name_key') ? new AppError('NAME_TAKEN') : error;

/** @throws AppError INVALID_DEFINITION, INVALID_VALUE, INVALID_SCOPE, VALIDATION, NAME_TAKEN, LIMIT_REACHED */
export async function create(db: WorkspaceDb, services: CompileServices, input: CreateInput): Promise<Funnel> {
  const definition = await readFunnelDefinition(db, services, input.definition);
  try {
    return await db.prismaTransaction(async (tx) => {
      // So that of two at once only one is the last.
      await lockFunnels(tx, 'alone');
      const count = await tx.prisma.funnel.count({ where: { status: { not: 'archived' } } });
      if (count >= MOST_FUNNELS)
        throw new AppError('LIMIT_REACHED', {
          message: `A workspace has at most ${MOST_FUNNELS} funnels. Archive one first.`,
        });
      const { id } = await tx.prisma.funnel.create({
        data: {
          accountId: tx.accountId,
          name: input.name,
          description: input.description ?? null,
          definition: castJson(definition),
          ...triggerOf(definition),
          createdAt: tx.now,
          updatedAt: tx.now,
        },
      });
      await tx.audit({ action: 'funnel.create', targetType: 'funnel', targetId: id, data: { name: input.name } });
      return await presentFunnel(tx, await readFunnel(tx, id));
    });
  } catch (error) {
    throw refused(error);
  }
}

const updateFunnel = workspaceStatement<
  never,
  [
    id: string,
    name: string,
    description: string | null,
    definition: string,
    draft: string | null,
    trigger: string,
    triggerKey: string,
    now: Date,
  ]
>(
  'funnels.update',
  `UPDATE "Funnel" f SET name = $3, description = $4, definition = $5::jsonb, draft = $6::jsonb, trigger = $7,
    "triggerKey" = $8, "updatedAt" = $9::timestamptz
   WHERE f."accountId" = $1 AND f.id = $2`,
);

/**
 * Changes the fields that are sent. A new definition replaces that of a funnel that was never live; for any other
 * funnel it becomes the draft.
 * @throws AppError NOT_FOUND, BAD_STATE, and those of create
 */
export async function update(
  db: WorkspaceDb,
  services: CompileServices,
  { id, ...changes }: UpdateInput,
): Promise<Funnel> {
  if (Object.keys(changes).length === 0) return await get(db, id);
  const definition =
    changes.definition === undefined ? undefined : await readFunnelDefinition(db, services, changes.definition);
  try {
    return await db.transaction(async (tx) => {
      const before = await holdFunnel(tx, id);
      if (before.status === 'archived') throw badState(before.status);
      const isNew = before.version === 0;
      const inForce = isNew ? (definition ?? before.definition) : before.definition;
      const draft = isNew ? null : (definition ?? (changes.draft === null ? null : before.draft));
      const { trigger, triggerKey } = triggerOf(inForce);
      await tx.rows(
        updateFunnel,
        id,
        changes.name ?? before.name,
        changes.description === undefined ? before.description : changes.description,
        JSON.stringify(inForce),
        draft === null ? null : JSON.stringify(draft),
        trigger,
        triggerKey,
        tx.now,
      );
      await tx.audit({
        action: 'funnel.update',
        targetType: 'funnel',
        targetId: id,
        data: { name: changes.name ?? before.name, changed: Object.keys(changes) },
      });
      return await presentFunnel(tx, await readFunnel(tx, id));
    });
  } catch (error) {
    throw refused(error);
  }
}

export const badState = (status: string): AppError =>
  new AppError('BAD_STATE', { message: `This is not possible: the funnel is ${status}.`, details: { status } });

const archiveFunnel = workspaceStatement<never, [id: string, now: Date]>(
  'funnels.archive',
  `WITH inside AS MATERIALIZED (
     SELECT e.id FROM "FunnelEnrolment" e WHERE e."accountId" = $1 AND e."funnelId" = $2 AND e.status = 'active'
       ORDER BY e.id FOR NO KEY UPDATE),
   left_it AS (
     UPDATE "FunnelEnrolment" e SET status = 'exited', "exitReason" = 'archived', "endedAt" = $3::timestamptz,
       "stepId" = NULL, "waitingFor" = NULL, "dueAt" = NULL
     FROM inside i WHERE e."accountId" = $1 AND e.id = i.id)
   UPDATE "Funnel" f SET status = 'archived', draft = NULL, "pausedAt" = NULL, "lookAt" = NULL,
     "updatedAt" = $3::timestamptz WHERE f."accountId" = $1 AND f.id = $2`,
);

/**
 * Archives a funnel for good: everybody inside leaves. The row stays, and so does its name. @throws AppError NOT_FOUND
 */
export async function archive(db: WorkspaceDb, id: string): Promise<{ id: string; status: 'archived' }> {
  return await db.longTransaction(async (tx) => {
    await lockFunnels(tx, 'alone');
    const { status, name } = await holdFunnel(tx, id);
    if (status !== 'archived') {
      await tx.rows(archiveFunnel, id, tx.now);
      await tx.audit({ action: 'funnel.archive', targetType: 'funnel', targetId: id, data: { name } });
    }
    return { id, status: 'archived' };
  });
}
