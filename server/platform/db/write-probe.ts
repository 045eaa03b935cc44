/** Finds out whether the database can write, by writing. */
import type { Pool } from 'pg';

/**
 * The milliseconds for which a success is believed, so that frequent health checks cost little. A failure is checked
 * again each time.
 */
const BELIEVED_MS = 5_000;

/**
 * Two writes that a full disk refuses: a megabyte in a temporary file, because an update in place may still find room;
 * and a commit that is flushed to the write-ahead log. Neither leaves rows behind. Both are one implicit transaction,
 * which a failure ends by itself.
 */
const PROBE = `SET LOCAL work_mem = '64kB';
  SELECT sum(length(text)) FROM (SELECT repeat('x', 1000) || n AS text FROM generate_series(1, 1000) n
    ORDER BY n DESC) sorted;
  SELECT pg_logical_emit_message(true, 'laris', '')`;

/**
 * SQL: true for a server that only reads (a standby, or one whose writes were barred), which would not refuse the probe
 * above.
 */
const READ_ONLY = `SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`;

export class WriteProbe {
  private latest: { outcome: Promise<void>; at: number } | undefined;

  constructor(private readonly pool: Pool) {}

  /**
   * Resolves when a write succeeded within the last seconds. Parallel callers share one probe. @throws the database's
   * error
   */
  check(): Promise<void> {
    const at = performance.now();
    if (this.latest !== undefined && at - this.latest.at < BELIEVED_MS) return this.latest.outcome;
    const outcome = this.write();
    const latest = { outcome, at };
    this.latest = latest;
    outcome.catch(() => {
      if (this.latest === latest) this.latest = undefined;
    });
    return outcome;
  }

  private async write(): Promise<void> {
    const { rows } = await this.pool.query<{ isReadOnly: boolean }>(READ_ONLY);
    if (rows[0]?.isReadOnly !== false) throw new Error('The database is read-only.');
    await this.pool.query(PROBE);
  }
}
