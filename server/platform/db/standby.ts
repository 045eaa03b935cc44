/**
 * Reads from a standby (DATABASE_READ_URL). Lists, figures and public pages may be a second old; they are read there
 * while the standby has replayed what the primary had written half a second before. A workspace that has just written
 * in this process reads from the primary, so that people see their changes.
 */
import pg from 'pg';
import { rowsOf } from '@/server/platform/db/transaction';
import type { ReadConnections } from '@/server/platform/db/workspace-connections';
import { isUnavailable } from '@/server/platform/errors';

/** The time between two checks of both servers, in milliseconds. */
const TICK_MS = 500;
/** The milliseconds for which a check is trusted; a later one may be late because a server is slow. */
const OLDEST_MS = 1_500;
/** Longer than that a look is of no use. */
const LOOK_MS = 1_000;
/**
 * The milliseconds after its last write for which a workspace reads from the primary. Other processes do not know of
 * the write.
 */
const OWN_WRITES_MS = 2_000;

const WRITTEN = 'SELECT pg_current_wal_lsn()::text AS position';
/**
 * SQL: true while the standby has replayed up to $1. A promoted server is no standby any more, and replays nothing.
 */
const REPLAYED = 'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS "isThere"';

/**
 * The milliseconds for which the standby has to keep up before reads return to it, so that an unsteady standby is not
 * used, and does not fill the log.
 */
const DOUBT_MS = 5_000;
const LAGS = new Error('It has not replayed what the primary had written half a second before.');

/** The error codes of a conflict with replay, and of a write on a standby. */
const OF_STANDBYS = new Set(['40001', '40P01', '25006']);

/** Made at random with the first migration, so that no two databases have the same. */
const IDENTITY = 'SELECT id FROM _prisma_migrations ORDER BY started_at, migration_name LIMIT 1';

export class Standby {
  /** Undefined until the first check. */
  private isFresh: boolean | undefined;
  /** The time up to which the standby has everything that was written. */
  private hasUntil = Number.NEGATIVE_INFINITY;
  private doubtedUntil = Number.NEGATIVE_INFINITY;
  /** True when the standby follows this primary. */
  private isOurs = false;
  /** The end of the primary's log at the look before, and the time of that look. */
  private end: { position: string; at: number } | undefined;
  private readonly wrote = new Map<string, number>();
  private readonly clock: NodeJS.Timeout;
  private looking: Promise<void> | undefined;

  /**
   * @param primary where writes go
   * @param connections to the standby
   * @param note is called when reads begin to use the standby, and when they stop
   */
  constructor(
    private readonly primary: pg.Pool,
    private readonly connections: ReadConnections,
    private readonly note: (isFresh: boolean, reason?: unknown) => void,
  ) {
    this.clock = setInterval(() => void this.look(), TICK_MS).unref();
    void this.look();
  }

  /** Checks whether a workspace may read from the standby now. */
  serves(accountId: string): boolean {
    const [at, wrote] = [performance.now(), this.wrote.get(accountId)];
    return (
      this.isFresh === true && at - this.hasUntil <= OLDEST_MS && (wrote === undefined || at - wrote > OWN_WRITES_MS)
    );
  }

  /** Notes that a write of the workspace begins or ends. */
  noteWrite(accountId: string): void {
    this.wrote.set(accountId, performance.now());
  }

  /**
   * Reads from the standby; reads from the primary when the standby cannot answer: it is away, replay removed the rows,
   * or the read turns out to write.
   */
  async read<Result>(
    ask: (connections: ReadConnections) => Promise<Result>,
    primary: ReadConnections,
  ): Promise<Result> {
    try {
      return await ask(this.connections);
    } catch (error) {
      const isAway = isUnavailable(error);
      if (!isAway && !(error instanceof pg.DatabaseError && OF_STANDBYS.has(error.code ?? ''))) throw error;
      if (isAway) this.become(false, error);
      return await ask(primary);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.clock);
    await this.looking;
    await this.connections.close();
  }

  private look(): Promise<void> {
    return (this.looking ??= this.compare()
      .then(
        (isFresh) => {
          if (isFresh !== undefined) this.become(isFresh, isFresh ? undefined : LAGS);
        },
        (error: unknown) => this.become(false, error),
      )
      .finally(() => (this.looking = undefined)));
  }

  /** @returns undefined at the first check, which has nothing to compare with */
  private async compare(): Promise<boolean | undefined> {
    for (const [accountId, at] of this.wrote) if (performance.now() - at > OWN_WRITES_MS) this.wrote.delete(accountId);
    const [before, at] = [this.end, performance.now()];
    const [now] = await soon<{ position: string }>(this.primary, WRITTEN);
    this.end = now && { position: now.position, at };
    if (before === undefined) return undefined;
    if (!this.isOurs) await this.requireOurs();
    const [there] = await soon<{ isThere: boolean }>(this.connections.pool, REPLAYED, [before.position]);
    if (there?.isThere !== true) return false;
    this.hasUntil = before.at;
    return true;
  }

  /** @throws Error when DATABASE_READ_URL leads to another database, whose rows would be shown as ours */
  private async requireOurs(): Promise<void> {
    const [ours, theirs] = await Promise.all(
      [this.primary, this.connections.pool].map(async (pool) => (await soon<{ id: string }>(pool, IDENTITY))[0]?.id),
    );
    if (ours === undefined || ours !== theirs)
      throw new Error('DATABASE_READ_URL leads to another database than DATABASE_URL.');
    this.isOurs = true;
  }

  private become(isFresh: boolean, reason?: unknown): void {
    const at = performance.now();
    if (!isFresh) this.doubtedUntil = at + DOUBT_MS;
    else if (at < this.doubtedUntil) return;
    if (this.isFresh !== isFresh) this.note(isFresh, reason);
    this.isFresh = isFresh;
  }
}

/** @throws Error when the answer is not there within a second */
const soon = <Row>(pool: pg.Pool, text: string, values: unknown[] = []): Promise<Row[]> =>
  rowsOf<Row>(pool, { name: '', text }, values, { query_timeout: LOOK_MS });
