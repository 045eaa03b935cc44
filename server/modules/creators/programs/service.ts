/** The merchant's actions on affiliate programs (docs/contract/programs.md): make, change, let run, pause, archive. */
import type { Services } from '@/server/platform/access/context';
import { NO_JSON } from '@/server/platform/db/columns';
import { listPage, type ListPage } from '@/server/platform/db/list-page';
import { castJson } from '@/server/platform/db/stored';
import { Parameters, workspaceStatement } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, foreignCampaign } from '@/server/platform/errors';
import { effectivePlan, requireWithinLimit } from '@/server/modules/account/billing/effective-plan';
import { endAllOf } from '@/server/modules/creators/collaborations/end';
import { requireValidRule } from '@/server/modules/offers/discount-codes/service';
import {
  holdProgram,
  presentProgram,
  programColumns,
  readProgram,
  type ProgramRow,
} from '@/server/modules/creators/programs/rows';
import type {
  CreateInput,
  CustomerDiscount,
  ListInput,
  Program,
  UpdateInput,
} from '@/server/modules/creators/programs/schema';
import { PROGRAM_STATUSES, type ProgramStatus } from '@/server/modules/creators/programs/vocabulary';

const SHOWN = PROGRAM_STATUSES.filter((status) => status !== 'archived');

/** Lists programs, newest first. @throws AppError VALIDATION for a cursor that is not from this list */
export async function list(db: WorkspaceDb, { status = SHOWN, cursor, limit }: ListInput): Promise<ListPage<Program>> {
  const parameters = new Parameters();
  const filter = [`r.status = ANY (${parameters.add(status, 'text[]')})`];
  const page = await listPage<ProgramRow>(
    db,
    { table: 'Program', by: 'createdAt', filter, parameters, cursor, limit },
    (row) => row.createdAt,
  );
  return { ...page, data: page.data.map((row) => presentProgram(row)) };
}

/** @throws AppError NOT_FOUND */
export const get = async (db: WorkspaceDb, id: string): Promise<Program> => presentProgram(await readProgram(db, id));

const refused = (error: unknown): unknown =>
  violates(error, 'Program_accountId_marketingCampaignId_fkey') ? foreignCampaign() : error;

/** @throws AppError INVALID_VALUE */
function requireValidDiscount(discount: CustomerDiscount | null | undefined): void {
  if (discount === null || discount === undefined) return;
  const { type, value } = discount;
  requireValidRule({ type, value, scope: 'cart', productIds: [], tagFilter: [], startsAt: null, expiresAt: null });
}

/** Returns the row's columns, with JSON columns in Prisma's form. */
const columnsFrom = <Sent extends Pick<UpdateInput, 'commission' | 'customerDiscount'>>({
  commission,
  customerDiscount,
  ...columns
}: Sent) => ({
  ...columns,
  ...(commission !== undefined && { commission: commission === null ? NO_JSON : castJson({ ...commission }) }),
  ...(customerDiscount !== undefined && {
    customerDiscount: customerDiscount === null ? NO_JSON : castJson({ ...customerDiscount }),
  }),
});

/** Creates a draft. @throws AppError INVALID_VALUE, VALIDATION */
export async function create(db: WorkspaceDb, input: CreateInput): Promise<Program> {
  requireValidDiscount(input.customerDiscount);
  try {
    return await db.prismaTransaction(async (tx) => {
      const { id } = await tx.prisma.program.create({
        data: { accountId: tx.accountId, ...columnsFrom(input), createdAt: tx.now, updatedAt: tx.now },
      });
      await tx.audit({ action: 'program.create', targetType: 'program', targetId: id, data: { name: input.name } });
      return await get(tx, id);
    });
  } catch (error) {
    throw refused(error);
  }
}

const badState = (status: string): AppError =>
  new AppError('BAD_STATE', { message: `The program is ${status}, which does not allow this.`, details: { status } });

/**
 * Changes the fields that are sent. Affiliates of the program keep the terms that they agreed on. A live or paused
 * program cannot lose a field that it needs to run.
 * @throws AppError NOT_FOUND, BAD_STATE, INVALID_VALUE, INCOMPLETE, VALIDATION
 */
export async function update(db: WorkspaceDb, { id, ...changes }: UpdateInput): Promise<Program> {
  if (Object.keys(changes).length === 0) return await get(db, id);
  requireValidDiscount(changes.customerDiscount);
  try {
    return await db.prismaTransaction(async (tx) => {
      const before = await holdProgram(tx, id);
      if (before.status === 'archived') throw badState(before.status);
      if (before.status !== 'draft') requireComplete({ ...before, ...changes });
      await tx.prisma.program.updateMany({
        where: { id },
        data: { ...columnsFrom(changes), updatedAt: tx.now },
      });
      await tx.audit({
        action: 'program.update',
        targetType: 'program',
        targetId: id,
        data: { name: changes.name ?? before.name, changed: Object.keys(changes) },
      });
      return await get(tx, id);
    });
  } catch (error) {
    throw refused(error);
  }
}

/** @throws AppError INCOMPLETE with `details.missing` */
function requireComplete(row: { landingUrl?: string | null; commission?: unknown }): void {
  const missing = (['landingUrl', 'commission'] as const).filter((name) => (row[name] ?? null) === null);
  if (missing.length > 0)
    throw new AppError('INCOMPLETE', {
      message: `A live program needs ${missing.join(' and ')}. Set them first.`,
      details: { missing },
    });
}

const countLive = workspaceStatement<{ live: number }>(
  'programs.count-live',
  `SELECT count(*)::int AS live FROM "Program" p WHERE p."accountId" = $1 AND p.status = 'live'`,
);
/** A lock: if two programs go live at once, only one of them gets the plan's last place. */
const lockLive = workspaceStatement<never>(
  'programs.lock-live',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock(hashtextextended('live programs ' || $1, 0))::text AS locked`,
);
const setStatus = workspaceStatement<ProgramRow, [id: string, status: ProgramStatus, now: Date]>(
  'programs.set-status',
  `UPDATE "Program" p SET status = $3, "activatedAt" = CASE
    WHEN $3 = 'live' THEN coalesce(p."activatedAt", $4::timestamptz)
    ELSE p."activatedAt" END, "updatedAt" = $4::timestamptz
   WHERE p."accountId" = $1 AND p.id = $2 RETURNING ${programColumns('p')}`,
);

/** Changes the program's status and writes the audit entry. */
async function move(tx: StatementTx, { id, name }: ProgramRow, status: ProgramStatus, verb: string): Promise<Program> {
  const [row] = await tx.rows(setStatus, id, status, tx.now);
  await tx.audit({ action: `program.${verb}`, targetType: 'program', targetId: id, data: { name } });
  if (row === undefined) throw new Error('A program that is held is gone.');
  return presentProgram(row);
}

/** Makes a draft or paused program live. @throws AppError NOT_FOUND, BAD_STATE, INCOMPLETE, PLAN_LIMIT */
export async function activate(db: WorkspaceDb, id: string): Promise<Program> {
  const plan = await effectivePlan(db);
  return await db.transaction(async (tx) => {
    await tx.rows(lockLive);
    const before = await holdProgram(tx, id);
    if (before.status === 'live') return presentProgram(before);
    if (before.status === 'archived') throw badState(before.status);
    requireComplete(before);
    const { live = 0 } = (await tx.rows(countLive))[0] ?? {};
    requireWithinLimit(plan, 'programs', live + 1);
    return await move(tx, before, 'live', 'activate');
  });
}

/**
 * Pauses a program: clicks and conversions are refused, while earned commissions still become payable. @throws AppError
 * NOT_FOUND, BAD_STATE
 */
export async function pause(db: WorkspaceDb, id: string): Promise<Program> {
  return await db.transaction(async (tx) => {
    const before = await holdProgram(tx, id);
    if (before.status === 'paused') return presentProgram(before);
    if (before.status !== 'live') throw badState(before.status);
    return await move(tx, before, 'paused', 'pause');
  });
}

/**
 * Archives a program for good and ends its collaborations; statements of earned commissions can still be made. @throws
 * AppError NOT_FOUND
 */
export async function archive(
  db: WorkspaceDb,
  { settings }: Pick<Services, 'settings'>,
  id: string,
): Promise<{ id: string; status: 'archived' }> {
  return await db.longTransaction(async (tx) => {
    const before = await holdProgram(tx, id);
    if (before.status !== 'archived') {
      await endAllOf(tx, settings, { programId: id });
      await move(tx, before, 'archived', 'archive');
    }
    return { id, status: 'archived' };
  });
}
