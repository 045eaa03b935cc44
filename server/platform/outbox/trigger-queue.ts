/**
 * The taking side of triggers: rows of DomainEvent that have a dueAt. A claim is a lease: it moves dueAt on, so that
 * what a killed worker had is anybody's again when the lease lapses. What is taken is marked, row by row: there is no
 * mark that says how far anybody came, for a transaction with a lower position may commit later.
 */
import type { PoolClient, Pool } from 'pg';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { firstOfEach } from '@/server/platform/engine/lease';
import type { Trigger } from '@/server/platform/outbox/triggers';

/** Contacts of one workspace whose events are claimed together. */
export const MOST_AT_ONCE = 500;

/** An event as whoever takes it gets it. */
export type TakenTrigger = Trigger & {
  position: bigint;
  /** The time when it happened, by the service's time. */
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
 * All that is due of the contacts whose turn it is. Of a contact of whom something is claimed by somebody, or is put
 * off, nothing is: what came later waits for it.
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

/** @param leaseEnd when it is anybody's again */
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

/** One worker at a time claims in a workspace, and looks once it alone does: so it sees all that others have. */
async function claimHeld(
  client: PoolClient,
  accountId: string,
  [worker, now, leaseEnd]: readonly [worker: string, now: Date, leaseEnd: Date],
): Promise<TakenTrigger[]> {
  const { rows } = await client.query<{ held: boolean }>({ ...HOLD, values: [accountId] });
  if (rows[0]?.held !== true) return [];
  return (await client.query<TakenTrigger>({ ...CLAIM, values: [accountId, now, worker, leaseEnd] })).rows;
}

/** A worker that lost it writes nothing: it is somebody else's by now, or its contact was erased. */
const MINE = `e."accountId" = ${THIS_WORKSPACE} AND e.position = ANY ($2::bigint[]) AND e."claimedBy" = $3 AND e."dueAt" IS NOT NULL`;

const markTaken = workspaceStatement<{ position: bigint }, [positions: bigint[], worker: string, now: Date]>(
  'triggers.take',
  `WITH taken AS (
     UPDATE "DomainEvent" e SET "takenAt" = $4::timestamptz, "dueAt" = NULL, "claimedBy" = NULL, error = NULL
       WHERE ${MINE} RETURNING e.position)
   SELECT t.position, $1::text AS "accountId" FROM taken t`,
);

/** Somebody else has some of it by now. */
export class LostTriggersError extends Error {}

/** In the transaction of what follows from them. @throws LostTriggersError */
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

/** Extends, until `leaseEnd`, the claim on those that are still the worker's. */
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

/** @param failed.dueAt when it is tried again; null: it is put aside */
export async function putOff(
  pool: Pool,
  accountId: string,
  worker: string,
  { position, dueAt, error }: { position: bigint; dueAt: Date | null; error: string },
): Promise<void> {
  await pool.query({ ...PUT_OFF, values: [accountId, [position], worker, dueAt, error] });
}

/** Gives back triggers that were not looked at; they wait for what is before them. */
export async function giveBack(
  pool: Pool,
  accountId: string,
  worker: string,
  positions: readonly bigint[],
): Promise<void> {
  if (positions.length > 0) await pool.query({ ...GIVE_BACK, values: [accountId, positions, worker] });
}
