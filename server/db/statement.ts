/**
 * SQL statements that are prepared once per connection. A statement of a workspace has the workspace as $1, and
 * only server/db/workspace.ts fills it in, so a service can neither forget it nor choose it.
 */

/** A statement with its result row and the parameters from $2 on. Made by this file only. */
export interface WorkspaceStatement<Row, Parameters extends readonly unknown[]> {
  /** The empty name is PostgreSQL's unnamed statement, which it keeps for one call only. */
  readonly name: string;
  readonly text: string;
  /** Types only: never set. */
  readonly row?: Row;
  readonly parameters?: Parameters;
}

const names = new Set<string>();

/** @throws Error when the text is not bound to the workspace that $1 is */
function requireBound(text: string, what: string): void {
  if (!/"accountId"\s*=\s*\$1\b|\bSELECT\s+\$1\b|VALUES\s*\(\s*\$1\b/.test(text))
    throw new Error(`${what} is not bound to a workspace: it must use "accountId" = $1.`);
}

/**
 * Declares a statement at module level.
 * @param name unique; it names the prepared statement on the connection, e.g. `discount-codes.redeem`.
 * @param text SQL in which every tenant table is bound to `"accountId" = $1`.
 * @throws Error at load when the text does not mention $1, or the name is taken.
 */
export function workspaceStatement<Row, Parameters extends readonly unknown[] = []>(
  name: string,
  text: string,
): WorkspaceStatement<Row, Parameters> {
  requireBound(text, `Statement ${name}`);
  if (names.has(name)) throw new Error(`Two statements are named ${name}.`);
  names.add(name);
  return { name, text };
}

/**
 * A statement whose text is put together for one call, such as a segment's. It is not prepared: its texts are without
 * number, and every one of them would stay on every connection. Whatever people wrote is a parameter, never text.
 * @param text as for `workspaceStatement`; parameters from $2 on are given when it is run.
 */
export function composedStatement<Row>(text: string): WorkspaceStatement<Row, unknown[]> {
  requireBound(text, 'A composed statement');
  return { name: '', text };
}

/** The parameters of a composed statement, numbered from $2 on as they are added. */
export class Parameters {
  readonly values: unknown[] = [];

  /** @param type as PostgreSQL calls it, e.g. `text[]`; @returns the placeholder with its cast */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length + 1}::${type}`;
  }
}
