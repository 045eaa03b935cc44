/** The merchant's actions on briefs (docs/contract/campaigns.md): make, change, publish, close, complete, archive. */
import type { Services } from '@/server/platform/access/context';
import { NO_JSON } from '@/server/platform/db/columns';
import { listPage, type ListPage } from '@/server/platform/db/list-page';
import { castJson } from '@/server/platform/db/stored';
import { Parameters, workspaceStatement } from '@/server/platform/db/statement';
import { madeId } from '@/server/platform/db/new-id';
import { violates } from '@/server/platform/db/violations';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, foreignCampaign, invalid } from '@/server/platform/errors';
import { effectivePlan, requireWithinLimit } from '@/server/modules/account/billing/effective-plan';
import {
  briefColumns,
  hasSlot,
  holdBrief,
  isOfArchived,
  presentBrief,
  readBrief,
  type BriefRow,
} from '@/server/modules/creators/campaigns/rows';
import type {
  Brief,
  BriefWithCounts,
  CreateInput,
  Deliverable,
  ListInput,
  UpdateInput,
} from '@/server/modules/creators/campaigns/schema';
import { BRIEF_STATUSES, hasCommission, type BriefStatus } from '@/server/modules/creators/campaigns/vocabulary';
import { declineAsked } from '@/server/modules/creators/collaborations/end';
import { UNDER_WAY, type CollaborationStatus } from '@/server/modules/creators/collaborations/vocabulary';
import { readProgram } from '@/server/modules/creators/programs/rows';

const SHOWN = BRIEF_STATUSES.filter((status) => status !== 'archived');

/** Lists briefs, newest first. @throws AppError VALIDATION for a cursor that is not from this list */
export async function list(db: WorkspaceDb, { status = SHOWN, q, cursor, limit }: ListInput): Promise<ListPage<Brief>> {
  const parameters = new Parameters();
  const filter = [`r.status = ANY (${parameters.add(status, 'text[]')})`];
  if (q !== undefined && q !== '')
    filter.push(`strpos(lower(r.title), ${parameters.add(q.toLowerCase(), 'text')}) > 0`);
  const page = await listPage<BriefRow>(
    db,
    { table: 'Brief', by: 'createdAt', filter, parameters, cursor, limit },
    (row) => row.createdAt,
  );
  return { ...page, data: page.data.map((row) => presentBrief(row)) };
}

const countByStatus = workspaceStatement<{ status: CollaborationStatus; people: number }, [id: string]>(
  'campaigns.count-collaborations',
  `SELECT c.status, count(*)::int AS people FROM "Collaboration" c WHERE c."accountId" = $1 AND c."campaignId" = $2
    GROUP BY c.status`,
);

async function present(db: Pick<StatementTx, 'rows'>, row: BriefRow): Promise<BriefWithCounts> {
  const counted = await db.rows(countByStatus, row.id);
  return {
    ...presentBrief(row),
    collaborations: Object.fromEntries(counted.map(({ status, people }) => [status, people])),
    ...((await isOfArchived(db, row)) && { takesNobody: 'PROGRAM_ARCHIVED' as const }),
  };
}

/** @throws AppError NOT_FOUND */
export const get = async (db: WorkspaceDb, id: string): Promise<BriefWithCounts> =>
  await present(db, await readBrief(db, id));

const refused = (error: unknown): unknown =>
  violates(error, 'Brief_accountId_marketingCampaignId_fkey') ? foreignCampaign() : error;

/** Gives each deliverable an id. @throws AppError VALIDATION when two have the same id */
function numbered(sent: NonNullable<UpdateInput['deliverables']>): Deliverable[] {
  const deliverables = sent.map(({ id = madeId(), ...rest }) => ({ ...rest, id }));
  if (new Set(deliverables.map(({ id }) => id)).size < deliverables.length)
    throw invalid('deliverables', 'must have different ids: two are the same');
  return deliverables;
}

/** Returns the row's columns, with JSON columns in Prisma's form. @throws AppError VALIDATION */
async function columnsFrom<Sent extends Pick<UpdateInput, 'deliverables' | 'compensation'>>(
  db: WorkspaceDb,
  { deliverables, compensation, ...columns }: Sent,
) {
  if (compensation !== undefined && compensation !== null && hasCommission(compensation.type))
    await requireProgram(db, compensation.programId);
  return {
    ...columns,
    ...(deliverables !== undefined && { deliverables: numbered(deliverables).map((each) => castJson({ ...each })) }),
    ...(compensation !== undefined && {
      compensation: compensation === null ? NO_JSON : castJson({ ...compensation }),
    }),
  };
}

async function requireProgram(db: Pick<StatementTx, 'rows'>, id: string | null): Promise<void> {
  const fault = invalid(
    'compensation.programId',
    'does not name a program of this workspace, or the program is archived',
  );
  try {
    if ((await readProgram(db, id ?? '')).status === 'archived') throw fault;
  } catch (error) {
    throw error instanceof AppError && error.appCode === 'NOT_FOUND' ? fault : error;
  }
}

/** Creates a draft. @throws AppError VALIDATION */
export async function create(db: WorkspaceDb, input: CreateInput): Promise<BriefWithCounts> {
  const data = await columnsFrom(db, input);
  try {
    return await db.prismaTransaction(async (tx) => {
      const { id } = await tx.prisma.brief.create({
        data: { deliverables: [], ...data, accountId: tx.accountId, createdAt: tx.now, updatedAt: tx.now },
      });
      await tx.audit({ action: 'campaign.create', targetType: 'campaign', targetId: id, data: { name: input.title } });
      return await get(tx, id);
    });
  } catch (error) {
    throw refused(error);
  }
}

const badState = (status: string, details: Record<string, unknown> = {}): AppError =>
  new AppError('BAD_STATE', {
    message:
      details.agreed === undefined
        ? `The brief is ${status}, which does not allow this.`
        : 'Creators have accepted this brief, so what they agreed on cannot change. Create a new brief for other terms.',
    details: { status, ...details },
  });

/** The fields that accepted creators have agreed on. */
const AGREED = ['deliverables', 'compensation', 'usageRightsDays', 'disclosure'] as const;
const findAccepted = workspaceStatement<{ id: string }, [id: string]>(
  'campaigns.accepted',
  `SELECT c.id FROM "Collaboration" c WHERE c."accountId" = $1 AND c."campaignId" = $2 AND c."acceptedAt" IS NOT NULL
    LIMIT 1`,
);

/** Changes the fields that are sent. @throws AppError NOT_FOUND, BAD_STATE, VALIDATION */
export async function update(db: WorkspaceDb, { id, ...changes }: UpdateInput): Promise<BriefWithCounts> {
  const changed = Object.keys(changes);
  if (changed.length === 0) return await get(db, id);
  const data = await columnsFrom(db, changes);
  try {
    return await db.prismaTransaction(async (tx) => {
      const before = await holdBrief(tx, id);
      if (before.status === 'archived' || before.status === 'completed') throw badState(before.status);
      if (AGREED.some((name) => changes[name] !== undefined) && (await tx.rows(findAccepted, id)).length > 0)
        throw badState(before.status, { agreed: AGREED });
      if (typeof changes.slots === 'number' && changes.slots < before.filledSlots)
        throw invalid('slots', `must be at least ${before.filledSlots}: so many slots are filled`);
      await tx.prisma.brief.updateMany({ where: { id }, data: { ...data, updatedAt: tx.now } });
      await tx.audit({
        action: 'campaign.update',
        targetType: 'campaign',
        targetId: id,
        data: { name: changes.title ?? before.title, changed },
      });
      return await get(tx, id);
    });
  } catch (error) {
    throw refused(error);
  }
}

/** Lists the fields for creators that a brief still lacks. */
function missingOf(row: BriefRow, now: Date): string[] {
  const isPast = (at: Date | null): boolean => at !== null && at <= now;
  return [
    ...((row.brief ?? '').trim() === '' ? ['brief'] : []),
    ...(row.deliverables.length === 0 ? ['deliverables'] : []),
    ...(row.compensation === null ? ['compensation'] : []),
    ...(isPast(row.applyBy) ? ['applyBy'] : []),
    ...(isPast(row.contentDueAt) ? ['contentDueAt'] : []),
  ];
}

const countOpen = workspaceStatement<{ open: number }>(
  'campaigns.count-open',
  `SELECT count(*)::int AS open FROM "Brief" b WHERE b."accountId" = $1 AND b.status = 'open'`,
);
/** A lock: if two briefs are published at once, only one of them gets the plan's last place. */
const lockOpen = workspaceStatement<never>(
  'campaigns.lock-open',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock(hashtextextended('open briefs ' || $1, 0))::text AS locked`,
);
const setStatus = workspaceStatement<BriefRow, [id: string, status: BriefStatus, now: Date]>(
  'campaigns.set-status',
  `UPDATE "Brief" b SET status = $3, "updatedAt" = $4::timestamptz,
     "publishedAt" = CASE WHEN $3 = 'open' THEN coalesce(b."publishedAt", $4::timestamptz) ELSE b."publishedAt" END,
     "closedAt" = CASE WHEN $3 = 'open' THEN NULL WHEN $3 = 'closed' THEN $4::timestamptz
       ELSE coalesce(b."closedAt", $4::timestamptz) END
   WHERE b."accountId" = $1 AND b.id = $2 RETURNING ${briefColumns('b')}`,
);

async function move(
  tx: StatementTx,
  { id, title }: BriefRow,
  status: BriefStatus,
  verb: string,
): Promise<BriefWithCounts> {
  const [row] = await tx.rows(setStatus, id, status, tx.now);
  if (row === undefined) throw new Error('A brief that is held is gone.');
  await tx.audit({ action: `campaign.${verb}`, targetType: 'campaign', targetId: id, data: { name: title } });
  return await present(tx, row);
}

/** Publishes a draft or a closed brief. @throws AppError NOT_FOUND, BAD_STATE, INCOMPLETE, SLOTS_FULL, PLAN_LIMIT */
export async function publish(db: WorkspaceDb, id: string): Promise<BriefWithCounts> {
  const plan = await effectivePlan(db);
  return await db.transaction(async (tx) => {
    await tx.rows(lockOpen);
    const before = await holdBrief(tx, id);
    if (before.status === 'open') return await present(tx, before);
    if (before.status !== 'draft' && before.status !== 'closed') throw badState(before.status);
    const missing = missingOf(before, tx.now);
    if (missing.length > 0)
      throw new AppError('INCOMPLETE', {
        message: `The brief cannot be published yet. Add first: ${missing.join(', ')}.`,
        details: { missing },
      });
    if (before.compensation !== null && hasCommission(before.compensation.type))
      await requireProgram(tx, before.compensation.programId);
    if (!hasSlot(before)) throw new AppError('SLOTS_FULL');
    requireWithinLimit(plan, 'campaigns', ((await tx.rows(countOpen))[0]?.open ?? 0) + 1);
    return await move(tx, before, 'open', 'publish');
  });
}

/** Closes a brief: nobody can apply any more, and work under way goes on. @throws AppError NOT_FOUND, BAD_STATE */
export async function close(db: WorkspaceDb, id: string): Promise<BriefWithCounts> {
  return await db.transaction(async (tx) => {
    const before = await holdBrief(tx, id);
    if (before.status === 'closed') return await present(tx, before);
    if (before.status !== 'open') throw badState(before.status);
    return await move(tx, before, 'closed', 'close');
  });
}

const countUnderWay = workspaceStatement<{ open: number }, [id: string, statuses: readonly string[]]>(
  'campaigns.under-way',
  `SELECT count(*)::int AS open FROM "Collaboration" c
    WHERE c."accountId" = $1 AND c."campaignId" = $2 AND c.status = ANY ($3::text[])`,
);

/**
 * Completes a brief when no creator is at work; open invitations and applications end. @throws AppError NOT_FOUND,
 * BAD_STATE
 */
export async function complete(
  db: WorkspaceDb,
  { settings }: Pick<Services, 'settings'>,
  id: string,
): Promise<BriefWithCounts> {
  return await db.longTransaction(async (tx) => {
    const before = await holdBrief(tx, id);
    if (before.status === 'completed') return await present(tx, before);
    if (before.status !== 'open' && before.status !== 'closed') throw badState(before.status);
    const { open = 0 } = (await tx.rows(countUnderWay, id, UNDER_WAY))[0] ?? {};
    if (open > 0) throw badState(before.status, { open });
    await declineAsked(tx, settings, id);
    return await move(tx, before, 'completed', 'complete');
  });
}

/**
 * Archives a brief for good: open invitations and applications end, accepted creators go on. @throws AppError NOT_FOUND
 */
export async function archive(
  db: WorkspaceDb,
  { settings }: Pick<Services, 'settings'>,
  id: string,
): Promise<{ id: string; status: 'archived' }> {
  return await db.longTransaction(async (tx) => {
    const before = await holdBrief(tx, id);
    if (before.status !== 'archived') {
      await declineAsked(tx, settings, id);
      await move(tx, before, 'archived', 'archive');
    }
    return { id, status: 'archived' };
  });
}
