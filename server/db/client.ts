/**
 * The one pool of a process, and Prisma over the same pool. Only server/db, server/auth, the operator commands and
 * the jobs may import this (a lint rule says so): everything else gets a WorkspaceDb, which cannot leave its workspace.
 */
import { PrismaPg } from '@prisma/adapter-pg';
import pg, { TypeOverrides, type PoolConfig } from 'pg';
import { PrismaClient } from '@/prisma/generated/client';
import { FairShare } from '@/server/db/fair-share';
import { SHARED_PLACES, SharedLines } from '@/server/db/shared-lines';
import { clockOffset } from '@/server/lib/clock';

/** int8 as bigint: money must not pass through a float. */
const INT8 = 20;
const types = new TypeOverrides();
types.setTypeParser(INT8, (value) => BigInt(value));

export interface Database {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  /** What the handles of workspaces take their connections through. */
  readonly share: FairShare;
  /** For brief statements of workspaces, and what they take their places on it through. */
  readonly lines: SharedLines;
  readonly linesShare: FairShare;
  close(): Promise<void>;
}

/** How long a request waits for a connection, and for one statement, before it is answered with 503. */
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 20_000;
const CONNECTIONS = 16;

/** The triggers write the service's time too, so they are told how far its clock is ahead. */
const notingSettings = (): string[] => ['laris.webhook_delivery=on', `laris.clock_offset=${clockOffset()}ms`];

/**
 * Opens the pool; connections are made when they are first needed.
 * @param options.onError hears of connections that broke while idle (the pool replaces them by itself).
 * @param options.notesChanges what is changed over them is told to webhook endpoints
 * (docs/contract/webhooks.md#event-types): switches the triggers on which note it in the outbox, in the transaction of
 * the change (server/events).
 */
export function openDatabase(
  url: string,
  options: { poolSize?: number; name?: string; notesChanges?: boolean; onError?: (error: Error) => void } = {},
): Database {
  const connections = options.poolSize ?? CONNECTIONS;
  const config: PoolConfig = {
    connectionString: url,
    types,
    application_name: options.name ?? 'laris',
    options: ['timezone=UTC', ...(options.notesChanges === true ? notingSettings() : [])]
      .map((each) => `-c ${each}`)
      .join(' '),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // Should the database stop answering altogether, its own timeout cannot fire; the client's does.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    keepAlive: true,
  };
  const pool = new pg.Pool({ ...config, max: connections });
  const lines = new SharedLines(config);
  for (const each of [pool, lines.pool]) {
    each.on('error', (error) => options.onError?.(error));
    // While a connection is lent, its breaking is the borrower's error too; without a listener it would end the process.
    each.on('connect', (client) => client.on('error', (error) => options.onError?.(error)));
  }
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), errorFormat: 'minimal' });
  return {
    pool,
    prisma,
    share: new FairShare(connections),
    lines,
    linesShare: new FairShare(SHARED_PLACES),
    close: async () => {
      await lines.close();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
