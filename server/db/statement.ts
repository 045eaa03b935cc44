/**
 * SQL statements that are prepared once per connection. A statement of a workspace has the workspace as $1, and
 * only server/db/workspace.ts fills it in, so a service can neither forget it nor choose it.
 */

/** A statement with its result row and the parameters from $2 on. Made by `workspaceStatement` only. */
export interface WorkspaceStatement<Row, Parameters extends readonly unknown[]> {
  readonly name: string;
  readonly text: string;
  /** Types only: never set. */
  readonly row?: Row;
  readonly parameters?: Parameters;
}

const names = new Set<string>();

/**
 * Declares a statement at module level.
 * @param name unique; it names the prepared statement on the connection, e.g. `discount-codes.redeem`.
 * @param text SQL in which every tenant table is bound to `"accountId" = $1`.
 * @throws Error at load when the text does not mention $1, or the name is taken.
 */
export function workspaceStatement<Row, Parameters extends readonly unknown[] = []>(name: string, text: string): WorkspaceStatement<Row, Parameters> {
  if (!/"accountId"\s*=\s*\$1\b|\bSELECT\s+\$1\b|VALUES\s*\(\s*\$1\b/.test(text)) throw new Error(`Statement ${name} is not bound to a workspace: it must use "accountId" = $1.`);
  if (names.has(name)) throw new Error(`Two statements are named ${name}.`);
  names.add(name);
  return { name, text };
}
