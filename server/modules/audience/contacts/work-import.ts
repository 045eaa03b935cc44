/**
 * The worker's part of a file's import: first the check, then the import, chunk by chunk in the order of the file. One
 * transaction writes a chunk and marks it as done, so a crash neither loses nor repeats a chunk. The check writes only
 * its result, so after a crash it starts again.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { lockList, listNamed } from '@/server/modules/audience/contact-lists/service';
import { decide, type Candidate, type Decision, type Refusal } from '@/server/modules/audience/contacts/plan-writes';
import type { ChunkRow, ImportStatus } from '@/server/modules/audience/contacts/import-schema';
import { contactsOf, noteChanges, noteDates } from '@/server/modules/audience/contacts/import-changes';
import { lockContacts } from '@/server/modules/audience/contacts/lock';
import { contactFields, type ContactFields } from '@/server/modules/audience/contacts/schema';
import { IMPORT_SOURCE, type ImportConsent } from '@/server/modules/audience/contacts/vocabulary';
import {
  known,
  type NumberedRow,
  phoneReader,
  prepare,
  prepareGated,
  takeIn,
} from '@/server/modules/audience/contacts/write';

interface ImportRow {
  status: ImportStatus;
  skipExisting: boolean;
  consent: ImportConsent | null;
  listName: string | null;
  listId: string | null;
  doneRows: number;
  reasons: Record<string, number>;
  warnings: Record<string, number>;
}
const COLUMNS = 'i.status, i."skipExisting", i.consent, i."listName", i."listId", i."doneRows", i.reasons, i.warnings';
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
  `SELECT c.position, c.rows FROM "ContactImportChunk" c
    WHERE c."accountId" = $1 AND c."importId" = $2 AND c.position > $3 AND c."doneAt" IS NULL ORDER BY c.position
    LIMIT 1`,
);
const finishChunk = workspaceStatement<{ position: number }, [id: string, position: number, now: Date]>(
  'contact-imports.finish-chunk',
  `UPDATE "ContactImportChunk" c SET "doneAt" = $4, rows = '[]'
    WHERE c."accountId" = $1 AND c."importId" = $2 AND c.position = $3 AND c."doneAt" IS NULL RETURNING c.position`,
);
const dropChunks = workspaceStatement<never, [id: string]>(
  'contact-imports.drop-chunks',
  `DELETE FROM "ContactImportChunk" c WHERE c."accountId" = $1 AND c."importId" = $2`,
);

const clear = workspaceStatement<never, [id: string]>(
  'contact-imports.clear',
  `WITH cleared AS (
     UPDATE "ContactImport" i SET "doneRows" = 0, created = 0, updated = 0, skipped = 0, refused = 0, reasons = '{}',
       warnings = '{}', "sharedEmails" = 0 WHERE i."accountId" = $1 AND i.id = $2 AND i.status = 'checking'
       RETURNING i.id)
   DELETE FROM "ContactImportRefusal" r USING cleared WHERE r."accountId" = $1 AND r."importId" = cleared.id`,
);
const addRefusals = workspaceStatement<never, [id: string, refusals: string]>(
  'contact-imports.refuse',
  `INSERT INTO "ContactImportRefusal" ("accountId", "importId", "row", reason, cells, "isWarning")
   SELECT $1, $2, r."row", r.reason, r.cells, r."isWarning"
     FROM jsonb_to_recordset($3::jsonb) AS r("row" int, reason text, cells jsonb, "isWarning" boolean) ON CONFLICT
     DO NOTHING`,
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
    warnings: string,
    listId: string | null,
    now: Date,
  ]
>(
  'contact-imports.count',
  `UPDATE "ContactImport" i SET "doneRows" = i."doneRows" + $3::int, created = i.created + $4::int,
    updated = i.updated + $5::int, skipped = i.skipped + $6::int,
     refused = i.refused + $7::int, reasons = $8::jsonb, warnings = $9::jsonb,
       "listId" = coalesce($10::text, i."listId"), "updatedAt" = $11 WHERE i."accountId" = $1 AND i.id = $2`,
);
const noteShared = workspaceStatement<never, [id: string, rows: number]>(
  'contact-imports.note-shared',
  `UPDATE "ContactImport" i SET "sharedEmails" = $3 WHERE i."accountId" = $1 AND i.id = $2 AND i.status = 'checking'`,
);
const moveOn = workspaceStatement<
  { id: string },
  [id: string, from: string, to: string, now: Date, finishedAt: Date | null]
>(
  'contact-imports.move-on',
  `UPDATE "ContactImport" i SET status = $4, "updatedAt" = $5, "finishedAt" = $6
    WHERE i."accountId" = $1 AND i.id = $2 AND i.status = $3 RETURNING i.id`,
);

/**
 * Runs the check or the import, whichever is due; else does nothing. @param open opens a workspace handle with the
 * current time
 */
export async function workImport(open: () => WorkspaceDb, importId: string): Promise<void> {
  for (;;) {
    const [row] = await open().rows(findImport, importId);
    if (row?.status === 'checking') await check(open, importId, row);
    else if (row?.status === 'importing') await run(open, importId);
    else return;
  }
}

/** Identity → when the person agreed, according to the file; for a repeated identity, the later row counts. */
function datesOf(rows: readonly ChunkRow[], candidates: readonly Candidate[]): Map<string, string> {
  const since = new Map(rows.flatMap((row) => (row.since === undefined ? [] : [[row.row, row.since] as const])));
  return new Map(
    candidates.flatMap(({ row, hash }) => {
      const at = since.get(row);
      return at === undefined ? [] : [[hash, at] as const];
    }),
  );
}

/** The results of a chunk's rows. */
interface Outcome {
  created: number;
  updated: number;
  skipped: number;
  refusals: Refusal[];
  /** The warnings about rows that go in. */
  warnings: Refusal[];
}

/** The phone number is stored, because it is part of the identity, but it reaches nobody. */
const PHONE_UNUSABLE = 'PHONE_UNUSABLE';

/** Returns the row without its one invalid address, if the other address reaches the person; else null. */
function withoutBadAddress(
  contact: Readonly<Record<string, unknown>>,
  faulty: ReadonlySet<unknown>,
  toE164: (phone: string) => string | null,
): ContactFields | null {
  const [bad] = faulty;
  if (faulty.size !== 1 || (bad !== 'email' && bad !== 'phone')) return null;
  const { success, data } = contactFields.safeParse({ ...contact, [bad]: undefined });
  if (!success) return null;
  const reaches = bad === 'email' ? toE164(data.phone ?? '') !== null : (data.email ?? null) !== null;
  return reaches ? data : null;
}

/** Returns the valid rows with their warnings, and the refused rows with their reasons. */
function sift(
  rows: readonly ChunkRow[],
  toE164: (phone: string) => string | null,
): { valid: NumberedRow[]; refusals: Refusal[]; warnings: Refusal[] } {
  const valid: NumberedRow[] = [];
  const refusals: Refusal[] = [];
  const warnings: Refusal[] = [];
  for (const { row, contact, problem } of rows) {
    if (problem !== undefined) {
      refusals.push({ row, reason: problem });
      continue;
    }
    const { success, data, error } = contactFields.safeParse(contact);
    if (success) {
      valid.push({ row, fields: data });
      continue;
    }
    const faulty = error.issues.map(({ path }) => path[0]);
    const reason = `INVALID_${String(faulty[0]).replace(/[A-Z]/g, '_$&').toUpperCase()}`;
    const rest = withoutBadAddress(contact, new Set(faulty), toE164);
    if (rest !== null) valid.push({ row, fields: rest });
    (rest === null ? refusals : warnings).push({ row, reason });
  }
  return { valid, refusals, warnings };
}

/** The warnings of the written rows, including unreadable phone numbers. */
function warned(
  warnings: readonly Refusal[],
  candidates: readonly Candidate[],
  { targets, refusals }: Pick<Decision, 'targets' | 'refusals'>,
): Refusal[] {
  const written = new Set(targets.map(({ hash }) => hash));
  const refused = new Set(refusals.map(({ row }) => row));
  const before = new Map(warnings.map(({ row, reason }) => [row, reason]));
  return candidates.flatMap(({ row, hash, phone, phoneE164 }) => {
    const reason = before.get(row) ?? (phone !== null && phoneE164 === null ? PHONE_UNUSABLE : undefined);
    return reason !== undefined && written.has(hash) && !refused.has(row) ? [{ row, reason }] : [];
  });
}

/** Counts rows with the same e-mail but different identities: each of them becomes a contact. */
class SharedEmails {
  private readonly seen = new Map<string, { hash: string; rows: number; isShared: boolean }>();

  add({ email, hash }: Candidate): void {
    if (email === null) return;
    const entry = this.seen.get(email) ?? { hash, rows: 0, isShared: false };
    this.seen.set(email, entry);
    entry.rows += 1;
    entry.isShared ||= entry.hash !== hash;
  }

  get rows(): number {
    return [...this.seen.values()].reduce((sum, { rows, isShared }) => sum + (isShared ? rows : 0), 0);
  }
}

const countsOf = (before: Record<string, number>, named: readonly Refusal[]): string => {
  const counts = new Map(Object.entries(before));
  for (const { reason } of named) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return JSON.stringify(Object.fromEntries(counts));
};

/** Refuses rows without an address; in the contract's import such rows also count as skipped. */
async function record(
  tx: StatementTx,
  importId: string,
  before: Pick<ImportRow, 'reasons' | 'warnings'>,
  rows: readonly ChunkRow[],
  outcome: Outcome,
  listId: string | null,
): Promise<void> {
  const { refusals, warnings, created, updated } = outcome;
  const cells = new Map(rows.map((row) => [row.row, row.cells]));
  const named = [
    ...refusals.map((each) => ({ ...each, isWarning: false })),
    ...warnings.map((each) => ({ ...each, isWarning: true })),
  ];
  if (named.length > 0)
    await tx.rows(
      addRefusals,
      importId,
      JSON.stringify(named.map((each) => ({ ...each, cells: cells.get(each.row) ?? [] }))),
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
    countsOf(before.reasons, refusals),
    countsOf(before.warnings, warnings),
    listId,
    tx.now,
  );
}

/**
 * Checks what the import would do. Identities that earlier chunks would make are kept in mind, at most as many as a
 * file has rows.
 */
async function check(open: () => WorkspaceDb, importId: string, { skipExisting, consent }: ImportRow): Promise<void> {
  await open().rows(clear, importId);
  const made = new Set<string>();
  const shared = new SharedEmails();
  for (let position = -1, seen = 0; ;) {
    const db = open();
    const [chunk] = await db.rows(nextChunk, importId, position);
    if (chunk === undefined) break;
    position = chunk.position;
    const { valid, refusals, warnings } = sift(chunk.rows, await phoneReader(db));
    const { candidates, plan } = await prepare(db, valid);
    const { existing, room, suppressed } = await known(db, candidates, plan);
    const all = new Set([...existing, ...candidates.flatMap(({ hash }) => (made.has(hash) ? [hash] : []))]);
    const decision = await decide(
      candidates,
      { existing: all, suppressed, room: Math.max(0, room - made.size) },
      { skipExisting, source: IMPORT_SOURCE, consent },
    );
    for (const { hash, isNew } of decision.targets) if (isNew) made.add(hash);
    const goes = new Set(decision.targets.map(({ hash }) => hash));
    for (const each of candidates) if (goes.has(each.hash)) shared.add(each);
    const goesOn = await db.longTransaction(async (tx) => {
      const [row] = await tx.rows(lockImport, importId, 'checking');
      if (row === undefined) return false;
      if (row.doneRows !== seen) throw new Error('Another process looks at this import.');
      await record(
        tx,
        importId,
        row,
        chunk.rows,
        {
          ...decision,
          refusals: [...refusals, ...decision.refusals],
          warnings: warned(warnings, candidates, decision),
        },
        null,
      );
      return true;
    });
    if (!goesOn) return;
    seen += chunk.rows.length;
  }
  const db = open();
  await db.rows(noteShared, importId, shared.rows);
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
  const { valid, refusals, warnings } = sift(chunk.rows, await phoneReader(db));
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
      row,
      chunk.rows,
      {
        ...taken,
        refusals: [...refusals, ...taken.refusals],
        warnings: warned(warnings, prepared.candidates, taken),
      },
      taken.listId,
    );
    return true;
  });
}
