/** Finds out whether the database can write, by writing. */
import type { Pool } from 'pg';

/**
 * The time for which a success is believed, in milliseconds, so that whoever polls costs next to nothing. A failure is
 * looked at anew each time.
 */
const BELIEVED_MS = 5_000;

/**
 * Two things that a full disk refuses: a megabyte in a temporary file, for an update in place finds room long after
 * there is none to grow; and a commit that is flushed to the write-ahead log. Neither leaves anything behind in a
 * table. One implicit transaction, which a failure ends by itself.
 */
const PROBE = `SET LOCAL work_mem = '64kB';
  SELECT sum(length(text)) FROM (SELECT repeat('x', 1000) || n AS text FROM generate_series(1, 1000) n
    ORDER BY n DESC) sorted;
  SELECT pg_logical_emit_message(true, 'laris', '')`;

/**
 * Detects a server that only reads (a standby, or one whose operator or host has barred writes), which does not refuse
 * the probe above.
 */
const READ_ONLY = `SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`;

export class WriteProbe {
  private latest: { outcome: Promise<void>; at: number } | undefined;

  constructor(private readonly pool: Pool) {}

  /**
   * Resolves when a write of the last seconds came through. Concurrent callers share one. @throws whatever the database
   * said
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
