/**
 * The entries about idempotency keys that are still to be written, because the database went away: that a key is free
 * again, or its reply. Not written, a repeat of the request would be told for minutes that the first one still runs.
 */
import type { Logger } from 'pino';
import type { Database } from '@/server/platform/db/client';
import { Settler } from '@/server/platform/engine/settle';
import { now } from '@/server/platform/lib/clock';

export interface LateKey {
  /** From then on it is free whatever we write. */
  heldUntil: Date;
  /** Safe to run again. */
  write: () => Promise<unknown>;
}

/** The largest number kept; keys beyond it are free when their hold ends. */
const MOST = 10_000;
const AT_ONCE = 16;

const byDatabase = new WeakMap<Database, Settler<LateKey>>();

/** Writes it as soon as the database takes it, until the key's hold ends. Returns at once. */
export function writeLater({ database, log }: { database: Database; log: Logger }, key: LateKey): void {
  let settler = byDatabase.get(database);
  if (settler === undefined) {
    settler = new Settler<LateKey>({
      write: (keys) => writeAll(database, keys),
      onError: (error) => log.warn({ err: error }, 'idempotency keys could not be written, trying again'),
      lessened: () => null,
    });
    byDatabase.set(database, settler);
  }
  if (settler.unwritten < MOST) settler.add(key);
}

async function writeAll({ pool }: Database, keys: readonly LateKey[]): Promise<void> {
  const left = [...keys];
  const work = async (): Promise<void> => {
    for (let key = left.pop(); key !== undefined; key = left.pop())
      // A process that stops writes no more; each hold has an end.
      if (!pool.ending && key.heldUntil > now()) await key.write();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
