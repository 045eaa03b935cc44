/**
 * The second wall: connections of a role that PostgreSQL's policies bind to one workspace (docs/architecture.md, "The
 * second wall"). Whose rows a connection may see is said before each statement of another workspace than the one
 * before, and in one write with it; where nothing is said, it sees none.
 */
import pg, { type PoolClient, type PoolConfig, type QueryConfig, type QueryResult } from 'pg';

/** Cannot log in: connections of the owner take it on as they begin. */
export const REQUEST_ROLE = 'laris_request';

/** The name of the workspace, for the statements of this connection until another one is named. */
export const nameWorkspace = (accountId: string): QueryConfig => ({
  name: 'row-security.workspace',
  text: `SELECT set_config('laris.account_id', $1, false)`,
  values: [accountId],
});

/** The same for one transaction, as a part of what it begins with. */
export const nameInTransaction = (accountId: string): string =>
  `; SET LOCAL laris.account_id = ${pg.escapeLiteral(accountId)}`;

/** The commands around a statement that leaves its workspace, in a transaction. */
export const AS_OWNER = 'SET LOCAL ROLE NONE';
export const AS_REQUEST = `SET LOCAL ROLE ${REQUEST_ROLE}`;

/**
 * Checks whether the view `c` of pg_class reads with the rights of its reader: policies bind no view that reads as its
 * owner.
 */
export const READS_AS_CALLER = `EXISTS (SELECT FROM pg_options_to_table(c.reloptions) o
  WHERE o.option_name = 'security_invoker' AND o.option_value::boolean)`;

/** The workspace that each connection was last told. */
const boundTo = new WeakMap<PoolClient, string>();

export class BoundPool extends pg.Pool {
  /** @param config its `options` come from server/platform/db/client.ts, which adds the role */
  constructor(config: PoolConfig) {
    // So that the name and the statement travel together.
    super({ ...config, pipeline: true });
  }

  /** Runs one statement as a workspace. */
  async queryAs<Row extends Record<string, unknown>>(accountId: string, query: QueryConfig): Promise<QueryResult<Row>> {
    const client = await this.connect();
    let broken: Error | undefined;
    try {
      if (boundTo.get(client) === accountId) return await client.query<Row>(query);
      boundTo.delete(client);
      const [, result] = await Promise.all([client.query(nameWorkspace(accountId)), client.query<Row>(query)]);
      boundTo.set(client, accountId);
      return result;
    } catch (error) {
      // What the database refuses leaves the connection whole.
      if (!(error instanceof pg.DatabaseError)) broken = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.release(broken);
    }
  }
}
