/**
 * What the public reads of a workspace when it is too much for memory: pages of one statement, all of one moment. It
 * holds a connection while it is open, so few are open at a time and none for long; the others wait for their turn,
 * and the rest of the service keeps its connections.
 */
import type { PoolClient } from 'pg';
import type { Database } from '@/server/db/client';
import type { WorkspaceStatement } from '@/server/db/statement';
import type { PublicDb } from '@/server/db/workspace';
import { AppError } from '@/server/errors';

/** Of the pool's 16 connections. */
const AT_ONCE = 4;
/** How long one may be open, and how long a caller waits for its turn. */
const HOLD_MS = 30_000;

const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL idle_in_transaction_session_timeout = ${HOLD_MS}; SET LOCAL jit = off`;

export interface Snapshot extends Pick<PublicDb, 'accountId' | 'rows'> {
  /** Aborts when the snapshot has been open for too long: whoever reads at the pace of a client gives up then. */
  readonly signal: AbortSignal;
  /** The rows of a statement, `size` at a time. One at a time. */
  pages<Row, Parameters extends readonly unknown[]>(
    statement: WorkspaceStatement<Row, Parameters>,
    size: number,
    ...parameters: Parameters
  ): AsyncGenerator<Row[], void>;
  /** Gives the connection back. */
  close(): Promise<void>;
}

/** Callers that wait, in the order in which they came. */
const waiting: (() => void)[] = [];
let open = 0;

/** @throws AppError UNAVAILABLE when nobody made room in time */
async function takeTurn(): Promise<void> {
  if (open < AT_ONCE) return void open++;
  await new Promise<void>((resolve, reject) => {
    const enter = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(enter), 1);
      reject(new AppError('UNAVAILABLE'));
    }, HOLD_MS);
    waiting.push(enter);
  });
}

/** The next one enters in our place. */
function endTurn(): void {
  const next = waiting.shift();
  if (next === undefined) open--;
  else next();
}

/** @throws AppError UNAVAILABLE */
export async function openSnapshot(database: Database, accountId: string): Promise<Snapshot> {
  await takeTurn();
  try {
    const client = await database.pool.connect();
    try {
      await client.query(BEGIN);
      return snapshotOver(client, accountId);
    } catch (error) {
      client.release(true);
      throw error;
    }
  } catch (error) {
    endTurn();
    throw error;
  }
}

function snapshotOver(client: PoolClient, accountId: string): Snapshot {
  let isOpen = true;
  return {
    accountId,
    signal: AbortSignal.timeout(HOLD_MS),
    async rows<Row, Parameters extends readonly unknown[]>(
      { name, text }: WorkspaceStatement<Row, Parameters>,
      ...parameters: Parameters
    ) {
      return (await client.query<Record<string, unknown>>({ name, text, values: [accountId, ...parameters] }))
        .rows as Row[];
    },
    async *pages<Row, Parameters extends readonly unknown[]>(
      { text }: WorkspaceStatement<Row, Parameters>,
      size: number,
      ...parameters: Parameters
    ) {
      await client.query(`DECLARE page NO SCROLL CURSOR FOR ${text}`, [accountId, ...parameters]);
      for (;;) {
        const { rows } = await client.query<Record<string, unknown>>(`FETCH FORWARD ${size} FROM page`);
        if (rows.length > 0) yield rows as Row[];
        if (rows.length < size) break;
      }
      await client.query('CLOSE page');
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      try {
        await client.query('COMMIT');
        client.release();
      } catch {
        client.release(true);
      } finally {
        endTurn();
      }
    },
  };
}
