/**
 * Links entries of a workspace to its chain. Entries have no number when they are written, because every write would
 * then wait for the one before. Committed entries are taken from AuditPending, in the order of writing; an entry of a
 * slow transaction comes later. The last link alone says how far the chain has come, so no entry is skipped or linked
 * twice.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { encoded, GENESIS, hashAfter } from '@/server/modules/account/audit-log/chain';

/** Entries of one transaction: about 50 ms. */
export const LINKED_AT_ONCE = 1_000;

/**
 * Lets one worker at a time link in a workspace. The lock ends with the transaction, also when the worker is killed.
 */
const hold = workspaceStatement<{ held: boolean }>(
  'audit-chain.hold',
  `SELECT pg_try_advisory_xact_lock(hashtextextended('audit chain ' || w."accountId", 0)) AS held
    FROM (SELECT $1::text AS "accountId") w`,
);

export interface Link {
  position: bigint;
  entryId: string;
  hash: Buffer;
}

/** The last link. */
export const head = workspaceStatement<Link>(
  'audit-chain.head',
  `SELECT l.position, l."entryId", l.hash FROM "AuditLink" l WHERE l."accountId" = $1 ORDER BY l.position DESC LIMIT 1`,
  { isBrief: true },
);

interface Unlinked {
  id: string;
  text: string;
  /**
   * True for an entry that is linked already: it was written after the chain began, and also found among earlier
   * entries.
   */
  isLinked: boolean;
}

const IS_LINKED = `EXISTS (SELECT FROM "AuditLink" l WHERE l."accountId" = ${THIS_WORKSPACE} AND l."entryId" = e.id)`;

const pending = workspaceStatement<Unlinked, [most: number]>(
  'audit-chain.pending',
  `SELECT e.* FROM (
     SELECT p."entryId", p.position FROM "AuditPending" p WHERE p."accountId" = $1 ORDER BY p.position LIMIT $2::int) w
   CROSS JOIN LATERAL (
     SELECT e.id, ${encoded('e')} AS text, ${IS_LINKED} AS "isLinked" FROM "AuditEntry" e
     WHERE e."accountId" = ${THIS_WORKSPACE} AND e.id = w."entryId" OFFSET 0) e
   ORDER BY w.position`,
);

const backfill = workspaceStatement<{ isOpen: true }>(
  'audit-chain.backfill',
  `SELECT true AS "isOpen" FROM "AuditBackfill" b WHERE b."accountId" = $1`,
);

const older = workspaceStatement<Unlinked, [most: number]>(
  'audit-chain.older',
  `SELECT e.* FROM "AuditBackfill" b CROSS JOIN LATERAL (
     SELECT e.id, ${encoded('e')} AS text, ${IS_LINKED} AS "isLinked" FROM "AuditEntry" e
     WHERE e."accountId" = ${THIS_WORKSPACE} AND (e."createdAt", e.id) > (b."linkedUntil", b."entryId")
     ORDER BY e."createdAt", e.id LIMIT $2::int) e
   WHERE b."accountId" = $1`,
);

const insert = workspaceStatement<never, [after: bigint, entryIds: string[], hashes: Buffer[]]>(
  'audit-chain.insert',
  `INSERT INTO "AuditLink" ("accountId", position, "entryId", hash)
   SELECT $1, $2::bigint + n.position, n."entryId", n.hash
   FROM unnest($3::text[], $4::bytea[]) WITH ORDINALITY n ("entryId", hash, position)`,
);

const taken = workspaceStatement<never, [entryIds: string[]]>(
  'audit-chain.taken',
  `DELETE FROM "AuditPending" p WHERE p."accountId" = $1 AND p."entryId" = ANY ($2::text[])`,
);

const moveOn = workspaceStatement<never, [entryId: string]>(
  'audit-chain.move-on',
  `UPDATE "AuditBackfill" b SET "linkedUntil" = e."createdAt", "entryId" = e.id FROM "AuditEntry" e
   WHERE b."accountId" = $1 AND e."accountId" = $1 AND e.id = $2`,
);

const done = workspaceStatement<never>('audit-chain.done', `DELETE FROM "AuditBackfill" b WHERE b."accountId" = $1`);

/**
 * Links a batch: first entries from before the chain began, then newer ones.
 * @returns true when there may be more
 */
export async function linkBatch(db: WorkspaceDb, most = LINKED_AT_ONCE): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const [lock] = await tx.rows(hold);
    if (lock?.held !== true) return false;
    const isOld = (await tx.rows(backfill)).length > 0;
    const entries = await tx.rows(isOld ? older : pending, most);
    await append(
      tx,
      entries.filter(({ isLinked }) => !isLinked),
    );
    const last = entries.at(-1);
    const isMore = entries.length === most;
    if (!isOld)
      await tx.rows(
        taken,
        entries.map(({ id }) => id),
      );
    else if (isMore && last !== undefined) await tx.rows(moveOn, last.id);
    else await tx.rows(done);
    return isOld || isMore;
  });
}

async function append(tx: StatementTx, entries: readonly Unlinked[]): Promise<void> {
  if (entries.length === 0) return;
  const [last] = await tx.rows(head);
  let previous: Buffer = last?.hash ?? GENESIS;
  const hashes = entries.map(({ text }) => (previous = hashAfter(previous, text)));
  await tx.rows(
    insert,
    last?.position ?? 0n,
    entries.map(({ id }) => id),
    hashes,
  );
}
