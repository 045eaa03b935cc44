/**
 * The second wall: connections of a role that PostgreSQL's policies limit to one workspace (docs/architecture.md, "The
 * second wall"). Before a statement of another workspace, the connection names that workspace, in the same network
 * write. A connection that has named none sees no rows.
 */
import pg, { type PoolClient, type PoolConfig, type QueryConfig, type QueryResult } from 'pg';

/** The role cannot log in; connections of the owner switch to it at their start. */
export const REQUEST_ROLE = 'laris_request';

/** Returns the query that names the workspace for this connection, until another one is named. */
export const nameWorkspace = (accountId: string): QueryConfig => ({
  name: 'row-security.workspace',
  text: `SELECT set_config('laris.account_id', $1, false)`,
  values: [accountId],
});

/** Returns SQL that names the workspace for one transaction, sent with its BEGIN. */
export const nameInTransaction = (accountId: string): string =>
  `; SET LOCAL laris.account_id = ${pg.escapeLiteral(accountId)}`;

/** The commands that let one statement of a transaction see other workspaces. */
export const AS_OWNER = 'SET LOCAL ROLE NONE';
export const AS_REQUEST = `SET LOCAL ROLE ${REQUEST_ROLE}`;

/**
 * SQL: true when the view `c` of pg_class reads with the rights of its reader. Policies do not limit a view that reads
 * as its owner.
 */
export const READS_AS_CALLER = `EXISTS (SELECT FROM pg_options_to_table(c.reloptions) o
  WHERE o.option_name = 'security_invoker' AND o.option_value::boolean)`;

/** The workspace that each connection last named. */
const boundTo = new WeakMap<PoolClient, string>();

export class BoundPool extends pg.Pool {
  /** @param config `options` come from server/platform/db/client.ts, which adds the role */
  constructor(config: PoolConfig) {
    // So that the name and the statement travel together.
    super({ ...config, pipeline: true });
  }

  /** Runs one statement with the rights of a workspace. */
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
