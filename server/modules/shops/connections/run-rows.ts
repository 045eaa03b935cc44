/** Database writes for a running run, by the worker that claimed it (docs/contract/integrations.md#runs). */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';

/**
 * SQL: the run is still this worker's. A worker that lost the run writes nothing: another worker has it, or it was
 * canceled.
 */
const MINE = `r."accountId" = $1 AND r.id = $2 AND r."claimedBy" = $3 AND r."dueAt" IS NOT NULL`;

const advanceRun = workspaceStatement<
  { refused: number },
  [
    id: string,
    worker: string,
    position: string | null,
    done: number,
    created: number,
    updated: number,
    unchanged: number,
    refused: number,
    leaseEnd: Date,
    total: number | null,
    mark: string | null,
    now: Date,
  ]
>(
  'integrations.runs.advance',
  `UPDATE "IntegrationRun" r SET position = $4, done = r.done + $5::int, created = r.created + $6::int,
    updated = r.updated + $7::int, unchanged = r.unchanged + $8::int,
     refused = r.refused + $9::int, attempts = 0, error = NULL, "dueAt" = $10::timestamptz,
       total = coalesce($11::int, r.total), mark = coalesce($12, r.mark), "updatedAt" = $13::timestamptz
   WHERE ${MINE} RETURNING r.refused`,
);

const insertRefusals = workspaceStatement<never, [runId: string, from: number, refs: string[], reasons: string[]]>(
  'integrations.runs.refusals',
  `INSERT INTO "IntegrationRefusal" ("accountId", "runId", position, ref, reason)
   SELECT $1, $2::text, $3::int + t.n::int - 1, t.ref, t.reason
     FROM unnest($4::text[], $5::text[]) WITH ORDINALITY AS t(ref, reason, n)`,
);

const setTotal = workspaceStatement<never, [id: string, worker: string, total: number | null]>(
  'integrations.runs.total',
  `UPDATE "IntegrationRun" r SET total = $4::int WHERE ${MINE}`,
);

const renewRun = workspaceStatement<never, [id: string, worker: string, leaseEnd: Date]>(
  'integrations.runs.renew',
  `UPDATE "IntegrationRun" r SET "dueAt" = $4::timestamptz WHERE ${MINE}`,
);

const releaseRun = workspaceStatement<
  { id: string },
  [id: string, worker: string, dueAt: Date, attempts: number, error: string | null, now: Date]
>(
  'integrations.runs.release',
  `UPDATE "IntegrationRun" r SET status = 'queued', "claimedBy" = NULL, "dueAt" = $4::timestamptz, attempts = $5::int,
    error = $6, "updatedAt" = $7::timestamptz
   WHERE ${MINE} RETURNING r.id`,
);

const endRun = workspaceStatement<
  { id: string },
  [id: string, worker: string, failed: boolean, error: string | null, now: Date]
>(
  'integrations.runs.end',
  `WITH ended AS (
     UPDATE "IntegrationRun" r SET status = CASE WHEN $4::boolean THEN 'failed' WHEN r.refused > 0 THEN 'partial'
       ELSE 'succeeded' END,
       error = $5, "claimedBy" = NULL, "dueAt" = NULL, "finishedAt" = $6::timestamptz, "updatedAt" = $6::timestamptz,
       total = CASE WHEN $4::boolean THEN r.total ELSE greatest(r.total, r.done) END
     WHERE ${MINE} RETURNING r."accountId", r."integrationId", r.id),
   synced AS (
     UPDATE "Integration" i SET "lastSyncedAt" = $6::timestamptz, "lastError" = NULL FROM ended e
     WHERE NOT $4::boolean AND i."accountId" = e."accountId" AND i.id = e."integrationId")
   SELECT e.id FROM ended e WHERE e."accountId" = $1`,
);

export interface Progress {
  position: string | null;
  /** Null: unchanged. */
  total: number | null;
  mark: string | null;
  done: number;
  created: number;
  updated: number;
  unchanged: number;
  refusals: readonly { ref: string; reason: string }[];
}

/** Another worker has the run by now, or the run was canceled: nothing of this page may be written. */
export class LostRunError extends Error {}

/** Writes a page's progress, in the transaction of the page. @throws LostRunError */
export async function advance(
  tx: StatementTx,
  run: { id: string },
  worker: string,
  { position, total, mark, done, created, updated, unchanged, refusals }: Progress,
  leaseEnd: Date,
): Promise<void> {
  const [row] = await tx.rows(
    advanceRun,
    run.id,
    worker,
    position,
    done,
    created,
    updated,
    unchanged,
    refusals.length,
    leaseEnd,
    total,
    mark,
    tx.now,
  );
  if (row === undefined) throw new LostRunError('Another worker has this run.');
  if (refusals.length === 0) return;
  await tx.rows(
    insertRefusals,
    run.id,
    row.refused - refusals.length,
    refusals.map(({ ref }) => ref.slice(0, 255)),
    refusals.map(({ reason }) => reason),
  );
}

export async function noteTotal(
  db: Pick<StatementTx, 'rows'>,
  id: string,
  worker: string,
  total: number | null,
): Promise<void> {
  await db.rows(setTotal, id, worker, total);
}

/** Renews the run's lease while a page is awaited. */
export async function renew(db: Pick<StatementTx, 'rows'>, id: string, worker: string, leaseEnd: Date): Promise<void> {
  await db.rows(renewRun, id, worker, leaseEnd);
}

/** Gives a run back; it can be claimed again from `dueAt` on. */
export async function release(
  db: Pick<StatementTx, 'rows' | 'now'>,
  id: string,
  worker: string,
  { dueAt, attempts, error }: { dueAt: Date; attempts: number; error: string | null },
): Promise<void> {
  await db.rows(releaseRun, id, worker, dueAt, attempts, error, db.now);
}

/** Ends a run. @param error null: it succeeded */
export async function end(
  db: Pick<StatementTx, 'rows' | 'now'>,
  id: string,
  worker: string,
  error: string | null,
): Promise<void> {
  await db.rows(endRun, id, worker, error !== null, error, db.now);
}
