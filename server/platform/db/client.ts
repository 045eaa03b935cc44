/**
 * The pool of a process, and Prisma over the same pool. A lint rule lets only server/platform/db, server/platform/auth,
 * the operator commands and the jobs import this file. All other code gets a WorkspaceDb, which cannot leave its
 * workspace.
 */
import pg, { TypeOverrides, type PoolConfig } from 'pg';
import { PrismaClient } from '@/prisma/generated/client';
import { BoundPool, REQUEST_ROLE } from '@/server/platform/db/bound-connections';
import { Standby } from '@/server/platform/db/standby';
import { EndingPrismaPg } from '@/server/platform/db/prisma-adapter';
import { leaveReadOnly } from '@/server/platform/db/read-only';
import { ReadConnections, WorkspaceConnections } from '@/server/platform/db/workspace-connections';
import type { Settings } from '@/server/platform/env';
import { clockOffset } from '@/server/platform/lib/clock';

/** int8 as bigint: money must not pass through a float. */
const INT8 = 20;
const types = new TypeOverrides();
types.setTypeParser(INT8, (value) => BigInt(value));

export interface Database {
  readonly pool: pg.Pool;
  /**
   * Connections for code that needs one session over several transactions: through a pooler, `pool` gives each
   * transaction another session.
   */
  readonly sessions: pg.Pool;
  readonly prisma: PrismaClient;
  /** The connections that the handles of workspaces take. */
  readonly workspaces: WorkspaceConnections;
  /** The standby for reads that may be a second old; reads go there while it keeps up. */
  readonly standby: Standby | undefined;
  close(): Promise<void>;
}

/**
 * The longest wait of a request for a connection, and for one statement, in milliseconds; afterwards the answer is 503.
 */
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 20_000;
const CONNECTIONS = 16;
/** The size of the separate pool for sessions: as many as the jobs that a worker runs at once. */
const SESSIONS = 4;
/**
 * The size of the pool when handles of workspaces have connections of their own; only the narrow statements then use
 * the pool.
 */
const UNBOUND_CONNECTIONS = 8;

/** The address of the database. */
export type DatabaseAddress = Pick<Settings, 'databaseUrl' | 'databaseDirectUrl' | 'pooled'>;

/**
 * Returns the settings of a new session. A pooler passes the time zone and refuses the rest. Through a pooler,
 * statements get the database's own time-out (deploy/README.md, Many machines). Changes are noted unless a session
 * switches that off, so a setting that a pooler drops loses no event.
 */
export function sessionConfig({ pooled }: Pick<DatabaseAddress, 'pooled'>, notesChanges: boolean): PoolConfig {
  if (pooled) return { options: '-c timezone=UTC' };
  const settings = [
    'timezone=UTC',
    `laris.webhook_delivery=${notesChanges ? 'on' : 'off'}`,
    // The triggers write the service's time too, so they are told how far its clock is ahead.
    ...(notesChanges ? [`laris.clock_offset=${clockOffset()}ms`] : []),
  ];
  return { options: settings.map((each) => `-c ${each}`).join(' '), statement_timeout: STATEMENT_TIMEOUT_MS };
}

/**
 * Opens the pool; connections are made when they are first needed.
 * @param address a bare address leads to PostgreSQL itself, without a pooler
 * @param options.connectTimeout milliseconds of waiting for a connection
 * @param options.onError receives errors of idle connections (the pool replaces them by itself)
 * @param options.notesChanges changes over these connections are sent to webhook endpoints
 * (docs/contract/webhooks.md#event-types): triggers note them in the outbox, in the transaction of the change
 * (server/platform/outbox)
 * @param options.bindsRows row-level security limits the connections of workspace handles
 * @param options.readUrl of a standby, for reads that may be a second old (server/platform/db/standby.ts)
 * @param options.onStandby is called whenever reads begin or stop to use the standby
 */
export function openDatabase(
  address: string | DatabaseAddress,
  options: {
    poolSize?: number;
    name?: string;
    notesChanges?: boolean;
    connectTimeout?: number;
    bindsRows?: boolean;
    readUrl?: string;
    onError?: (error: Error) => void;
    onStandby?: (isFresh: boolean, reason?: unknown) => void;
  } = {},
): Database {
  const max = options.poolSize ?? CONNECTIONS;
  const isBound = options.bindsRows === true;
  const notesChanges = options.notesChanges === true;
  const { databaseUrl, databaseDirectUrl, pooled } = typeof address === 'string' ? addressOf(address) : address;
  const config = (connectionString: string, isPooled: boolean): PoolConfig => ({
    connectionString,
    types,
    application_name: options.name ?? 'laris',
    ...sessionConfig({ pooled: isPooled }, notesChanges),
    connectionTimeoutMillis: options.connectTimeout ?? CONNECT_TIMEOUT_MS,
    // Should the database stop answering altogether, its own timeout cannot fire; the client's does.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    keepAlive: true,
  });
  /** Connections with row-level security do not use a pooler, because role and workspace belong to the session. */
  const asRequest = (url: string): PoolConfig => {
    const session = config(url, false);
    return { ...session, options: `${session.options ?? ''} -c role=${REQUEST_ROLE}` };
  };
  const listening = <Opened extends pg.Pool>(opened: Opened, isPrimary = true): Opened => {
    opened.on('error', (error) => options.onError?.(error));
    // While a connection is lent, its breaking is the borrower's error too; without a listener it would end the
    // process.
    opened.on('connect', (client) => {
      client.on('error', (error) => options.onError?.(error));
      if (isPrimary) leaveReadOnly(client);
    });
    return opened;
  };

  const given = config(databaseUrl, pooled);
  const pool = listening(new pg.Pool({ ...given, max: isBound ? Math.min(max, UNBOUND_CONNECTIONS) : max }));
  const prisma = prismaOver(pool);
  const sessions = pooled
    ? listening(new pg.Pool({ ...given, connectionString: databaseDirectUrl, max: SESSIONS }))
    : pool;
  const boundPool = isBound ? listening(new BoundPool({ ...asRequest(databaseDirectUrl), max })) : undefined;
  const boundPrisma = boundPool && prismaOver(boundPool);
  const workspaces = new WorkspaceConnections({
    pool: boundPool ?? pool,
    prisma: boundPrisma ?? prisma,
    lines: isBound ? asRequest(databaseDirectUrl) : given,
    connections: max,
  });
  listening(workspaces.lines.pool);

  let standby: Standby | undefined;
  let standbyPool: pg.Pool | undefined;
  if (options.readUrl !== undefined) {
    const there = isBound ? asRequest(options.readUrl) : config(options.readUrl, false);
    standbyPool = listening(isBound ? new BoundPool({ ...there, max }) : new pg.Pool({ ...there, max }), false);
    const connections = new ReadConnections({ pool: standbyPool, lines: there, connections: max });
    listening(connections.lines.pool, false);
    standby = new Standby(pool, connections, (isFresh, reason) => options.onStandby?.(isFresh, reason));
  }
  return {
    pool,
    prisma,
    sessions,
    workspaces,
    standby,
    close: async () => {
      await standby?.close();
      await standbyPool?.end();
      await workspaces.close();
      await boundPrisma?.$disconnect();
      await boundPool?.end();
      await prisma.$disconnect();
      await pool.end();
      if (sessions !== pool) await sessions.end();
    },
  };
}

const addressOf = (url: string): DatabaseAddress => ({
  databaseUrl: url,
  databaseDirectUrl: url,
  pooled: false,
});

const prismaOver = (pool: pg.Pool): PrismaClient =>
  new PrismaClient({ adapter: new EndingPrismaPg(pool), errorFormat: 'minimal' });
