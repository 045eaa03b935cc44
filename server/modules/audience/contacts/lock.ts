/**
 * One at a time in a workspace: whatever makes contacts, gives them another identity, or begins or ends an opt-out.
 * Such a write looks at many contacts and at none yet (an address that somebody will be made at), which row locks
 * cannot hold; with it, nothing can come between looking and writing, and two imports never wait for each other in a
 * circle. It is held to the end of the transaction.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';

const lock = workspaceStatement<{ accountId: string }>(
  'contacts.lock',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock(hashtextextended('contacts ' || $1, 0))::text AS locked`,
);

/** Locks the contacts: statements of their own after this read a state that no other such write can change. */
export async function lockContacts(tx: StatementTx): Promise<void> {
  await tx.rows(lock);
}

const ends = new Map<string, Promise<unknown>>();

/**
 * Runs such writes of one workspace one after the other in this process too, before they take a connection: waiting
 * for the lock above, a workspace that imports sixteen times at once would hold every connection of the pool.
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
