/**
 * Writes the outcomes of work. Outcomes that come during a write go into the next one, so the number of statements
 * follows the database's pace and not the number of rows. A failed write is repeated until it works, because an
 * outcome, such as a sent message, must not be lost while the database is away.
 */
import { setTimeout as sleep } from 'node:timers/promises';

const LARGEST_WRITE = 500;
const PAUSE_MS = 250;

export interface SettlerOptions<Item> {
  /** Writes several items; safe to repeat. */
  write: (items: readonly Item[]) => Promise<void>;
  /** Hears of a write that will be tried again. */
  onError: (error: unknown) => void;
  /** Called with the items that are written. */
  onWritten?: (items: readonly Item[]) => void;
  /**
   * Returns an item without the texts that the database may refuse, for an item that no write accepts; null: nothing is
   * left.
   */
  lessened: (item: Item) => Item | null;
}

export class Settler<Item> {
  private waiting: Item[] = [];
  private writing: Promise<void> | undefined;
  private count = 0;

  constructor(private readonly options: SettlerOptions<Item>) {}

  /** Items that are not yet written. */
  get unwritten(): number {
    return this.count;
  }

  add(item: Item): void {
    this.waiting.push(item);
    this.count++;
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
      await this.writeUntilDone(batch);
      this.count -= batch.length;
      this.options.onWritten?.(batch);
    }
    this.writing = undefined;
  }

  private async writeUntilDone(batch: readonly Item[]): Promise<void> {
    for (;;) {
      try {
        await this.options.write(batch);
        return;
      } catch (error) {
        this.options.onError(error);
        if (isUnwritable(error)) return await this.writeApart(batch);
        await sleep(PAUSE_MS);
      }
    }
  }

  /**
   * Writes the items of a failed batch one by one, so that a bad item neither holds up the others nor is repeated for
   * ever.
   */
  private async writeApart(batch: readonly Item[]): Promise<void> {
    const [only] = batch;
    if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      await this.writeUntilDone(batch.slice(0, half));
      await this.writeUntilDone(batch.slice(half));
    } else if (only !== undefined) {
      const less = this.options.lessened(only);
      if (less !== null) await this.writeUntilDone([less]);
    }
  }
}

/** Checks for SQLSTATE classes of data that the database refuses; a repeat cannot help. */
const isUnwritable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(?:22|54)/.test(error.code);
