/** Instants of last use, noted with requests and written behind them: one write for all that were noted meanwhile. */
import type { Database } from '@/server/db/client';

const FLUSH_EVERY_MS = 2_000;

export class LastUsed {
  private noted = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;

  /** @param texts statements over $1::text[] (ids) and $2::timestamptz[] (instants), each of which never moves an instant back */
  constructor(
    private readonly database: Database,
    private readonly texts: readonly string[],
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Written within FLUSH_EVERY_MS. */
  note(id: string, at: Date): void {
    this.noted.set(id, at);
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_EVERY_MS).unref();
  }

  /** Writes what was noted; at shut-down too. What cannot be written is kept for the next time. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const noted = this.noted;
    if (noted.size === 0) return;
    this.noted = new Map();
    // Sorted, so that two processes lock the rows in the same order.
    const ids = [...noted.keys()].sort();
    try {
      for (const text of this.texts) await this.database.pool.query(text, [ids, ids.map((id) => noted.get(id))]);
    } catch (error) {
      this.onError(error);
      for (const [id, at] of noted) if (!this.noted.has(id)) this.noted.set(id, at);
    }
  }
}
