/**
 * One lock a workspace for every write that creates contacts, changes their identity, or begins or ends an opt-out.
 * Such a write reads many contacts, and addresses that no contact has yet, which row locks cannot hold. With this lock
 * nothing changes between reading and writing, and two imports never deadlock. It lasts until the end of the
 * transaction.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';

const lock = workspaceStatement<{ accountId: string }>(
  'contacts.lock',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock(hashtextextended('contacts ' || $1, 0))::text AS locked`,
);

/** Takes the contacts lock. Statements after it read a state that no other such write can change. */
export async function lockContacts(tx: StatementTx): Promise<void> {
  await tx.rows(lock);
}

const ends = new Map<string, Promise<unknown>>();

/**
 * Queues such writes of one workspace in this process, before they take a connection. Otherwise a workspace with
 * sixteen imports at once would hold every connection of the pool, waiting for the lock above.
 */
export async function inTurn<Result>(accountId: string, write: () => Promise<Result>): Promise<Result> {
  const turn = (ends.get(accountId) ?? Promise.resolve()).then(write);
  const ended = turn.catch(() => undefined);
  ends.set(accountId, ended);
  try {
    return await turn;
  } finally {
    if (ends.get(accountId) === ended) ends.delete(accountId);
  }
}
