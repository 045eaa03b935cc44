/**
 * Claims and settles triggers: rows of DomainEvent that have a dueAt. A claim is a lease that moves dueAt on, so that
 * the rows of a killed worker become free when the lease lapses. Handled triggers are marked row by row. There is no
 * "handled up to" position, because a transaction with a lower position may commit later.
 */
import type { PoolClient, Pool } from 'pg';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { firstOfEach } from '@/server/platform/engine/lease';
import type { Trigger } from '@/server/platform/outbox/triggers';

/** The most contacts of one workspace whose events are claimed together. */
export const MOST_AT_ONCE = 500;

/** A trigger as its handler receives it. */
export type TakenTrigger = Trigger & {
  position: bigint;
  /** The time of the event, by the service's clock. */
  at: Date;
  /** The number of attempts that were in vain. */
  attempts: number;
};

const LOOK = {
  name: 'triggers.look',
  text: `WITH RECURSIVE ${firstOfEach('DomainEvent', ['accountId'], 'dueAt')} SELECT f."accountId" FROM first f
    WHERE f.at <= $1`,
};

/** Workspaces in which something is due. */
export async function look(pool: Pool, now: Date): Promise<string[]> {
  return (await pool.query<{ accountId: string }>({ ...LOOK, values: [now] })).rows.map(({ accountId }) => accountId);
}

const HOLD = {
  name: 'triggers.hold',
  text: `SELECT pg_try_advisory_xact_lock(hashtextextended('triggers ' || $1, 0)) AS held`,
};

/**
 * Claims the due events of contacts whose turn it is. Skips a contact with a claimed or put-off event, because later
 * events must wait for it.
 */
const CLAIM = {
  name: 'triggers.claim',
  text: `WITH busy AS MATERIALIZED (
      SELECT e."subjectId" FROM "DomainEvent" e WHERE e."accountId" = $1 AND e."dueAt" > $2
    ), due AS MATERIALIZED (
      SELECT e."subjectId" FROM "DomainEvent" e
      WHERE e."accountId" = $1 AND e."dueAt" IS NOT NULL AND e."dueAt" <= $2
        AND e."subjectId" NOT IN (SELECT b."subjectId" FROM busy b)
      ORDER BY e.position LIMIT ${MOST_AT_ONCE}
    ), claimed AS (
      UPDATE "DomainEvent" e SET "dueAt" = $4, "claimedBy" = $3
      WHERE e."accountId" = $1 AND e."subjectId" = ANY (ARRAY(SELECT DISTINCT d."subjectId" FROM due d))
        AND e."dueAt" <= $2
      RETURNING e.position, e.type, e."subjectId" AS "contactId", e.data, e."createdAt" AS at, e.attempts)
    SELECT * FROM claimed ORDER BY position`,
};

/** @param leaseEnd when other workers may claim the events */
export async function claim(
  pool: Pool,
  accountId: string,
  { worker, now, leaseEnd }: { worker: string; now: Date; leaseEnd: Date },
): Promise<TakenTrigger[]> {
  const client = await pool.connect();
  let broken: unknown;
  try {
    await client.query('BEGIN; SET LOCAL jit = off');
    const claimed = await claimHeld(client, accountId, [worker, now, leaseEnd]);
    await client.query('COMMIT');
    return claimed;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollback: unknown) => (broken = rollback));
    throw error;
  } finally {
    client.release(broken !== undefined);
  }
}

/**
 * Claims under a lock of the workspace, and reads only after it has the lock, so that it sees the claims of all other
 * workers.
 */
async function claimHeld(
  client: PoolClient,
  accountId: string,
  [worker, now, leaseEnd]: readonly [worker: string, now: Date, leaseEnd: Date],
): Promise<TakenTrigger[]> {
  const { rows } = await client.query<{ held: boolean }>({ ...HOLD, values: [accountId] });
  if (rows[0]?.held !== true) return [];
  return (await client.query<TakenTrigger>({ ...CLAIM, values: [accountId, now, worker, leaseEnd] })).rows;
}

/**
 * SQL: the events that are still this worker's. A worker that lost events writes nothing: another worker has them, or
 * their contact was erased.
 */
const MINE = `e."accountId" = ${THIS_WORKSPACE} AND e.position = ANY ($2::bigint[]) AND e."claimedBy" = $3 AND e."dueAt" IS NOT NULL`;

const markTaken = workspaceStatement<{ position: bigint }, [positions: bigint[], worker: string, now: Date]>(
  'triggers.take',
  `WITH taken AS (
     UPDATE "DomainEvent" e SET "takenAt" = $4::timestamptz, "dueAt" = NULL, "claimedBy" = NULL, error = NULL
       WHERE ${MINE} RETURNING e.position)
   SELECT t.position, $1::text AS "accountId" FROM taken t`,
);

/** Another worker has some of the events by now. */
export class LostTriggersError extends Error {}

/** Marks events as handled, in the transaction of their effects. @throws LostTriggersError */
export async function markAsTaken(tx: StatementTx, worker: string, events: readonly TakenTrigger[]): Promise<void> {
  const positions = events.map(({ position }) => position);
  const marked = await tx.rows(markTaken, positions, worker, tx.now);
  if (marked.length < positions.length) throw new LostTriggersError('Others have these events, or they are gone.');
}

const RENEW = {
  name: 'triggers.renew',
  text: `UPDATE "DomainEvent" e SET "dueAt" = $4
    WHERE e."accountId" = $1 AND e.position = ANY ($2::bigint[]) AND e."claimedBy" = $3 AND e."dueAt" IS NOT NULL`,
};

/** Extends the claim on the events that are still the worker's, until `leaseEnd`. */
export async function renew(
  pool: Pool,
  accountId: string,
  { worker, positions, leaseEnd }: { worker: string; positions: readonly bigint[]; leaseEnd: Date },
): Promise<void> {
  await pool.query({ ...RENEW, values: [accountId, positions, worker, leaseEnd] });
}

const PUT_OFF = {
  name: 'triggers.put-off',
  text: `UPDATE "DomainEvent" e SET "dueAt" = $4::timestamptz, "claimedBy" = NULL, attempts = e.attempts + 1, error = $5
    WHERE e."accountId" = $1 AND e.position = ANY ($2::bigint[]) AND e."claimedBy" = $3 AND e."dueAt" IS NOT NULL`,
};
const GIVE_BACK = {
  name: 'triggers.give-back',
  text: `UPDATE "DomainEvent" e SET "dueAt" = 'epoch', "claimedBy" = NULL
    WHERE e."accountId" = $1 AND e.position = ANY ($2::bigint[]) AND e."claimedBy" = $3 AND e."dueAt" IS NOT NULL`,
};

/** @param failed.dueAt the time of the next attempt; null: the event is put aside */
export async function putOff(
  pool: Pool,
  accountId: string,
  worker: string,
  { position, dueAt, error }: { position: bigint; dueAt: Date | null; error: string },
): Promise<void> {
  await pool.query({ ...PUT_OFF, values: [accountId, [position], worker, dueAt, error] });
}

/** Releases events that were not handled; they wait for their contact's earlier event. */
export async function giveBack(
  pool: Pool,
  accountId: string,
  worker: string,
  positions: readonly bigint[],
): Promise<void> {
  if (positions.length > 0) await pool.query({ ...GIVE_BACK, values: [accountId, positions, worker] });
}
