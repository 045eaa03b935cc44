/**
 * The outbox: rows of Change. A consumer reads the rows of one workspace at a time, in the order of their writing, and
 * deletes them in the transaction of their effects; so a row that still exists was not handled. There is no "handled up
 * to" position, because a transaction with a lower position may commit later.
 */
import type { ClientBase, Pool } from 'pg';
import { THIS_WORKSPACE } from '@/server/platform/db/statement';
import type { Noted } from '@/server/platform/outbox/fold';
import { firstOfEach } from '@/server/platform/engine/lease';

/** The most notes of one read of a workspace; notes that belong to them come in addition. */
export const MOST_AT_ONCE = 500;

const LOOK = {
  name: 'events.look',
  text: `WITH RECURSIVE ${firstOfEach('Change', ['accountId', 'consumer'], 'dueAt')}
    SELECT f."accountId" FROM first f WHERE f.consumer = $1 AND f.at <= $2`,
};

/** Workspaces in which something waits for the consumer. */
export async function look(pool: Pool, consumer: string, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ accountId: string }>({ ...LOOK, values: [consumer, now] });
  return rows.map(({ accountId }) => accountId);
}

const HOLD = {
  name: 'events.hold',
  text: `SELECT pg_try_advisory_xact_lock(hashtextextended('events ' || $1 || ' ' || $2, 0)) AS held`,
};

/**
 * Locks a workspace's outbox: two workers at once would mix up the order of a subject's changes. The lock ends with the
 * transaction, also with that of a killed worker.
 * @returns whether the lock was free
 */
export async function hold(client: ClientBase, consumer: string, accountId: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>({ ...HOLD, values: [consumer, accountId] });
  return rows[0]?.held === true;
}

/**
 * Reads changes. A change that was put off comes before later changes of its subject. All changes of a transaction to
 * one subject are read together. Skips rows that are locked, because they are being erased.
 */
const TAKE = {
  name: 'events.take',
  text: `WITH put_off AS MATERIALIZED (
      SELECT c."subjectId", c.transaction, c.id, c."dueAt" FROM "Change" c
        WHERE c."accountId" = $1 AND c.consumer = $2 AND c."dueAt" > 'epoch'
    ), due AS MATERIALIZED (
      (SELECT p."subjectId", p.transaction FROM put_off p WHERE p."dueAt" <= $3 ORDER BY p.id LIMIT ${MOST_AT_ONCE})
      UNION
      (SELECT c."subjectId", c.transaction FROM "Change" c
       WHERE c."accountId" = $1 AND c.consumer = $2 AND c."dueAt" = 'epoch'
         AND c."subjectId" <> ALL (ARRAY(SELECT p."subjectId" FROM put_off p))
       ORDER BY c.id LIMIT ${MOST_AT_ONCE})
    )
    SELECT t.* FROM due d CROSS JOIN LATERAL (
      SELECT c.id, c."table", c.operation, c."subjectId", c.transaction, c.before, c.after, c.at, c.listeners,
        c.attempts FROM "Change" c
      WHERE c."accountId" = ${THIS_WORKSPACE} AND c."subjectId" = d."subjectId" AND c.transaction = d.transaction
        AND c.consumer = $2 AND c."dueAt" IS NOT NULL
      FOR UPDATE SKIP LOCKED) t
    ORDER BY t.id`,
};

/** A note as it is stored. */
export type Stored = Omit<Noted, 'table'> & { table: string };

export async function take(client: ClientBase, consumer: string, accountId: string, now: Date): Promise<Stored[]> {
  return (await client.query<Stored>({ ...TAKE, values: [accountId, consumer, now] })).rows;
}

const REMOVE = {
  name: 'events.remove',
  text: `DELETE FROM "Change" c WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = ANY ($2)`,
};

/** Deletes handled changes. */
export async function remove(client: ClientBase, accountId: string, ids: readonly bigint[]): Promise<void> {
  await client.query({ ...REMOVE, values: [accountId, ids] });
}

const PUT_OFF = {
  name: 'events.put-off',
  text: `UPDATE "Change" c SET "dueAt" = $3::timestamptz, attempts = c.attempts + 1, error = $4
    WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = ANY ($2)`,
};

/** @param dueAt the time of the next attempt; null: none */
export async function putOff(
  client: ClientBase,
  accountId: string,
  ids: readonly bigint[],
  { dueAt, error }: { dueAt: Date | null; error: string },
): Promise<void> {
  await client.query({ ...PUT_OFF, values: [accountId, ids, dueAt, error] });
}
