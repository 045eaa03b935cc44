/**
 * The connections of workspace handles (server/platform/db/workspace.ts): the process's own, or, with row-level
 * security, those of a role that sees one workspace at a time (server/platform/db/bound-connections.ts). Connections to
 * a standby (server/platform/db/standby.ts) only read.
 */
import type { Pool, PoolConfig } from 'pg';
import type { Prisma, PrismaClient } from '@/prisma/generated/client';
import { BoundPool, nameInTransaction } from '@/server/platform/db/bound-connections';
import { FairShare } from '@/server/platform/db/fair-share';
import { SHARED_PLACES, SharedLines } from '@/server/platform/db/shared-lines';
import type { WorkspaceStatement } from '@/server/platform/db/statement';
import { joinSets, rowsOf, type Opening } from '@/server/platform/db/transaction';

type Statement<Row> = WorkspaceStatement<Row, readonly unknown[]>;

export interface Given {
  pool: Pool;
  /** The configuration of the connections that brief statements share. */
  lines: PoolConfig;
  /** The number of connections in the pool. */
  connections: number;
}

export class ReadConnections {
  readonly pool: Pool;
  /** The queue in which callers wait for a connection of their workspace's share. */
  readonly share: FairShare;
  /** The queue in which long statements wait before that, without a connection. */
  readonly longShare = FairShare.forLong();
  /** The lines for brief statements, and the queue for places on them. */
  readonly lines: SharedLines;
  readonly linesShare = new FairShare(SHARED_PLACES);

  constructor({ pool, lines, connections }: Given) {
    this.pool = pool;
    this.lines = new SharedLines(lines);
    this.share = new FairShare(connections);
  }

  /** True when row-level security limits these connections. */
  get areBound(): boolean {
    return this.pool instanceof BoundPool;
  }

  /** Returns the place where a transaction of the workspace is opened. */
  opening(accountId: string): Opening {
    return this.areBound ? { pool: this.pool, naming: nameInTransaction(accountId) } : { pool: this.pool };
  }

  /**
   * Runs one statement by itself, in the way that it declares.
   * @param values the workspace first
   * @param hasShare true when the caller already has its workspace's share
   */
  read<Row>(accountId: string, statement: Statement<Row>, values: unknown[], hasShare = false): Promise<Row[]> {
    if (statement.isBrief === true) return this.brief(accountId, statement, values);
    const one = (): Promise<Row[]> => this.one(accountId, statement, values);
    // Who holds a connection already waits for nobody: those ahead may be waiting for one.
    if (hasShare) return one();
    const shared = (): Promise<Row[]> => this.share.run(accountId, one);
    return statement.isLong === true ? this.longShare.run(accountId, shared) : shared();
  }

  /** Runs a statement on a connection of its own. */
  private one<Row>(accountId: string, statement: Statement<Row>, values: unknown[]): Promise<Row[]> {
    if (statement.joinsSets === true) return joinSets(this.opening(accountId), statement, values);
    const { pool } = this;
    if (!(pool instanceof BoundPool)) return rowsOf(pool, statement, values);
    return rowsOf({ query: (query) => pool.queryAs(accountId, query) }, statement, values);
  }

  /** Runs a brief statement, which only needs a place on a shared line. */
  private brief<Row>(accountId: string, statement: Statement<Row>, values: unknown[]): Promise<Row[]> {
    const as = this.areBound ? accountId : undefined;
    return this.linesShare.run(accountId, () =>
      rowsOf({ query: (query) => this.lines.query(query, as) }, statement, values),
    );
  }

  /** Closes the lines; whoever opened the pool closes it. */
  async close(): Promise<void> {
    await this.lines.close();
  }
}

/** The connections of the database that is written to. */
export class WorkspaceConnections extends ReadConnections {
  readonly prisma: PrismaClient;

  constructor({ prisma, ...given }: Given & { prisma: PrismaClient }) {
    super(given);
    this.prisma = prisma;
  }

  /** Runs one of Prisma's operations outside a transaction. */
  async prismaOperation(accountId: string, operation: () => Prisma.PrismaPromise<unknown>): Promise<unknown> {
    if (!this.areBound) return await operation();
    const [, result] = await this.prisma.$transaction([nameToPrisma(this.prisma, accountId), operation()]);
    return result;
  }
}

/** Names the workspace in one of Prisma's transactions, so that its rows can be seen. */
export const nameToPrisma = (
  prisma: Pick<PrismaClient, '$executeRaw'>,
  accountId: string,
): Prisma.PrismaPromise<number> => prisma.$executeRaw`SELECT set_config('laris.account_id', ${accountId}, true)`;
