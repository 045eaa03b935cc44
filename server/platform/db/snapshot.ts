/**
 * A snapshot of a workspace's public data that is too large for memory: pages of one statement, all of one moment. An
 * open snapshot holds a connection, so few may be open, and none for long; other readers wait for their turn, and the
 * rest of the service keeps its connections.
 */
import type { PoolClient } from 'pg';
import type { Database } from '@/server/platform/db/client';
import { rowsOf } from '@/server/platform/db/transaction';
import type { WorkspaceStatement } from '@/server/platform/db/statement';
import { ReaderQueue, type Reader, type Turn } from '@/server/platform/db/reader-queue';
import type { PublicDb } from '@/server/platform/db/workspace';

/** The longest time for which a snapshot may be open, and for which a reader waits for one, in milliseconds. */
const HOLD_MS = 30_000;

/** Four of the pool's 16 connections. */
const queue = new ReaderQueue({ atOnce: 4, holdMs: HOLD_MS, patienceMs: 3_000 });

const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL idle_in_transaction_session_timeout = ${HOLD_MS}; SET LOCAL jit = off`;

export interface Snapshot extends Pick<PublicDb, 'accountId' | 'rows'> {
  /**
   * Aborts when the snapshot was open for too long, or its reader reads nothing; the writer of the answer then stops.
   */
  readonly signal: AbortSignal;
  /** Returns the rows of a statement, `size` at a time. Only one statement can be read at a time. */
  pages<Row, Parameters extends readonly unknown[]>(
    statement: WorkspaceStatement<Row, Parameters>,
    size: number,
    ...parameters: Parameters
  ): AsyncGenerator<Row[], void>;
  /** Returns the connection to the pool. */
  close(): Promise<void>;
}

/** @param reader the client; the snapshot ends when it reads nothing. @throws AppError UNAVAILABLE */
export async function openSnapshot(
  { workspaces }: Pick<Database, 'workspaces'>,
  accountId: string,
  reader: Reader,
): Promise<Snapshot> {
  const turn = await queue.take(accountId, reader);
  try {
    const { pool, naming = '' } = workspaces.opening(accountId);
    const client = await pool.connect();
    try {
      await client.query(BEGIN + naming);
      return snapshotOver(client, accountId, turn);
    } catch (error) {
      client.release(true);
      throw error;
    }
  } catch (error) {
    turn.end();
    throw error;
  }
}

function snapshotOver(client: PoolClient, accountId: string, turn: Turn): Snapshot {
  let isOpen = true;
  return {
    accountId,
    signal: turn.signal,
    async rows<Row, Parameters extends readonly unknown[]>(
      statement: WorkspaceStatement<Row, Parameters>,
      ...parameters: Parameters
    ) {
      return await rowsOf(client, statement, [accountId, ...parameters]);
    },
    async *pages<Row, Parameters extends readonly unknown[]>(
      { text }: WorkspaceStatement<Row, Parameters>,
      size: number,
      ...parameters: Parameters
    ) {
      await client.query(`DECLARE page NO SCROLL CURSOR FOR ${text}`, [accountId, ...parameters]);
      for (;;) {
        const rows = await rowsOf<Row>(client, { name: '', text: `FETCH FORWARD ${size} FROM page` }, []);
        if (rows.length > 0) yield rows;
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
        turn.end();
      }
    },
  };
}
