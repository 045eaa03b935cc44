/**
 * Writes how attempts ended. Whatever ends while one write is under way goes into the next, so the number of statements
 * follows the database's pace and not that of the deliveries. A write that fails is tried until it works: what an
 * endpoint has taken is not to be forgotten because the database was away.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settled } from '@/server/webhooks/outcome';

const LARGEST_WRITE = 500;
const PAUSE_MS = 250;

export class Settler {
  private waiting: Settled[] = [];
  private writing: Promise<void> | undefined;

  /** @param onError hears of a write that will be tried again */
  constructor(
    private readonly write: (settled: readonly Settled[]) => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  add(settled: Settled): void {
    this.waiting.push(settled);
    this.writing ??= this.writeAll();
  }

  /** Resolves when all that was added is written. */
  async drained(): Promise<void> {
    while (this.writing !== undefined) await this.writing;
  }

  private async writeAll(): Promise<void> {
    // All that ends in the same turn goes along.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, LARGEST_WRITE);
      while (!(await this.isWritten(batch))) await sleep(PAUSE_MS);
    }
    this.writing = undefined;
  }

  private async isWritten(batch: readonly Settled[]): Promise<boolean> {
    try {
      await this.write(batch);
      return true;
    } catch (error) {
      this.onError(error);
      return false;
    }
  }
}
