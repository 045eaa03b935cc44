/**
 * Tables by month (docs/scale.md#tables-by-month): a partition for each month, made ahead, and dropped when all of it
 * is older than its rows are kept. Each change is a transaction of its own, so that a worker that is killed has done it
 * or not; and each waits for a lock for a moment only, for whoever uses the table waits behind it: what it did not get
 * this time it gets with the next run.
 */
import type { Pool } from 'pg';

/**
 * As long as whoever uses the table may have to wait for us: where two wait for each other, less than it takes
 * PostgreSQL to end one of them.
 */
const WAIT_MS = 500;
/** A lock was not to be had in time, or not at all: two waited for each other. */
const NO_LOCK = new Set(['55P03', '40P01']);
/** Another worker makes it at this moment, or has, or has dropped it. */
const DONE_ALREADY = new Set(['42P07', '42P01', '23505']);

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/**
 * Changes of tables that others use: they wait for their locks for a moment, and otherwise change nothing.
 * Runs all of the statements or none. @returns whether it did; false when somebody held a lock for too long, or was
 * there first
 */
async function transactionOf(pool: Pool, statements: readonly string[]): Promise<boolean> {
  const client = await pool.connect();
  let broken: unknown;
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${WAIT_MS}; SET LOCAL statement_timeout = 0`);
    for (const statement of statements) await client.query(statement);
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollback: unknown) => (broken = rollback));
    const code = codeOf(error);
    if (NO_LOCK.has(String(code)) || DONE_ALREADY.has(String(code))) return false;
    throw error;
  } finally {
    client.release(broken !== undefined);
  }
}

/**
 * A table that its migration made by month. What no month takes goes into `<table>_rest`, which also has the storage
 * options that each month is given.
 */
export interface MonthlyTable {
  table: string;
  /** The column that its rows are divided by. */
  column: string;
  /** The least value of that column that an instant has. */
  boundOf(instant: Date): string;
  /** Months after this one that stand ready. */
  ahead: number;
  /** Returns the time since which rows are kept; older ones are let go of with their month. */
  keptSince(now: Date): Date;
  /** Tables that its foreign keys refer to. */
  refersTo?: readonly string[];
  /** SQL of rows that outlive their month: they go on in the rest. */
  outliving?: string;
}

/** The first instant of its month, UTC. */
export const monthOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
const monthsAfter = (month: Date, count: number): Date =>
  new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + count, 1));

/**
 * A partition as its name says: ShopperEvent_2026_11 is of a month, WebhookDelivery_before_2027_01 of all that came
 * before it.
 */
interface Partition {
  name: string;
  /** The point where the next one begins. */
  end: Date;
  isMonth: boolean;
}

const nameOf = ({ table }: MonthlyTable, month: Date): string =>
  `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`;

function partitionOf({ table }: MonthlyTable, name: string): Partition | undefined {
  const [, before, year, month] = /^(before_)?(\d{4})_(\d\d)$/.exec(name.slice(`${table}_`.length)) ?? [];
  if (year === undefined) return undefined;
  const start = new Date(`${year}-${String(month)}-01T00:00:00Z`);
  return { name, end: before === undefined ? monthsAfter(start, 1) : start, isMonth: before === undefined };
}

const FIND = `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = $1::regclass ORDER BY 1`;

const namesOf = async (pool: Pool, { table }: MonthlyTable): Promise<string[]> =>
  (await pool.query<{ name: string }>(FIND, [`"${table}"`])).rows.map(({ name }) => name);

/** Its partitions that are of no month alone, in which whoever lets go of rows has to look for them one by one. */
export async function withoutMonth(pool: Pool, of: MonthlyTable): Promise<string[]> {
  return (await namesOf(pool, of)).filter((name) => partitionOf(of, name)?.isMonth !== true);
}

/** Storage options and settings of columns, as the rest has them. */
const likeRest = (table: string, name: string): string => `DO $$
DECLARE
  given record;
BEGIN
  FOR given IN SELECT option_name || ' = ' || quote_literal(option_value) AS option
    FROM pg_class c, pg_options_to_table(c.reloptions) WHERE c.oid = '"${table}_rest"'::regclass LOOP
    EXECUTE format('ALTER TABLE "${name}" SET (%s)', given.option);
  END LOOP;
  FOR given IN SELECT a.attname, option_name || ' = ' || option_value AS option
    FROM pg_attribute a, pg_options_to_table(a.attoptions)
    WHERE a.attrelid = '"${table}_rest"'::regclass AND NOT a.attisdropped LOOP
    EXECUTE format('ALTER TABLE "${name}" ALTER COLUMN %I SET (%s)', given.attname, given.option);
  END LOOP;
END $$`;

/**
 * Rows in the rest are of a month that nobody had made: after a restore, or where the clock was moved. The rest is held
 * while it is moved, so that nothing comes into it meanwhile.
 */
function make(of: MonthlyTable, month: Date): string[] {
  const { table, column, refersTo = [] } = of;
  const [name, from, to] = [nameOf(of, month), of.boundOf(month), of.boundOf(monthsAfter(month, 1))];
  return [
    `CREATE TABLE "${name}" (LIKE "${table}" INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`,
    likeRest(table, name),
    // In the order of whoever deletes what is referred to, and by it rows of this.
    ...refersTo.map((other) => `LOCK TABLE "${other}" IN SHARE ROW EXCLUSIVE MODE`),
    `LOCK TABLE "${table}_rest" IN ACCESS EXCLUSIVE MODE`,
    `WITH moved AS (DELETE FROM "${table}_rest" WHERE "${column}" >= '${from}' AND "${column}" < '${to}' RETURNING *)
      INSERT INTO "${name}" SELECT * FROM moved`,
    `ALTER TABLE "${table}" ATTACH PARTITION "${name}" FOR VALUES FROM ('${from}') TO ('${to}')`,
  ];
}

function drop({ table, outliving }: MonthlyTable, { name }: Partition): string[] {
  if (outliving === undefined) return [`DROP TABLE "${name}"`];
  // The whole first, as a drop takes it: nobody writes what is let go of here.
  return [
    `LOCK TABLE ONLY "${table}" IN ACCESS EXCLUSIVE MODE`,
    `CREATE TEMP TABLE outliving ON COMMIT DROP AS SELECT * FROM "${name}" WHERE ${outliving}`,
    `DROP TABLE "${name}"`,
    `INSERT INTO "${table}" SELECT * FROM outliving`,
  ];
}

export interface KeptMonths {
  made: string[];
  dropped: string[];
  /** Somebody held what was needed: the next run does it. */
  putOff: string[];
}

/**
 * Makes what is missing from the oldest month that is kept to those ahead, and lets go of what is older. @param now the
 * service's time
 */
export async function keepMonths(pool: Pool, of: MonthlyTable, now: Date): Promise<KeptMonths> {
  const kept = monthOf(of.keptSince(now));
  const last = monthsAfter(monthOf(now), of.ahead);
  const there = (await namesOf(pool, of)).flatMap((name) => partitionOf(of, name) ?? []);
  const known = new Set(there.map(({ name }) => name));
  // What stood there before there were months is in one.
  const before = there.find(({ isMonth }) => !isMonth)?.end;
  const first = before === undefined || before < kept ? kept : before;
  const done: KeptMonths = { made: [], dropped: [], putOff: [] };
  // Where one lock was not to be had the others are not either, and each try holds up whoever reads.
  const attempt = async (what: 'made' | 'dropped', name: string, statements: string[]): Promise<void> => {
    const isDone = done.putOff.length === 0 && (await transactionOf(pool, statements));
    done[isDone ? what : 'putOff'].push(name);
  };
  for (let month = first; month <= last; month = monthsAfter(month, 1))
    if (!known.has(nameOf(of, month))) await attempt('made', nameOf(of, month), make(of, month));
  for (const partition of there.filter(({ end }) => end <= kept))
    await attempt('dropped', partition.name, drop(of, partition));
  return done;
}

/**
 * PostgreSQL analyzes months by itself, and never the table that they are months of, by which statements over several
 * of them are planned. @returns whether it could
 */
export const analyze = (pool: Pool, { table }: MonthlyTable): Promise<boolean> =>
  transactionOf(pool, [`ANALYZE "${table}"`]);
