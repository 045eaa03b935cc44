/**
 * The outbox: rows of Change. A consumer takes those of one workspace at a time, in the order of their writing, and
 * deletes them in the transaction of what it does with them; a row that is left is a row that was not taken. There is
 * no mark that says how far it came, for a transaction with a lower position may commit later.
 */
import type { ClientBase, Pool } from 'pg';
import { THIS_WORKSPACE } from '@/server/platform/db/statement';
import type { Noted } from '@/server/platform/outbox/fold';
import { firstOfEach } from '@/server/platform/engine/lease';

/** Notes of one look at one workspace, and those that belong to them. */
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
 * One worker at a time takes from a workspace, or the order of a subject's changes would be nobody's. Holds to the end
 * of the transaction, that of a killed worker too.
 * @returns whether it is ours
 */
export async function hold(client: ClientBase, consumer: string, accountId: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>({ ...HOLD, values: [consumer, accountId] });
  return rows[0]?.held === true;
}

/**
 * Takes changes; one that was put off comes before what was written of its subject after it. All that a transaction did
 * to a subject is taken together. What somebody else has locked is being erased.
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

/** Marks as taken. */
export async function remove(client: ClientBase, accountId: string, ids: readonly bigint[]): Promise<void> {
  await client.query({ ...REMOVE, values: [accountId, ids] });
}

const PUT_OFF = {
  name: 'events.put-off',
  text: `UPDATE "Change" c SET "dueAt" = $3::timestamptz, attempts = c.attempts + 1, error = $4
    WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = ANY ($2)`,
};

/** @param dueAt when it is tried again; null: not again */
export async function putOff(
  client: ClientBase,
  accountId: string,
  ids: readonly bigint[],
  { dueAt, error }: { dueAt: Date | null; error: string },
): Promise<void> {
  await client.query({ ...PUT_OFF, values: [accountId, ids, dueAt, error] });
}
