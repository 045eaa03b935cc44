/** The dashboard's view and control of a file's import. The worker's part is work-import.ts. */
import { DAY_MS } from '@/server/platform/lib/durations';
import { castJson, objectIn, castStored } from '@/server/platform/db/stored';
import type * as z from 'zod';
import type { ContactImport as ContactImportRow } from '@/prisma/generated/client';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx, type WorkspaceDb, type WorkspaceTx } from '@/server/platform/db/workspace';
import { AppError, invalid } from '@/server/platform/errors';
import { enqueue } from '@/server/platform/jobs/enqueue';
import type {
  ContactImport,
  CreateInput,
  ImportStatus,
  listOutput,
  PutChunkInput,
  putChunkOutput,
  refusalsInput,
  refusalsOutput,
  statusOutput,
} from '@/server/modules/audience/contacts/import-schema';
import { workImportJob } from '@/server/modules/audience/contacts/jobs';
import { UNDO_DAYS } from '@/server/modules/audience/contacts/undo-import';

/** Counts the rows of the uploaded chunks; their rows are not read. */
const findUploaded = workspaceStatement<{ rows: number; positions: number[] }, [id: string]>(
  'contact-imports.uploaded',
  `SELECT coalesce(sum(c."rowCount"), 0)::int AS rows,
    coalesce(array_agg(c.position ORDER BY c.position), '{}') AS positions
   FROM "ContactImportChunk" c WHERE c."accountId" = $1 AND c."importId" = $2`,
);

const lockImport = workspaceStatement<{ status: ImportStatus; totalRows: number }, [id: string]>(
  'contact-imports.lock',
  `SELECT i.status, i."totalRows" FROM "ContactImport" i WHERE i."accountId" = $1 AND i.id = $2 FOR NO KEY UPDATE`,
);

const putRows = workspaceStatement<
  { position: number },
  [id: string, position: number, firstRow: number, rowCount: number, rows: string]
>(
  'contact-imports.put-chunk',
  `INSERT INTO "ContactImportChunk" ("accountId", "importId", position, "firstRow", "rowCount", rows)
    VALUES ($1, $2, $3, $4, $5, $6::jsonb)
   ON CONFLICT DO NOTHING RETURNING position`,
);

interface ReasonCounts {
  reasons: Record<string, number>;
  warnings: Record<string, number>;
}

/** The most frequent first. */
const counted = (reasons: Record<string, number>): ContactImport['reasons'] =>
  Object.entries(reasons)
    .map(([reason, rows]) => ({ reason, rows }))
    .sort((a, b) => b.rows - a.rows);

/** @returns null when nothing was written, or everything was undone */
function undoUntil({ startedAt, finishedAt, undoneAt }: ContactImportRow): Date | null {
  if (startedAt === null || finishedAt === null || undoneAt !== null) return null;
  return new Date(finishedAt.getTime() + UNDO_DAYS * DAY_MS);
}

function present(row: ContactImportRow, uploaded: { rows: number; positions: number[] } | undefined): ContactImport {
  const { reasons, warnings } = castStored<ReasonCounts>(row);
  const isUploading = row.status === 'uploading';
  return {
    ...row,
    status: castStored(row.status),
    consent: row.consent === null ? null : castStored(row.consent),
    plan: objectIn(row.plan),
    undoUntil: undoUntil(row),
    reasons: counted(reasons),
    warnings: counted(warnings),
    uploadedRows: isUploading ? (uploaded?.rows ?? 0) : row.totalRows,
    uploadedChunks: isUploading ? (uploaded?.positions ?? []) : [],
  };
}

export async function create(
  db: WorkspaceDb,
  { plan, listName, consent, ...input }: CreateInput,
): Promise<ContactImport> {
  const row = await db.prisma.contactImport.create({
    data: {
      ...input,
      accountId: db.accountId,
      listName: listName ?? null,
      consent: consent ?? null,
      plan: castJson(plan),
      status: 'uploading',
      createdAt: db.now,
      updatedAt: db.now,
    },
  });
  return present(row, undefined);
}

/** @throws AppError NOT_FOUND */
export async function get(db: WorkspaceDb, id: string): Promise<ContactImport> {
  const row = orNotFound(await db.prisma.contactImport.findFirst({ where: { id } }));
  return present(row, row.status === 'uploading' ? (await db.rows(findUploaded, id))[0] : undefined);
}

/** The 20 newest. */
export async function list(db: WorkspaceDb): Promise<z.output<typeof listOutput>> {
  const rows = await db.prisma.contactImport.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: 20 });
  return { imports: rows.map((row) => present(row, undefined)) };
}

/**
 * Locks the import until the end of the transaction. @throws AppError NOT_FOUND, BAD_STATE when the import is in none
 * of these states
 */
async function inState(
  tx: StatementTx,
  id: string,
  ...states: ImportStatus[]
): Promise<{ status: ImportStatus; totalRows: number }> {
  const row = orNotFound((await tx.rows(lockImport, id))[0]);
  if (!states.includes(row.status))
    throw new AppError('BAD_STATE', { message: `This is not possible: the import is ${row.status}.` });
  return row;
}

/**
 * Stores a chunk; a repeated chunk is stored once. After the last row the worker begins to check the file.
 * @throws AppError NOT_FOUND, BAD_STATE when the import is canceled, VALIDATION for rows beyond the file
 */
export async function putChunk(
  db: WorkspaceDb,
  { id, position, firstRow, rows }: PutChunkInput,
): Promise<z.output<typeof putChunkOutput>> {
  return await db.prismaTransaction(async (tx) => {
    const { status, totalRows } = await inState(tx, id, 'uploading', 'checking', 'checked', 'importing', 'done');
    // The answer to the last chunk was lost, and the browser sends it again.
    if (status !== 'uploading') return { id, position, uploadedRows: totalRows, status };
    if (rows.some(({ row }, index) => row !== firstRow + index))
      throw invalid('rows', 'must be consecutive, beginning with firstRow');
    await tx.rows(putRows, id, position, firstRow, rows.length, JSON.stringify(rows));
    const uploadedRows = (await tx.rows(findUploaded, id))[0]?.rows ?? 0;
    if (uploadedRows > totalRows) throw invalid('rows', 'must not be more than totalRows');
    if (uploadedRows < totalRows) return { id, position, uploadedRows, status };
    await moveTo(tx, id, 'checking');
    return { id, position, uploadedRows, status: 'checking' };
  });
}

/**
 * Moves an import to a state in which the worker has work. Checking the file saves no contacts, so it does not set the
 * start time.
 */
async function moveTo(tx: WorkspaceTx, id: string, status: 'checking' | 'importing'): Promise<void> {
  const counts = { doneRows: 0, created: 0, updated: 0, skipped: 0, refused: 0, reasons: {}, warnings: {} };
  await tx.prisma.contactImport.update({
    where: { accountId_id: { accountId: tx.accountId, id } },
    data: { ...counts, status, startedAt: status === 'importing' ? tx.now : null, updatedAt: tx.now },
  });
  await enqueue(tx, workImportJob, { importId: id });
}

/**
 * Checks the file again, for example after a change of plan. @throws AppError NOT_FOUND, BAD_STATE unless the file has
 * been checked
 */
export async function recheck(db: WorkspaceDb, id: string): Promise<z.output<typeof statusOutput>> {
  return await db.prismaTransaction(async (tx) => {
    await inState(tx, id, 'checked');
    await moveTo(tx, id, 'checking');
    return { id, status: 'checking' };
  });
}

/**
 * Starts the import itself; the results of the check are replaced by the real results. @throws AppError NOT_FOUND,
 * BAD_STATE unless the file has been checked
 */
export async function start(db: WorkspaceDb, id: string): Promise<z.output<typeof statusOutput>> {
  return await db.prismaTransaction(async (tx) => {
    await inState(tx, id, 'checked');
    await tx.prisma.contactImportRefusal.deleteMany({ where: { importId: id } });
    await moveTo(tx, id, 'importing');
    return { id, status: 'importing' };
  });
}

/**
 * Cancels an import; rows that were imported stay. Canceling twice changes nothing. @throws AppError NOT_FOUND,
 * BAD_STATE when the import is done
 */
export async function cancel(db: WorkspaceDb, id: string): Promise<z.output<typeof statusOutput>> {
  return await db.prismaTransaction(async (tx) => {
    const { status } = await inState(tx, id, 'uploading', 'checking', 'checked', 'importing', 'canceled');
    if (status !== 'canceled') {
      await tx.prisma.contactImport.update({
        where: { accountId_id: { accountId: tx.accountId, id } },
        data: { status: 'canceled', finishedAt: tx.now, updatedAt: tx.now },
      });
      await tx.prisma.contactImportChunk.deleteMany({ where: { importId: id } });
    }
    return { id, status: 'canceled' };
  });
}

/**
 * Returns the rows that are refused, or imported with warnings, in the order of the file. @throws AppError NOT_FOUND
 */
export async function refusals(
  db: WorkspaceDb,
  { id, limit, after, warnings }: z.output<typeof refusalsInput>,
): Promise<z.output<typeof refusalsOutput>> {
  orNotFound(await db.prisma.contactImport.findFirst({ where: { id }, select: { id: true } }));
  const rows = await db.prisma.contactImportRefusal.findMany({
    where: { importId: id, row: { gt: after }, isWarning: warnings },
    orderBy: { row: 'asc' },
    take: limit + 1,
  });
  const items = rows.slice(0, limit).map((row) => ({ row: row.row, reason: row.reason, cells: row.cells as string[] }));
  return { items, next: rows.length > limit ? (items.at(-1)?.row ?? null) : null };
}
