/**
 * The one pool of a process, and Prisma over the same pool. Only server/db, server/auth, the operator commands and
 * the jobs may import this (a lint rule says so): everything else gets a WorkspaceDb, which cannot leave its workspace.
 */
import { PrismaPg } from '@prisma/adapter-pg';
import pg, { TypeOverrides } from 'pg';
import { PrismaClient } from '@/prisma/generated/client';
import { FairShare } from '@/server/db/fair-share';

/** int8 as bigint: money must not pass through a float. */
const INT8 = 20;
const types = new TypeOverrides();
types.setTypeParser(INT8, (value) => BigInt(value));

export interface Database {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  /** What the handles of workspaces take their connections through. */
  readonly share: FairShare;
  close(): Promise<void>;
}

/** How long a request waits for a connection, and for one statement, before it is answered with 503. */
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 20_000;
const CONNECTIONS = 16;

/**
 * Opens the pool; connections are made when they are first needed.
 * @param options.onError hears of connections that broke while idle (the pool replaces them by itself).
 * @param options.writesEvents what is changed over them is told to webhook endpoints (4 §L): switches the database's own
 * triggers on, which write the events in the transaction of the change.
 */
export function openDatabase(
  url: string,
  options: { poolSize?: number; name?: string; writesEvents?: boolean; onError?: (error: Error) => void } = {},
): Database {
  const connections = options.poolSize ?? CONNECTIONS;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    application_name: options.name ?? 'laris',
    options: `-c timezone=UTC${options.writesEvents === true ? ' -c laris.webhook_delivery=on' : ''}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // Should the database stop answering altogether, its own timeout cannot fire; the client's does.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    keepAlive: true,
  });
  pool.on('error', (error) => options.onError?.(error));
  // While a connection is lent, its breaking is the borrower's error too; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), errorFormat: 'minimal' });
  return {
    pool,
    prisma,
    share: new FairShare(connections),
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
