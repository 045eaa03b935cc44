/**
 * SQL statements that are prepared once per connection. A workspace's statement has the workspace as $1, and only
 * server/platform/db/workspace.ts fills it in, so a service can neither forget nor choose the workspace.
 *
 * PostgreSQL's statistics are older than some workspaces: after an import it may still expect a single contact where
 * there are 20,000, and a plan for one row is quadratic for many. So no statement over several tables may rely on the
 * statistics. Each is one of two kinds:
 * - It looks up: from a few rows (a page, a batch, a parameter) into large tables by index. The few rows are on the
 * left of a LATERAL that PostgreSQL cannot reorder (it ends in OFFSET 0), and the workspace inside it is written
 * THIS_WORKSPACE.
 * - It joins sets: many rows with many. It declares `joinsSets`.
 *
 * A statement that looks up few rows for any parameters declares `isBrief`, and needs no connection of its own. One
 * that reads all or much of a workspace's data declares `isLong`; a workspace runs few of these at once.
 * server/platform/db/statement-types.test.ts compares the types of rows and parameters with PostgreSQL's, and
 * server/platform/db/stale-statistics.test.ts runs the statements with outdated statistics.
 */

/** A statement with the types of its result row and of its parameters from $2 on. Only this file makes one. */
export interface WorkspaceStatement<Row, Parameters extends readonly unknown[]> {
  /** The empty name is PostgreSQL's unnamed statement, which the server keeps for one call only. */
  readonly name: string;
  readonly text: string;
  /** True when PostgreSQL may join by hash or merge only, so that each row of a set is read once. */
  readonly joinsSets?: boolean;
  /**
   * True for a statement that ends within moments, and may share its connection (server/platform/db/shared-lines.ts).
   */
  readonly isBrief?: boolean;
  /**
   * True for a statement whose time grows with the workspace's data; such statements queue
   * (server/platform/db/fair-share.ts).
   */
  readonly isLong?: boolean;
  /**
   * True for a statement that may see rows of other workspaces even with row-level security;
   * server/platform/db/tenancy.test.ts lists all.
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
 * Hides a parameter's value from the planner. For a value that is missing in its statistics PostgreSQL expects one row.
 * Any index that begins with that column then looks as good as the right one, and the whole workspace may be read for
 * each row. Without a value, PostgreSQL takes the index that covers most of the condition.
 */
export const unforeseen = (parameter: string): string => `(SELECT ${parameter})`;

/**
 * The workspace's id, for conditions that look rows up by another column too: `"accountId" = ${THIS_WORKSPACE} AND id =
 * x.id`.
 */
export const THIS_WORKSPACE = unforeseen('$1::text');

/** The most rows that a statement looks up; more are joined as a set. For callers that count the rows first. */
export const FEW = 10_000;

const declared = new Map<string, WorkspaceStatement<unknown, readonly unknown[]>>();

/** Every statement that the modules loaded so far declare. */
export const declaredStatements = (): readonly WorkspaceStatement<unknown, readonly unknown[]>[] => [
  ...declared.values(),
];

/**
 * Refuses a text that forgets the workspace altogether. server/platform/db/tenancy.test.ts checks, by PostgreSQL's
 * plans, that each table is bound.
 * @throws Error when the text does not use $1 as a workspace
 */
function requireBound(text: string, what: string): void {
  if (!/"accountId"\s*=\s*\$1\b|\bSELECT\s+\$1\b|VALUES\s*\(\s*\$1\b/.test(text))
    throw new Error(`${what} is not bound to a workspace: it must use "accountId" = $1.`);
}

/**
 * Declares a statement at module level.
 * @param name unique; names the prepared statement on the connection, e.g. `discount-codes.redeem`
 * @param text SQL in which every tenant table is bound to `"accountId" = $1`
 * @param options.joinsSets see above
 * @param options.leaves for a statement that has to see several workspaces; it runs in a transaction only
 * @param options.isLong a SELECT that reads all or much of the workspace's data
 * @param options.isBrief a SELECT that looks up few rows by index, for any parameters, and locks none
 * @throws Error at load when the text does not mention $1, or the name is taken
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
 * Makes a statement whose text is composed for one call, such as a segment's. The statement is not prepared, because
 * its texts are countless, and each would stay on every connection. Whatever people wrote must be a parameter, never
 * text.
 * @param text as for `workspaceStatement`; parameters from $2 on are given when it is run
 */
export function composedStatement<Row>(
  text: string,
  { joinsSets = false, isLong = false } = {},
): WorkspaceStatement<Row, unknown[]> {
  requireBound(text, 'A composed statement');
  return { name: '', text, joinsSets, isLong };
}

/** Collects the parameters of a composed statement, numbered from $2 on. */
export class Parameters {
  readonly values: unknown[] = [];

  /** @param type PostgreSQL's name of the type, e.g. `text[]`; @returns the placeholder with its cast */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length + 1}::${type}`;
  }
}
