/**
 * The worker's part of a file's import: the look at it, then the import itself, chunk after chunk in the order of the
 * file. A chunk is written in one transaction with what says that it is done, so that a kill at any moment neither
 * loses nor repeats one. The look writes nothing but its result, so after a kill it simply begins again.
 */
import { workspaceStatement } from '@/server/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/db/workspace';
import { lockList, listNamed } from '@/server/resources/contact-lists/service';
import { decide, type Candidate, type Refusal } from '@/server/resources/contacts/plan-writes';
import type { ChunkRow, ImportStatus } from '@/server/resources/contacts/import-schema';
import { contactsOf, noteChanges, noteDates } from '@/server/resources/contacts/import-changes';
import { lockContacts } from '@/server/resources/contacts/lock';
import { contactFields } from '@/server/resources/contacts/schema';
import { IMPORT_SOURCE, type ImportConsent } from '@/server/resources/contacts/vocabulary';
import { known, type NumberedRow, prepare, prepareGated, takeIn } from '@/server/resources/contacts/write';

interface ImportRow {
  status: ImportStatus;
  skipExisting: boolean;
  consent: ImportConsent | null;
  listName: string | null;
  listId: string | null;
  doneRows: number;
  reasons: Record<string, number>;
}
const COLUMNS = 'i.status, i."skipExisting", i.consent, i."listName", i."listId", i."doneRows", i.reasons';
const findImport = workspaceStatement<ImportRow, [id: string]>(
  'contact-imports.find',
  `SELECT ${COLUMNS} FROM "ContactImport" i WHERE i."accountId" = $1 AND i.id = $2`,
);
const lockImport = workspaceStatement<ImportRow, [id: string, status: string]>(
  'contact-imports.lock-in-state',
  `SELECT ${COLUMNS} FROM "ContactImport" i WHERE i."accountId" = $1 AND i.id = $2 AND i.status = $3 FOR NO KEY UPDATE`,
);

interface ChunkRows {
  position: number;
  rows: ChunkRow[];
}
const nextChunk = workspaceStatement<ChunkRows, [id: string, after: number]>(
  'contact-imports.next-chunk',
  `SELECT c.position, c.rows FROM "ContactImportChunk" c WHERE c."accountId" = $1 AND c."importId" = $2 AND c.position > $3 AND c."doneAt" IS NULL ORDER BY c.position LIMIT 1`,
);
const finishChunk = workspaceStatement<{ position: number }, [id: string, position: number, now: Date]>(
  'contact-imports.finish-chunk',
  `UPDATE "ContactImportChunk" c SET "doneAt" = $4, rows = '[]' WHERE c."accountId" = $1 AND c."importId" = $2 AND c.position = $3 AND c."doneAt" IS NULL RETURNING c.position`,
);
const dropChunks = workspaceStatement<never, [id: string]>(
  'contact-imports.drop-chunks',
  `DELETE FROM "ContactImportChunk" c WHERE c."accountId" = $1 AND c."importId" = $2`,
);

const clear = workspaceStatement<never, [id: string]>(
  'contact-imports.clear',
  `WITH cleared AS (
     UPDATE "ContactImport" i SET "doneRows" = 0, created = 0, updated = 0, skipped = 0, refused = 0, reasons = '{}' WHERE i."accountId" = $1 AND i.id = $2 AND i.status = 'checking' RETURNING i.id)
   DELETE FROM "ContactImportRefusal" r USING cleared WHERE r."accountId" = $1 AND r."importId" = cleared.id`,
);
const addRefusals = workspaceStatement<never, [id: string, refusals: string]>(
  'contact-imports.refuse',
  `INSERT INTO "ContactImportRefusal" ("accountId", "importId", "row", reason, cells)
   SELECT $1, $2, r."row", r.reason, r.cells FROM jsonb_to_recordset($3::jsonb) AS r("row" int, reason text, cells jsonb) ON CONFLICT DO NOTHING`,
);
const addCounts = workspaceStatement<
  never,
  [
    id: string,
    rows: number,
    created: number,
    updated: number,
    skipped: number,
    refused: number,
    reasons: string,
    listId: string | null,
    now: Date,
  ]
>(
  'contact-imports.count',
  `UPDATE "ContactImport" i SET "doneRows" = i."doneRows" + $3::int, created = i.created + $4::int, updated = i.updated + $5::int, skipped = i.skipped + $6::int,
     refused = i.refused + $7::int, reasons = $8::jsonb, "listId" = coalesce($9::text, i."listId"), "updatedAt" = $10 WHERE i."accountId" = $1 AND i.id = $2`,
);
const moveOn = workspaceStatement<
  { id: string },
  [id: string, from: string, to: string, now: Date, finishedAt: Date | null]
>(
  'contact-imports.move-on',
  `UPDATE "ContactImport" i SET status = $4, "updatedAt" = $5, "finishedAt" = $6 WHERE i."accountId" = $1 AND i.id = $2 AND i.status = $3 RETURNING i.id`,
);

/** Does what there is to do for the import, and nothing when there is nothing. @param open a handle with the time of the moment */
export async function workImport(open: () => WorkspaceDb, importId: string): Promise<void> {
  for (;;) {
    const [row] = await open().rows(findImport, importId);
    if (row?.status === 'checking') await check(open, importId, row);
    else if (row?.status === 'importing') await run(open, importId);
    else return;
  }
}

/** Identity → when they agreed, by the file; of one that stands there twice, by the later row. */
function datesOf(rows: readonly ChunkRow[], candidates: readonly Candidate[]): Map<string, string> {
  const since = new Map(rows.flatMap((row) => (row.since === undefined ? [] : [[row.row, row.since] as const])));
  return new Map(
    candidates.flatMap(({ row, hash }) => {
      const at = since.get(row);
      return at === undefined ? [] : [[hash, at] as const];
    }),
  );
}

/** What a chunk's rows came to. */
interface Outcome {
  created: number;
  updated: number;
  skipped: number;
  refusals: Refusal[];
}

/** The rows that are valid, and why the others are not. */
function sift(rows: readonly ChunkRow[]): { valid: NumberedRow[]; refusals: Refusal[] } {
  const valid: NumberedRow[] = [];
  const refusals: Refusal[] = [];
  for (const { row, contact, problem } of rows) {
    const parsed = problem === undefined ? contactFields.safeParse(contact) : undefined;
    if (parsed?.success === true) valid.push({ row, fields: parsed.data });
    else
      refusals.push({
        row,
        reason: problem ?? `INVALID_${String(parsed?.error.issues[0]?.path[0]).replace(/[A-Z]/g, '_$&').toUpperCase()}`,
      });
  }
  return { valid, refusals };
}

/** A row without an address is refused here; the contract's import counts it as skipped as well. */
async function record(
  tx: StatementTx,
  importId: string,
  before: Record<string, number>,
  rows: readonly ChunkRow[],
  outcome: Outcome,
  listId: string | null,
): Promise<void> {
  const { refusals, created, updated } = outcome;
  const cells = new Map(rows.map((row) => [row.row, row.cells]));
  const reasons = new Map(Object.entries(before));
  for (const { reason } of refusals) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  if (refusals.length > 0)
    await tx.rows(
      addRefusals,
      importId,
      JSON.stringify(refusals.map(({ row, reason }) => ({ row, reason, cells: cells.get(row) ?? [] }))),
    );
  const skipped = rows.length - created - updated - refusals.length;
  await tx.rows(
    addCounts,
    importId,
    rows.length,
    created,
    updated,
    skipped,
    refusals.length,
    JSON.stringify(Object.fromEntries(reasons)),
    listId,
    tx.now,
  );
}

/** What the import would do. Identities that earlier chunks would make are kept in mind, at most as many as a file has rows. */
async function check(open: () => WorkspaceDb, importId: string, { skipExisting, consent }: ImportRow): Promise<void> {
  await open().rows(clear, importId);
  const made = new Set<string>();
  for (let position = -1, seen = 0; ;) {
    const db = open();
    const [chunk] = await db.rows(nextChunk, importId, position);
    if (chunk === undefined) break;
    position = chunk.position;
    const { valid, refusals } = sift(chunk.rows);
    const { candidates, plan } = await prepare(db, valid);
    const { existing, room, suppressed } = await known(db, candidates, plan);
    const all = new Set([...existing, ...candidates.flatMap(({ hash }) => (made.has(hash) ? [hash] : []))]);
    const decision = await decide(
      candidates,
      { existing: all, suppressed, room: Math.max(0, room - made.size) },
      { skipExisting, source: IMPORT_SOURCE, consent },
    );
    for (const { hash, isNew } of decision.targets) if (isNew) made.add(hash);
    const goesOn = await db.longTransaction(async (tx) => {
      const [row] = await tx.rows(lockImport, importId, 'checking');
      if (row === undefined) return false;
      if (row.doneRows !== seen) throw new Error('Another process looks at this import.');
      await record(
        tx,
        importId,
        row.reasons,
        chunk.rows,
        { ...decision, refusals: [...refusals, ...decision.refusals] },
        null,
      );
      return true;
    });
    if (!goesOn) return;
    seen += chunk.rows.length;
  }
  const db = open();
  await db.rows(moveOn, importId, 'checking', 'checked', db.now, null);
}

async function run(open: () => WorkspaceDb, importId: string): Promise<void> {
  for (;;) {
    const db = open();
    const [chunk] = await db.rows(nextChunk, importId, -1);
    if (chunk === undefined) {
      const finished = await db.rows(moveOn, importId, 'importing', 'done', db.now, db.now);
      if (finished.length > 0) await db.rows(dropChunks, importId);
      return;
    }
    if (!(await runChunk(db, importId, chunk))) return;
  }
}

/** @returns whether the import goes on */
async function runChunk(db: WorkspaceDb, importId: string, chunk: ChunkRows): Promise<boolean> {
  const { valid, refusals } = sift(chunk.rows);
  const prepared = await prepareGated(db, valid);
  return await db.longTransaction(async (tx) => {
    const [row] = await tx.rows(lockImport, importId, 'importing');
    if (row === undefined) return false;
    // Somebody else did it while we read it.
    if ((await tx.rows(finishChunk, importId, chunk.position, tx.now)).length === 0) return true;
    await lockContacts(tx);
    const { listName } = row;
    const listFor =
      listName === null
        ? {}
        : {
            listFor: async () =>
              row.listId !== null && (await lockList(tx, row.listId)) ? row.listId : await listNamed(tx, listName),
          };
    const before = await contactsOf(
      tx,
      prepared.candidates.map(({ hash }) => hash),
    );
    const taken = await takeIn(tx, prepared, {
      skipExisting: row.skipExisting,
      source: IMPORT_SOURCE,
      consent: row.consent,
      origin: { by: 'import', source: { importId, ...(row.consent !== null && { consent: row.consent }) } },
      ...listFor,
    });
    await noteChanges(
      tx,
      importId,
      before,
      taken.targets.map(({ hash }) => hash),
    );
    await noteDates(tx, importId, datesOf(chunk.rows, prepared.candidates));
    await record(
      tx,
      importId,
      row.reasons,
      chunk.rows,
      { ...taken, refusals: [...refusals, ...taken.refusals] },
      taken.listId,
    );
    return true;
  });
}
