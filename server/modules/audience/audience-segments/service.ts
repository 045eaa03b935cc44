/** The merchants' operations on their own segments (docs/contract/audience-segments.md): create, change, archive. */
import { workspaceStatement } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import {
  conditionsOf,
  invalidDefinition,
  readDefinition,
} from '@/server/modules/audience/audience-segments/definition';
import { get, presentSegment, segmentColumns, type SegmentRow } from '@/server/modules/audience/audience-segments/rows';
import type { CreateInput, Definition, Segment, UpdateInput } from '@/server/modules/audience/audience-segments/schema';
import { isSystemName } from '@/server/modules/audience/audience-segments/system-segments';
import { broadcastsWith, unusedInSql } from '@/server/modules/audience/audience-segments/references';
import { effectivePlan, requireWithinLimit } from '@/server/modules/account/billing/effective-plan';

/**
 * Reads a definition and requires that its lists exist. A list that is deleted later has no members.
 * @throws AppError INVALID_DEFINITION
 */
export async function readOwnDefinition(db: WorkspaceDb, raw: unknown): Promise<Definition> {
  const definition = readDefinition(raw);
  const asked = conditionsOf(definition).flatMap(({ path, condition }) =>
    'field' in condition && condition.field === 'list' ? [{ path, id: condition.value as string }] : [],
  );
  if (asked.length === 0) return definition;
  const lists = await db.prisma.contactList.findMany({
    where: { id: { in: asked.map(({ id }) => id) } },
    select: { id: true },
  });
  const missing = asked.find(({ id }) => !lists.some((list) => list.id === id));
  if (missing !== undefined) throw invalidDefinition(missing.path, 'there is no such list');
  return definition;
}

/** Requires a plan with own segments. @throws AppError PLAN_LIMIT */
async function requirePlan(db: WorkspaceDb): Promise<void> {
  requireWithinLimit(await effectivePlan(db), 'segments', 1);
}

const nameTaken = (error: unknown): unknown =>
  violates(error, 'AudienceSegment_accountId_name_key') ? new AppError('NAME_TAKEN') : error;

/** @throws AppError INVALID_DEFINITION, PLAN_LIMIT, NAME_TAKEN */
export async function create(db: WorkspaceDb, input: CreateInput): Promise<Segment> {
  const definition = await readOwnDefinition(db, input.definition);
  await requirePlan(db);
  if (isSystemName(input.name)) throw new AppError('NAME_TAKEN');
  try {
    return presentSegment(
      await db.prisma.audienceSegment.create({
        data: {
          accountId: db.accountId,
          name: input.name,
          description: input.description ?? null,
          definition: definition,
          createdAt: db.now,
          updatedAt: db.now,
        },
      }),
    );
  } catch (error) {
    throw nameTaken(error);
  }
}

/** The condition travels with the write: a segment that a scheduled broadcast uses stays active. */
const updateSegment = workspaceStatement<
  SegmentRow,
  [
    id: string,
    now: Date,
    name: string | null,
    setDescription: boolean,
    description: string | null,
    definition: string | null,
    status: string | null,
  ]
>(
  'audience-segments.update',
  `UPDATE "AudienceSegment" s SET "updatedAt" = $3, name = coalesce($4, s.name), description = CASE
    WHEN $5::boolean THEN $6 ELSE s.description END,
     definition = coalesce($7::jsonb, s.definition), status = coalesce($8, s.status)
   WHERE s."accountId" = $1 AND s.id = $2 AND s.kind = 'custom'
     AND ($8 IS DISTINCT FROM 'archived' OR s.status = 'archived' OR ${unusedInSql('segment', '$2')})
   RETURNING ${segmentColumns}`,
);

/**
 * Changes a segment; fields that are not sent stay. @throws AppError NOT_FOUND, BAD_STATE, INVALID_DEFINITION,
 * NAME_TAKEN, IN_USE, PLAN_LIMIT
 */
export async function update(db: WorkspaceDb, { id, ...changes }: UpdateInput): Promise<Segment> {
  const before = await get(db, id);
  if (before.kind === 'system')
    throw new AppError('BAD_STATE', {
      message: 'A system segment cannot be changed. Create a segment of your own instead.',
    });
  if (Object.keys(changes).length === 0) return before;
  if (changes.name !== undefined && isSystemName(changes.name)) throw new AppError('NAME_TAKEN');
  const definition =
    changes.definition === undefined ? null : JSON.stringify(await readOwnDefinition(db, changes.definition));
  if (changes.status === 'active' && before.status === 'archived') await requirePlan(db);
  try {
    const [row] = await db.rows(
      updateSegment,
      id,
      db.now,
      changes.name ?? null,
      changes.description !== undefined,
      changes.description ?? null,
      definition,
      changes.status ?? null,
    );
    if (row !== undefined) return presentSegment(row);
  } catch (error) {
    throw nameTaken(error);
  }
  throw new AppError('IN_USE', { details: { broadcasts: await broadcastsWith(db, 'segment', id) } });
}

/**
 * Archives a segment: the row stays, with its name. Archiving twice changes nothing. @throws AppError NOT_FOUND,
 * BAD_STATE, IN_USE
 */
export async function archive(db: WorkspaceDb, id: string): Promise<{ id: string; status: 'archived' }> {
  const { status, kind } = await get(db, id);
  if (kind === 'system' || status === 'active') await update(db, { id, status: 'archived' });
  return { id, status: 'archived' };
}
