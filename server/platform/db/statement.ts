/**
 * SQL statements that are prepared once per connection. A statement of a workspace has the workspace as $1, and
 * only server/platform/db/workspace.ts fills it in, so a service can neither forget it nor choose it.
 *
 * PostgreSQL's statistics are older than some workspaces: after an import it still takes a workspace of 20,000 for one
 * of a single contact, and what is quick for one is quadratic for all of them. So no statement over several tables may
 * leave its plan to them. It is one of two kinds:
 * - it looks up: from a few rows (a page, a batch, a parameter) into large tables by index. The rows are on the left
 *   of a LATERAL that PostgreSQL cannot turn round (it ends in OFFSET 0), and the workspace in it is written
 *   THIS_WORKSPACE.
 * - it joins sets: many rows with many. It says `joinsSets`.
 * One that looks up a few rows, whatever it is asked for, says `isBrief`: it needs no connection of its own. One that
 * reads as much as a workspace has, or a good part of it, says `isLong`: a workspace runs few of them at once.
 * server/platform/db/statement-types.test.ts compares the types of rows and parameters with PostgreSQL's, and
 * server/platform/db/stale-statistics.test.ts runs them on a database whose statistics are too old.
 */

/** A statement with its result row and the parameters from $2 on. Made by this file only. */
export interface WorkspaceStatement<Row, Parameters extends readonly unknown[]> {
  /** The empty name is PostgreSQL's unnamed statement, which it keeps for one call only. */
  readonly name: string;
  readonly text: string;
  /** True when it is planned with joins of sets only: by hash or merge, each row of a set taken up once. */
  readonly joinsSets?: boolean;
  /** The statement is over in a moment, and may share its connection (server/platform/db/shared-lines.ts). */
  readonly isBrief?: boolean;
  /**
   * The statement takes longer the more the workspace has, and waits for others of its kind
   * (server/platform/db/fair-share.ts).
   */
  readonly isLong?: boolean;
  /**
   * The statement may see rows of other workspaces where row-level security is on; server/platform/db/tenancy.test.ts
   * lists those that do.
   */
  readonly leaves?: boolean;
  /** Types only: never set. */
  readonly row?: Row;
  readonly parameters?: Parameters;
}

/** The commands around a statement that joins sets. Looking up by a LATERAL that is written so stays possible. */
export const JOIN_SETS = 'SET LOCAL enable_nestloop = off';
export const JOIN_FREELY = 'SET LOCAL enable_nestloop TO DEFAULT';

/**
 * A parameter whose value the plan must not depend on. Of a value that is missing in its statistics PostgreSQL believes
 * that it has one row: then every index that begins with such a column looks as good as the right one, and it may read
 * the whole workspace for each row that it looks up. Where it knows no value, it takes the index that has most of the
 * condition.
 */
export const unforeseen = (parameter: string): string => `(SELECT ${parameter})`;

/**
 * The workspace, where rows are looked up by something else as well: `"accountId" = ${THIS_WORKSPACE} AND id = x.id`.
 */
export const THIS_WORKSPACE = unforeseen('$1::text');

/**
 * Up to so many rows a statement looks up; more it joins as a set. For those that find out themselves how many there
 * are.
 */
export const FEW = 10_000;

const declared = new Map<string, WorkspaceStatement<unknown, readonly unknown[]>>();

/** Every statement that the modules loaded so far declare. */
export const declaredStatements = (): readonly WorkspaceStatement<unknown, readonly unknown[]>[] => [
  ...declared.values(),
];

/**
 * Catches a text that forgets the workspace altogether. That each of its tables is bound, joined ones too, is held by
 * server/platform/db/tenancy.test.ts, which reads PostgreSQL's own plans.
 * @throws Error when the text does not use $1 as a workspace
 */
function requireBound(text: string, what: string): void {
  if (!/"accountId"\s*=\s*\$1\b|\bSELECT\s+\$1\b|VALUES\s*\(\s*\$1\b/.test(text))
    throw new Error(`${what} is not bound to a workspace: it must use "accountId" = $1.`);
}

/**
 * Declares a statement at module level.
 * @param name unique; it names the prepared statement on the connection, e.g. `discount-codes.redeem`.
 * @param text SQL in which every tenant table is bound to `"accountId" = $1`.
 * @param options.joinsSets see above
 * @param options.leaves for what is by its nature about more than one workspace; it runs in a transaction only
 * @param options.isLong a SELECT that reads as much as the workspace has, or a good part of it
 * @param options.isBrief a SELECT that looks up a few rows by index, whatever it is asked for, and locks none
 * @throws Error at load when the text does not mention $1, or the name is taken.
 */
export function workspaceStatement<Row, Parameters extends readonly unknown[] = []>(
  name: string,
  text: string,
  { joinsSets = false, isBrief = false, isLong = false, leaves = false } = {},
): WorkspaceStatement<Row, Parameters> {
  requireBound(text, `Statement ${name}`);
  if (isBrief && (joinsSets || isLong || !/^\s*SELECT\b/i.test(text) || /\bFOR (?:NO KEY )?UPDATE\b/i.test(text)))
    throw new Error(`Statement ${name} is not brief: it must read by index and wait for nobody.`);
  if (declared.has(name)) throw new Error(`Two statements are named ${name}.`);
  const statement = { name, text, joinsSets, isBrief, isLong, leaves };
  declared.set(name, statement);
  return statement;
}

/**
 * A statement whose text is put together for one call, such as a segment's. It is not prepared: its texts are without
 * number, and every one of them would stay on every connection. Whatever people wrote is a parameter, never text.
 * @param text as for `workspaceStatement`; parameters from $2 on are given when it is run.
 */
export function composedStatement<Row>(
  text: string,
  { joinsSets = false, isLong = false } = {},
): WorkspaceStatement<Row, unknown[]> {
  requireBound(text, 'A composed statement');
  return { name: '', text, joinsSets, isLong };
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
