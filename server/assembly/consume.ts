/**
 * The work of a consumer on the changes of one workspace. One transaction reads the changes from the outbox, acts on
 * them and marks them as done: a worker that dies leaves all of this or nothing.
 */
import type { ClientBase, Pool } from 'pg';
import type { Services } from '@/server/platform/access/context';
import { fold, type Change, type Noted } from '@/server/platform/outbox/fold';
import { triedAgainAt, wordsOf } from '@/server/platform/outbox/in-vain';
import { hold, putOff, remove, take } from '@/server/platform/outbox/outbox';
import { TABLES } from '@/server/modules';
import type { ReadRow } from '@/server/platform/outbox/rows';
import { now as clock } from '@/server/platform/lib/clock';

const tables = new Map(TABLES.map((table) => [table.table, table]));

export interface Consumer {
  /** The consumer's name in the view "Listener". */
  name: string;
  /**
   * Writes what follows from the changes, in their order, over the connection of the transaction. If this throws, each
   * change is tried alone, then again after 1, 5 and 30 minutes, and then put aside; later changes of the same subject
   * wait meanwhile.
   */
  act(client: ClientBase, accountId: string, changes: readonly Change[]): Promise<void>;
}

interface Scene {
  consumer: Consumer;
  read: ReadRow;
  log: Services['log'];
}

/** @returns the number of changes that were done, put off or put aside */
export async function consume(pool: Pool, scene: Scene, accountId: string): Promise<number> {
  const client = await pool.connect();
  let broken: unknown;
  try {
    await client.query('BEGIN; SET LOCAL jit = off');
    const count = (await hold(client, scene.consumer.name, accountId))
      ? await consumeBatch(client, scene, accountId)
      : 0;
    await client.query('COMMIT');
    return count;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollback: unknown) => (broken = rollback));
    throw error;
  } finally {
    client.release(broken !== undefined);
  }
}

async function consumeBatch(client: ClientBase, { consumer, read, log }: Scene, accountId: string): Promise<number> {
  const stored = await take(client, consumer.name, accountId, clock());
  const notes = stored.flatMap((note): Noted[] => {
    const table = tables.get(note.table);
    // Of a table that has no events any more.
    if (table === undefined) return [];
    return [{ ...note, table, before: read(note.table, note.before), after: read(note.table, note.after) }];
  });
  const changes = fold(notes);
  const act = (some: readonly Change[]) => inSavepoint(client, () => consumer.act(client, accountId, some));

  const kept = new Set<bigint>();
  const heldUp = new Set<string>();
  if (changes.length > 0 && (await act(changes)) !== null)
    for (const change of changes) {
      const { subjectId, ids } = change;
      const error = heldUp.has(subjectId) ? null : await act([change]);
      if (error !== null) {
        heldUp.add(subjectId);
        await giveWay(client, log, accountId, change, error);
      }
      if (heldUp.has(subjectId)) for (const id of ids) kept.add(id);
    }
  const taken = stored.map(({ id }) => id).filter((id) => !kept.has(id));
  if (taken.length > 0) await remove(client, accountId, taken);
  return stored.length;
}

/** Puts the change off, to be tried again later, or puts it aside. */
async function giveWay(
  client: ClientBase,
  log: Services['log'],
  accountId: string,
  { subjectId, ids, attempts, table: { table } }: Change,
  error: unknown,
): Promise<void> {
  const dueAt = triedAgainAt(attempts, clock());
  await putOff(client, accountId, ids, { dueAt, error: wordsOf(error) });
  log.error(
    { err: error, accountId, table, subjectId, changeIds: ids.map(String), attempts: attempts + 1 },
    dueAt === null
      ? 'a change cannot be acted on and was put aside'
      : 'a change cannot be acted on, trying again later',
  );
}

/** @returns the error with which the work failed and was rolled back; null when the work was done */
async function inSavepoint(client: ClientBase, work: () => Promise<void>): Promise<unknown> {
  await client.query('SAVEPOINT act');
  try {
    await work();
    await client.query('RELEASE SAVEPOINT act');
    return null;
  } catch (error) {
    // Throws where the connection is gone: then nothing was done at all, and nobody is to blame.
    await client.query('ROLLBACK TO SAVEPOINT act');
    return error ?? new Error('It failed without saying why.');
  }
}
