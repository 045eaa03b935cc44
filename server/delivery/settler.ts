/**
 * Writes how hand-overs ended. Whatever ends while one write is under way goes into the next, so the number of
 * statements follows the database's pace and not the number of messages. A write that fails is tried until it works:
 * what the vendor has must not be forgotten because the database was away.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Verdict } from '@/server/delivery/outcome';
import { requeue, settle } from '@/server/delivery/queue';

const LARGEST_WRITE = 500;
const PAUSE_MS = 250;

export interface SettlerOptions {
  pool: Pool;
  accountId: string;
  worker: string;
  now: () => Date;
  onError: (error: unknown) => void;
  /** These are written. */
  onWritten: (ids: readonly string[]) => void;
}

export class Settler {
  private waiting: Verdict[] = [];
  private writing: Promise<void> | undefined;
  private count = 0;

  constructor(private readonly options: SettlerOptions) {}

  /** Verdicts that are not yet written. */
  get unwritten(): number {
    return this.count;
  }

  add(verdict: Verdict): void {
    this.waiting.push(verdict);
    this.count++;
    this.writing ??= this.write();
  }

  /** Resolves when all that was added is written. */
  async drained(): Promise<void> {
    while (this.writing !== undefined) await this.writing;
  }

  private async write(): Promise<void> {
    // All that ends in the same turn goes along.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, LARGEST_WRITE);
      await this.writeUntilDone(batch);
      this.count -= batch.length;
      this.options.onWritten(batch.map((verdict) => ('done' in verdict ? verdict.done.id : verdict.again.id)));
    }
    this.writing = undefined;
  }

  private async writeUntilDone(batch: readonly Verdict[]): Promise<void> {
    const { pool, accountId, worker, now, onError } = this.options;
    for (;;) {
      try {
        const where = { accountId, worker, now: now() };
        const done = batch.flatMap((verdict) => ('done' in verdict ? [verdict.done] : []));
        const again = batch.flatMap((verdict) => ('again' in verdict ? [verdict.again] : []));
        if (done.length > 0) await settle(pool, where, done);
        if (again.length > 0) await requeue(pool, where, again);
        return;
      } catch (error) {
        onError(error);
        await sleep(PAUSE_MS);
      }
    }
  }
}
