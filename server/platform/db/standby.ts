/**
 * Reads of a standby (DATABASE_READ_URL): lists, figures and public pages may be a second old, and go there while it
 * has replayed what the primary had written half a second before. A workspace that has just written here reads of the
 * primary, so that people find what they made.
 */
import pg from 'pg';
import { rowsOf } from '@/server/platform/db/transaction';
import type { ReadConnections } from '@/server/platform/db/workspace-connections';
import { isUnavailable } from '@/server/platform/errors';

/** Between two looks at both servers. */
const TICK_MS = 500;
/**
 * The greatest age of what the standby is known to have, in milliseconds; after it nobody knows, because a look takes
 * long.
 */
const OLDEST_MS = 1_500;
/** Longer than that a look is of no use. */
const LOOK_MS = 1_000;
/**
 * The time after its last write in which a workspace reads from the primary: other processes know nothing of the write.
 */
const OWN_WRITES_MS = 2_000;

const WRITTEN = 'SELECT pg_current_wal_lsn()::text AS position';
/** A server that is no standby any more has replayed its last. */
const REPLAYED = 'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS "isThere"';

/**
 * The time for which the standby has to follow before it is read again: one that is now behind and now not is left
 * alone, and the log is quiet.
 */
const DOUBT_MS = 5_000;
const LAGS = new Error('It has not replayed what the primary had written half a second before.');

/** A conflict with what is replayed; a write. */
const OF_STANDBYS = new Set(['40001', '40P01', '25006']);

/** Made at random with the first migration, so that no two databases have the same. */
const IDENTITY = 'SELECT id FROM _prisma_migrations ORDER BY started_at, migration_name LIMIT 1';

export class Standby {
  /** Undefined until it is known. */
  private isFresh: boolean | undefined;
  /** The time up to which the standby has everything that was written. */
  private hasUntil = Number.NEGATIVE_INFINITY;
  private doubtedUntil = Number.NEGATIVE_INFINITY;
  /** True when the standby is one of this primary. */
  private isOurs = false;
  /** The end of the primary's log at the look before, and the time of that look. */
  private end: { position: string; at: number } | undefined;
  private readonly wrote = new Map<string, number>();
  private readonly clock: NodeJS.Timeout;
  private looking: Promise<void> | undefined;

  /**
   * @param primary where the writes go
   * @param connections to the standby
   * @param note is told when reads go to the standby, and when they do so no more
   */
  constructor(
    private readonly primary: pg.Pool,
    private readonly connections: ReadConnections,
    private readonly note: (isFresh: boolean, reason?: unknown) => void,
  ) {
    this.clock = setInterval(() => void this.look(), TICK_MS).unref();
    void this.look();
  }

  /** Checks whether what a workspace reads now may be read from the standby. */
  serves(accountId: string): boolean {
    const [at, wrote] = [performance.now(), this.wrote.get(accountId)];
    return (
      this.isFresh === true && at - this.hasUntil <= OLDEST_MS && (wrote === undefined || at - wrote > OWN_WRITES_MS)
    );
  }

  /** A write of the workspace begins or ends. */
  noteWrite(accountId: string): void {
    this.wrote.set(accountId, performance.now());
  }

  /**
   * Reads here, or of the primary where this server cannot answer: it is away, what it reads was taken from under it by
   * what it replays, or the read writes something after all.
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

  /** @returns undefined at the first look, which has nothing to compare with */
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

  /** @throws Error where DATABASE_READ_URL leads to another database, whose rows would be shown as ours */
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
