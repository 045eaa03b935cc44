/**
 * The checks of a process before it serves with ROW_SECURITY. Policies that do not limit the requests would be worse
 * than none, because people rely on them; a policy that limits the worker would stop it silently.
 */
import pg from 'pg';
import type { Database } from '@/server/platform/db/client';
import { READS_AS_CALLER, REQUEST_ROLE } from '@/server/platform/db/bound-connections';
import { ConnectionsError } from '@/server/platform/db/check-connections';

const BINDING = `SELECT c.relname AS name, row_security_active(c.oid) AS "isBound" FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'accountId' AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`;

/** SQL: views that the role may read and that read as their owner, so that no policy limits them. */
const LEADING_PAST = `SELECT c.relname AS name FROM pg_class c
  WHERE c.relkind IN ('v', 'm') AND c.relnamespace = 'public'::regnamespace
  AND NOT ${READS_AS_CALLER} AND has_table_privilege('${REQUEST_ROLE}', c.oid, 'SELECT') ORDER BY 1`;

interface Table {
  name: string;
  isBound: boolean;
}

const ADVICE = 'start once with ROW_SECURITY=true and npm run migrate, as the owner of the tables';

/**
 * @throws ConnectionsError with an explanation when policies miss a table that they must cover, or limit a role that
 * they must not; pg's error when the database cannot be reached
 */
export async function checkRowSecurity({ pool, workspaces }: Pick<Database, 'pool' | 'workspaces'>): Promise<void> {
  const [bound] = (await pool.query<Table>(BINDING)).rows.filter(({ isBound }) => isBound);
  if (bound !== undefined)
    throw new ConnectionsError(
      `ROW_SECURITY: the user of DATABASE_URL does not own the table ${bound.name}, so its policy binds the worker too; connect as the owner of the tables`,
    );
  if (!workspaces.areBound) return;
  const free = (await ofRequests(workspaces.pool)).filter(({ isBound }) => !isBound);
  if (free.length > 0)
    throw new ConnectionsError(
      `ROW_SECURITY: ${free.map(({ name }) => name).join(', ')} bind${free.length === 1 ? 's' : ''} nobody; ${ADVICE}`,
    );
  const [view] = (await pool.query<Pick<Table, 'name'>>(LEADING_PAST)).rows;
  if (view !== undefined)
    throw new ConnectionsError(
      `ROW_SECURITY: the view ${view.name} reads as its owner, past the policies; ALTER VIEW "${view.name}"
        SET (security_invoker = true), or REVOKE SELECT ON "${view.name}" FROM ${REQUEST_ROLE}`,
    );
}

/** The codes of an unknown role, or of a role that the user may not switch to. */
const NO_ROLE = new Set(['22023', '42501', '42704']);

async function ofRequests(pool: pg.Pool): Promise<Table[]> {
  try {
    return (await pool.query<Table>(BINDING)).rows;
  } catch (error) {
    if (error instanceof pg.DatabaseError && NO_ROLE.has(error.code ?? ''))
      throw new ConnectionsError(`ROW_SECURITY: there is no role ${REQUEST_ROLE} to act as; ${ADVICE}`);
    throw error;
  }
}
