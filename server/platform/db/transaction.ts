/**
 * A transaction of statements on one connection of the pool. Opened by server/platform/db/workspace.ts, which fills in
 * the workspace.
 */
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { AS_OWNER, AS_REQUEST } from '@/server/platform/db/bound-connections';
import { JOIN_SETS, JOIN_FREELY, type WorkspaceStatement } from '@/server/platform/db/statement';

const LONG_MS = 10 * 60_000;

/** node-postgres accepts this option for each query, but its types lack it. */
type PatientQuery = QueryConfig & { query_timeout?: number };

/**
 * Begins a long transaction. Just-in-time compilation costs more than it saves at this size. Sorts and hashes get
 * enough memory. Each statement is planned for the tables as they are at that moment: a shop's first page finds them
 * empty, its last one does not. Waits for locks are limited, so that a stuck transaction elsewhere does not hold a
 * connection for minutes.
 */
const BEGIN_LONG = `BEGIN; SET LOCAL statement_timeout = ${LONG_MS}; SET LOCAL lock_timeout = 60000;
  SET LOCAL work_mem = '64MB'; SET LOCAL jit = off; SET LOCAL plan_cache_mode = force_custom_plan`;

type Statement<Row> = Pick<
  WorkspaceStatement<Row, readonly unknown[]>,
  'name' | 'text' | 'joinsSets' | 'leaves' | 'row'
>;

/** Anything that can run a query: the pool, one connection, or the shared lines. */
interface Asked {
  query<Row extends Record<string, unknown>>(query: QueryConfig): Promise<Pick<QueryResult<Row>, 'rows'>>;
}

/** Returns a query's rows, typed as its statement declares. */
export async function rowsOf<Row>(
  client: Asked,
  { name, text }: Statement<Row>,
  values: unknown[],
  options: Pick<PatientQuery, 'query_timeout'> = {},
): Promise<Row[]> {
  const query: PatientQuery = { name, text, values, ...options };
  return (await client.query<Record<string, unknown>>(query)).rows as Row[];
}

/**
 * Begins a transaction for a statement over many contacts, which needs both settings as well; it has a request's
 * time-out.
 */
const BEGIN_SETS = `BEGIN; ${JOIN_SETS}; SET LOCAL work_mem = '32MB'; SET LOCAL jit = off`;

/** Runs a statement in the transaction. */
export type Run = <Row>(statement: Statement<Row>, values: unknown[]) => Promise<Row[]>;

/**
 * Plans each statement for its parameters and for the tables as they are now: a call of a thousand rows and one of a
 * single row need different plans, and a workspace's first call finds empty tables. Kept plans would answer half as
 * many calls again (bench/RESULTS.md, Transactions), except where such a plan is bad.
 */
const BEGIN = `BEGIN; SET LOCAL plan_cache_mode = force_custom_plan`;

/** The place where transactions are opened. */
export interface Opening {
  pool: Pool;
  /**
   * SQL that is sent with BEGIN and names the workspace whose rows may be seen
   * (server/platform/db/bound-connections.ts).
   */
  naming?: string;
}

/** Runs a transaction of a request; its statements have the time-out of a request. */
export const transaction = <Result>(opening: Opening, work: (run: Run) => Promise<Result>): Promise<Result> =>
  transact(opening, BEGIN, {}, work);

/**
 * Runs work that may take minutes, such as a send to a million. A request's transaction would end after seconds, on the
 * server's side and on ours.
 */
export const longTransaction = <Result>(opening: Opening, work: (run: Run) => Promise<Result>): Promise<Result> =>
  transact(opening, BEGIN_LONG, { query_timeout: LONG_MS + 1_000 }, work);

/** Begins a transaction in which all statements see the rows of its first moment, and none can write. */
const BEGIN_SNAPSHOT = BEGIN_LONG.replace('BEGIN', 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');

/** Runs several statements of one answer whose figures must agree. May run on a standby. */
export const snapshot = <Result>(opening: Opening, work: (run: Run) => Promise<Result>): Promise<Result> =>
  transact(opening, BEGIN_SNAPSHOT, { query_timeout: LONG_MS + 1_000 }, work);

/** Runs one statement that joins sets, in a transaction of its own. */
export const joinSets = <Row>(opening: Opening, { name, text }: Statement<Row>, values: unknown[]): Promise<Row[]> =>
  transact(opening, BEGIN_SETS, {}, (run) => run<Row>({ name, text }, values));

/** Commits what `work` did, or rolls it back when `work` throws. */
async function transact<Result>(
  { pool, naming = '' }: Opening,
  begin: string,
  options: Pick<PatientQuery, 'query_timeout'>,
  work: (run: Run) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin + naming);
    const result = await work(async (statement, values) => {
      if (statement.joinsSets === true) await client.query(JOIN_SETS);
      if (statement.leaves === true && naming !== '') await client.query(AS_OWNER);
      const rows = await rowsOf(client, statement, values, options);
      if (statement.leaves === true && naming !== '') await client.query(AS_REQUEST);
      if (statement.joinsSets === true) await client.query(JOIN_FREELY);
      return rows;
    });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    broken = await rollBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** @returns the error that says that the connection is of no use any more */
async function rollBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error('ROLLBACK failed');
  }
}
