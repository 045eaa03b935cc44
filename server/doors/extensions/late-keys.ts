/**
 * Writes about idempotency keys that wait because the database went away: the stored reply, or that the key is free
 * again. Without them, a repeat of the request would hear for minutes that the first one still runs.
 */
import type { Logger } from 'pino';
import type { Database } from '@/server/platform/db/client';
import { Settler } from '@/server/platform/engine/settle';
import { now } from '@/server/platform/lib/clock';

export interface LateKey {
  /** From this time on the key is free, whether or not the write succeeds. */
  heldUntil: Date;
  /** Safe to run again. */
  write: () => Promise<unknown>;
}

/** The largest number of waiting keys. Further keys are not kept, and become free when their hold ends. */
const MOST = 10_000;
const AT_ONCE = 16;

const byDatabase = new WeakMap<Database, Settler<LateKey>>();

/** Writes the key's state as soon as the database accepts writes, until the key's hold ends. Returns at once. */
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
