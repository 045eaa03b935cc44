/**
 * Statements of the commissions to pay (docs/contract/programs.md#statements). Laris computes the amounts; the merchant
 * pays elsewhere.
 */
import type { Statement as Row } from '@/prisma/generated/client';
import type { Services } from '@/server/platform/access/context';
import { columnsOf } from '@/server/platform/db/columns';
import { listPage, type ListPage } from '@/server/platform/db/list-page';
import { Parameters, THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, invalid } from '@/server/platform/errors';
import { toNumber } from '@/server/platform/lib/money';
import { mailCreator } from '@/server/modules/creators/collaborations/mails';
import {
  holdCollaborations,
  readCollaboration,
  type CollaborationRow,
} from '@/server/modules/creators/collaborations/rows';
import type { Mailed } from '@/server/modules/creators/collaborations/vocabulary';
import { openCreatorSecret } from '@/server/modules/creators/collaborations/secrets';
import type {
  IssueInput,
  PayInput,
  Statement,
  StatementsInput,
  StatementSummary,
} from '@/server/modules/creators/programs/commissions-schema';
import { namesOf } from '@/server/modules/creators/programs/commissions';
import { programTerms } from '@/server/modules/creators/programs/schema';
import { holdTheirs } from '@/server/modules/creators/programs/suspended';
import { MOST_LINES, type CommissionKind, type StatementStatus } from '@/server/modules/creators/programs/vocabulary';

export type StatementRow = Omit<Row, 'status'> & { status: StatementStatus };
const columns = (alias: string): string => columnsOf('Statement', alias);

export const presentStatement = (row: StatementRow): StatementSummary => {
  const { id, accountId, number, collaborationId, currency, status, until, reference, paidAt, createdAt } = row;
  return {
    ...{ id, accountId, number, collaborationId, currency, status, total: toNumber(row.total) },
    ...{ until, reference, paidAt, createdAt },
  };
};

/** Lists statements, newest first. @throws AppError VALIDATION for a cursor that is not from this list */
export async function listStatements(
  db: WorkspaceDb,
  { status, collaborationId, cursor, limit }: StatementsInput,
): Promise<ListPage<StatementSummary>> {
  const parameters = new Parameters();
  const filter: string[] = [];
  if (status !== undefined) filter.push(`r.status = ANY (${parameters.add(status, 'text[]')})`);
  if (collaborationId !== undefined) filter.push(`r."collaborationId" = ${parameters.add(collaborationId, 'text')}`);
  const page = await listPage<StatementRow>(
    db,
    { table: 'Statement', by: 'createdAt', filter, parameters, cursor, limit },
    (row) => row.createdAt,
  );
  return { ...page, data: page.data.map((row) => presentStatement(row)) };
}

/** Lists statements, each with its affiliate's name. */
export async function showStatements(
  db: WorkspaceDb,
  input: StatementsInput,
): Promise<ListPage<StatementSummary & { affiliate: string }>> {
  const page = await listStatements(db, input);
  const nameOf = await namesOf(
    db,
    page.data.map(({ collaborationId }) => collaborationId),
  );
  return { ...page, data: page.data.map((each) => ({ ...each, affiliate: nameOf(each.collaborationId).affiliate })) };
}

const find = workspaceStatement<StatementRow, [id: string]>(
  'programs.statement',
  `SELECT ${columns('s')} FROM "Statement" s WHERE s."accountId" = $1 AND s.id = $2`,
  { isBrief: true },
);
const lock = workspaceStatement<StatementRow, [id: string]>(
  'programs.lock-statement',
  `SELECT ${columns('s')} FROM "Statement" s WHERE s."accountId" = $1 AND s.id = $2 FOR NO KEY UPDATE`,
);
interface LineRow {
  commissionId: string;
  kind: CommissionKind;
  orderAmount: bigint;
  amount: bigint;
  createdAt: Date;
}
const findLines = workspaceStatement<LineRow, [id: string]>(
  'programs.statement-lines',
  `SELECT l."commissionId", l.kind, l."orderAmount", l.amount, l."createdAt" FROM "StatementLine" l
    WHERE l."accountId" = $1 AND l."statementId" = $2 ORDER BY l."createdAt", l."commissionId" LIMIT ${MOST_LINES}`,
);

async function withLines(db: Pick<StatementTx, 'rows'>, row: StatementRow): Promise<Statement> {
  const lines = await db.rows(findLines, row.id);
  return {
    ...presentStatement(row),
    lines: lines.map(({ orderAmount, amount, ...line }) => ({
      ...line,
      orderAmount: toNumber(orderAmount),
      amount: toNumber(amount),
    })),
  };
}

const read = async (db: Pick<StatementTx, 'rows'>, id: string): Promise<StatementRow> =>
  orNotFound((await db.rows(find, id))[0]);

/** Returns a statement with its lines. @throws AppError NOT_FOUND */
export const getStatement = async (db: WorkspaceDb, id: string): Promise<Statement> =>
  await withLines(db, await read(db, id));

/**
 * Returns the collaboration whose bank details are used: the affiliate's in the program, or, without details there, the
 * brief that led them to it.
 */
const bankOf = async (db: Pick<StatementTx, 'rows'>, whose: CollaborationRow): Promise<CollaborationRow> =>
  whose.bankDetails !== null || whose.ofId === null ? whose : await readCollaboration(db, whose.ofId);

/** Returns a statement with its affiliate's name, and whether there are bank details. @throws AppError NOT_FOUND */
export async function statementPage(
  db: WorkspaceDb,
  id: string,
): Promise<{ statement: Statement; affiliate: string; hasBank: boolean }> {
  const statement = await getStatement(db, id);
  const whose = await readCollaboration(db, statement.collaborationId);
  return { statement, affiliate: whose.name, hasBank: (await bankOf(db, whose)).bankDetails !== null };
}

/** Lets one transaction of the workspace at a time number statements, so that numbers are consecutive. */
const lockNumbers = workspaceStatement<never>(
  'programs.lock-numbers',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock(hashtextextended('statements ' || $1, 0))::text AS locked`,
);
const findPayable = workspaceStatement<
  { collaborationId: string; currency: string },
  [until: Date, programId: string | null, collaborationIds: readonly string[] | null]
>(
  'programs.payable',
  `SELECT c."collaborationId", c.currency FROM "Commission" c
   WHERE c."accountId" = $1 AND c.status = 'approved' AND c."statementId" IS NULL AND c."createdAt" <= $2::timestamptz
     AND ($3::text IS NULL OR c."programId" = $3) AND ($4::text[] IS NULL OR c."collaborationId" = ANY ($4))
   GROUP BY c."collaborationId", c.currency HAVING sum(c.amount) > 0 ORDER BY c."collaborationId", c.currency`,
);
const write = workspaceStatement<
  StatementRow,
  [collaborationId: string, currency: string, until: Date, minPayout: number, now: Date]
>(
  'programs.issue',
  `WITH taken AS MATERIALIZED (
     SELECT c.id, c.kind, c."orderAmount", c.amount, c."createdAt" FROM "Commission" c
     WHERE c."accountId" = $1 AND c."collaborationId" = $2 AND c.currency = $3 AND c.status = 'approved'
       AND c."statementId" IS NULL AND c."createdAt" <= $4::timestamptz
     ORDER BY c."createdAt", c.id LIMIT ${MOST_LINES} FOR NO KEY UPDATE),
   made AS (
     INSERT INTO "Statement" AS s ("accountId", number, "collaborationId", currency, total, until, "createdAt",
       "updatedAt")
     SELECT $1, coalesce((SELECT max(o.number) FROM "Statement" o WHERE o."accountId" = $1), 0) + 1, $2, $3, t.total,
       $4::timestamptz, $6::timestamptz, $6::timestamptz
     FROM (SELECT sum(x.amount)::bigint AS total FROM taken x) t WHERE t.total > 0 AND t.total >= $5::bigint
       RETURNING ${columns('s')}),
   lines AS (
     INSERT INTO "StatementLine" ("accountId", "statementId", "commissionId", kind, "orderAmount", amount, "createdAt")
     SELECT $1, m.id, x.id, x.kind, x."orderAmount", x.amount, x."createdAt" FROM made m CROSS JOIN taken x),
   put AS (
     UPDATE "Commission" c SET "statementId" = m.id, "updatedAt" = $6::timestamptz FROM made m, taken x
       WHERE c."accountId" = $1 AND c.id = x.id)
   SELECT * FROM made`,
);

const findUnknown = workspaceStatement<
  { field: string; at: number },
  [programId: string | null, collaborationIds: readonly string[]]
>(
  'programs.issue-for-unknown',
  `SELECT 'programId' AS field, 0 AS at WHERE $2::text IS NOT NULL
    AND NOT EXISTS (SELECT FROM "Program" p WHERE p."accountId" = $1 AND p.id = $2)
   UNION ALL SELECT 'collaborationIds', (g.place - 1)::int FROM unnest($3::text[]) WITH ORDINALITY g(id, place)
   WHERE NOT EXISTS (SELECT FROM "Collaboration" c WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = g.id)
   ORDER BY field DESC, at LIMIT 1`,
);

/** @throws AppError VALIDATION for a program or collaborations that are not there */
async function requireKnown(
  tx: StatementTx,
  { programId, collaborationIds = [] }: Pick<IssueInput, 'programId' | 'collaborationIds'>,
): Promise<void> {
  const [unknown] = await tx.rows(findUnknown, programId ?? null, collaborationIds);
  if (unknown?.field === 'programId') throw invalid('programId', 'does not name a program of this workspace');
  if (unknown !== undefined)
    throw invalid(`collaborationIds.${unknown.at}`, 'does not name a collaboration of this workspace');
}

/**
 * Returns the smallest payout. An ended collaboration earns no more, so any amount is paid. The agreed minimum holds in
 * the commission's currency only; smallest units of other currencies cannot be compared with it.
 */
function minPayoutOf({ terms, endedAt }: CollaborationRow, currency: string): number {
  const agreed = programTerms.safeParse(terms).data;
  if (endedAt !== null || agreed === undefined) return 0;
  const { minPayout, commission } = agreed;
  return (commission?.currency ?? currency) === currency ? minPayout : 0;
}

/**
 * Makes one statement for each affiliate and currency with enough to pay; smaller amounts wait. @throws AppError
 * VALIDATION for unknown ids
 */
export async function issue(
  db: WorkspaceDb,
  { settings }: Pick<Services, 'settings'>,
  { until, ...whose }: IssueInput,
): Promise<{ statements: StatementSummary[]; mailed: Mailed }> {
  const end = new Date(Math.min((until ?? db.now).getTime(), db.now.getTime()));
  return await db.longTransaction(async (tx) => {
    await requireKnown(tx, whose);
    await tx.rows(lockNumbers);
    const payable = await tx.rows(findPayable, end, whose.programId ?? null, whose.collaborationIds ?? null);
    const held = await holdCollaborations(tx, [...new Set(payable.map(({ collaborationId }) => collaborationId))]);
    const byId = new Map(held.map((row) => [row.id, row]));
    const statements: StatementSummary[] = [];
    let mailed: Mailed = settings.mail === null ? 'not_configured' : 'queued';
    for (const { collaborationId, currency } of payable) {
      const affiliate = byId.get(collaborationId);
      if (affiliate === undefined) continue;
      const [row] = await tx.rows(write, collaborationId, currency, end, minPayoutOf(affiliate, currency), tx.now);
      if (row === undefined) continue;
      const statement = presentStatement(row);
      statements.push(statement);
      await tx.audit({
        action: 'statement.issue',
        targetType: 'statement',
        targetId: statement.id,
        data: { number: statement.number, total: statement.total, currency, collaborationId },
      });
      mailed = await mailCreator(tx, settings, collaborationId, 'statement');
    }
    return { statements, mailed };
  });
}

const badState = (status: string): AppError =>
  new AppError('BAD_STATE', {
    message: `The statement is ${status}. Only an open statement can be changed.`,
    details: { status },
  });

/**
 * Locks a statement and before it the affiliate, as every change of an affiliate's earnings does. @throws AppError
 * NOT_FOUND
 */
async function hold(tx: StatementTx, id: string): Promise<{ row: StatementRow; whose: CollaborationRow }> {
  const [whose] = await holdCollaborations(tx, [(await read(tx, id)).collaborationId]);
  const row = orNotFound((await tx.rows(lock, id))[0]);
  return { row, whose: orNotFound(whose) };
}

const setPaid = workspaceStatement<StatementRow, [id: string, reference: string, paidAt: Date, now: Date]>(
  'programs.pay',
  `WITH lines AS (UPDATE "Commission" c SET status = 'paid', "updatedAt" = $5::timestamptz
    WHERE c."accountId" = $1 AND c."statementId" = $2)
   UPDATE "Statement" s SET status = 'paid', reference = $3, "paidAt" = $4::timestamptz, "updatedAt" = $5::timestamptz
     WHERE s."accountId" = $1 AND s.id = $2 RETURNING ${columns('s')}`,
);

/** Marks a statement paid. Safe to repeat with the same reference. @throws AppError NOT_FOUND, BAD_STATE */
export async function markPaid(db: WorkspaceDb, { id, reference, paidAt }: PayInput): Promise<Statement> {
  return await db.longTransaction(async (tx) => {
    const { row } = await hold(tx, id);
    if (row.status === 'paid' && row.reference === reference) return await withLines(tx, row);
    if (row.status !== 'open') throw badState(row.status);
    const [paid] = await tx.rows(setPaid, id, reference, paidAt ?? tx.now, tx.now);
    await tx.audit({
      action: 'statement.pay',
      targetType: 'statement',
      targetId: id,
      data: { number: row.number, total: toNumber(row.total), currency: row.currency, reference },
    });
    return await withLines(tx, orNotFound(paid));
  });
}

const setCanceled = workspaceStatement<StatementRow, [id: string, now: Date]>(
  'programs.cancel',
  `WITH free AS (UPDATE "Commission" c SET "statementId" = NULL, "updatedAt" = $3::timestamptz
    WHERE c."accountId" = $1 AND c."statementId" = $2),
     lines AS (UPDATE "StatementLine" l SET live = false WHERE l."accountId" = $1 AND l."statementId" = $2)
   UPDATE "Statement" s SET status = 'canceled', "updatedAt" = $3::timestamptz WHERE s."accountId" = $1 AND s.id = $2
     RETURNING ${columns('s')}`,
);

/**
 * Cancels a statement: its commissions can be paid by another statement; its number is never used again. @throws
 * AppError NOT_FOUND, BAD_STATE
 */
export async function cancel(db: WorkspaceDb, id: string): Promise<Statement> {
  return await db.longTransaction(async (tx) => {
    const { row, whose } = await hold(tx, id);
    if (row.status === 'canceled') return await withLines(tx, row);
    if (row.status !== 'open') throw badState(row.status);
    const [canceled] = await tx.rows(setCanceled, id, tx.now);
    if (whose.status === 'suspended') await holdTheirs(tx, whose.id);
    await tx.audit({
      action: 'statement.cancel',
      targetType: 'statement',
      targetId: id,
      data: { number: row.number, total: toNumber(row.total), currency: row.currency },
    });
    return await withLines(tx, orNotFound(canceled));
  });
}

/**
 * Returns the bank details for an open statement only; the audit log records who read them. @throws AppError NOT_FOUND,
 * BAD_STATE
 */
export async function readBankDetails(
  db: WorkspaceDb,
  { settings }: Pick<Services, 'settings'>,
  id: string,
): Promise<{ bankDetails: string | null }> {
  return await db.transaction(async (tx) => {
    const { row, whose } = await hold(tx, id);
    if (row.status !== 'open') throw badState(row.status);
    await tx.audit({
      action: 'statement.bank_details',
      targetType: 'statement',
      targetId: id,
      data: { number: row.number, collaborationId: whose.id },
    });
    const giver = await bankOf(tx, whose);
    const sealed = giver.bankDetails;
    return { bankDetails: sealed === null ? null : openCreatorSecret(settings, giver, sealed) };
  });
}
