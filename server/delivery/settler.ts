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
        if (isUnwritable(error)) return await this.writeApart(batch);
        await sleep(PAUSE_MS);
      }
    }
  }

  /** One row of a batch that no database takes must not hold up the others, nor itself for ever. */
  private async writeApart(batch: readonly Verdict[]): Promise<void> {
    const [only] = batch;
    if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      await this.writeUntilDone(batch.slice(0, half));
      await this.writeUntilDone(batch.slice(half));
    } else if (
      only !== undefined &&
      ('again' in only || only.done.providerMessageId !== null || only.done.lastError !== null)
    ) {
      await this.writeUntilDone([
        'done' in only
          ? { done: { ...only.done, providerMessageId: null, lastError: null } }
          : { again: { ...only.again, lastError: '' } },
      ]);
    }
  }
}

/** SQLSTATE classes of data that is refused for what it is: trying again cannot help. */
const isUnwritable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(?:22|54)/.test(error.code);
