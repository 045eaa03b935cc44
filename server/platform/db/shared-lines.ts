/**
 * A few connections that all requests share: a statement is sent without waiting for earlier answers (pg's pipeline
 * mode), and statements of one turn of the event loop go in one network write. For brief statements only
 * (server/platform/db/statement.ts): answers come in the order of the statements, so a slow one would hold up all
 * behind it.
 */
import pg, { type PoolClient, type PoolConfig, type QueryConfig, type QueryResult } from 'pg';
import { nameWorkspace } from '@/server/platform/db/bound-connections';

/** One line per processor of a small database; each runs brief statements as fast as a process can send them. */
const LINES = 2;
/** The most statements on a line; further ones wait in the queue of turns instead. */
const DEPTH = 32;

/** The number of statements that may be under way over all lines. */
export const SHARED_PLACES = LINES * DEPTH;

export class SharedLines {
  readonly pool: pg.Pool;
  private readonly lines: readonly Line[];
  private next = 0;

  constructor(config: PoolConfig) {
    this.pool = new pg.Pool({ ...config, max: LINES, pipeline: true });
    this.lines = Array.from({ length: LINES }, () => new Line(this.pool));
  }

  /**
   * Sends each query over the next line in turn.
   * @param as the workspace whose rows may be seen, if row-level security limits the lines
   * (server/platform/db/bound-connections.ts)
   */
  query<Row extends Record<string, unknown>>(query: QueryConfig, as?: string): Promise<QueryResult<Row>> {
    this.next = (this.next + 1) % LINES;
    return (this.lines[this.next] as Line).query(query, as);
  }

  async close(): Promise<void> {
    for (const line of this.lines) line.release();
    await this.pool.end();
  }
}

/** A connection that is borrowed for good; after a failure, the next query opens another one. */
class Line {
  private client: PoolClient | undefined;
  private connecting: Promise<PoolClient> | undefined;
  private isCorked = false;
  /** The workspace that the connection last named. */
  private boundTo: string | undefined;

  constructor(private readonly pool: pg.Pool) {}

  query<Row extends Record<string, unknown>>(query: QueryConfig, as?: string): Promise<QueryResult<Row>> {
    return this.client === undefined
      ? this.connected().then((client) => this.ask<Row>(client, query, as))
      : this.ask<Row>(this.client, query, as);
  }

  release(): void {
    this.client?.release();
    this.client = undefined;
  }

  private ask<Row extends Record<string, unknown>>(
    client: PoolClient,
    query: QueryConfig,
    as: string | undefined,
  ): Promise<QueryResult<Row>> {
    if (!this.isCorked) {
      this.isCorked = true;
      const { stream } = client.connection;
      stream.cork();
      // Runs when all that came in with this turn has been read.
      setImmediate(() => {
        this.isCorked = false;
        stream.uncork();
      });
    }
    if (as !== undefined && as !== this.boundTo) {
      this.boundTo = as;
      // Answered in the order in which they were sent: the name holds before the statement runs.
      client.query(nameWorkspace(as)).catch((error: unknown) => this.leave(client, error));
    }
    return client.query<Row>(query);
  }

  private connected(): Promise<PoolClient> {
    return (this.connecting ??= this.connect().finally(() => (this.connecting = undefined)));
  }

  private async connect(): Promise<PoolClient> {
    const client = await this.pool.connect();
    client.once('error', (error) => this.leave(client, error)).once('end', () => this.leave(client));
    this.client = client;
    this.boundTo = undefined;
    return client;
  }

  private leave(client: PoolClient, error?: unknown): void {
    if (this.client !== client) return;
    this.client = undefined;
    client.release(error instanceof Error ? error : true);
  }
}
