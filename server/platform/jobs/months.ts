/**
 * Tables by month (docs/scale.md#tables-by-month): one partition a month, made ahead, and dropped when all its rows are
 * too old. Each change is one transaction, so that a killed worker has done it or not. Each waits only moments for a
 * lock, because users of the table wait behind it; what fails is done in the next run.
 */
import type { Pool } from 'pg';

/**
 * The longest wait for a lock, in milliseconds, during which users of the table wait too; shorter than PostgreSQL's
 * deadlock time-out.
 */
const WAIT_MS = 500;
/** A lock was not to be had in time, or not at all: two waited for each other. */
const NO_LOCK = new Set(['55P03', '40P01']);
/** The error codes that mean that another worker is making the partition, has made it, or has dropped it. */
const DONE_ALREADY = new Set(['42P07', '42P01', '23505']);

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/**
 * Runs statements on tables in use, all or none; they wait only moments for their locks. @returns false when a lock
 * stayed taken, or another worker was first
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
 * A table whose migration split it by month. Rows without a month's partition go into `<table>_rest`, which also has
 * the storage options for new months.
 */
export interface MonthlyTable {
  table: string;
  /** The column that decides a row's month. */
  column: string;
  /** The least value of that column that an instant has. */
  boundOf(instant: Date): string;
  /** The number of months after this one that are made ahead. */
  ahead: number;
  /** Returns the time since which rows are kept; older rows are dropped with their month. */
  keptSince(now: Date): Date;
  /** The tables that its foreign keys refer to. */
  refersTo?: readonly string[];
  /** SQL of rows that outlive their month; they move to the rest. */
  outliving?: string;
}

/** Returns the first instant of the month, UTC. */
export const monthOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
const monthsAfter = (month: Date, count: number): Date =>
  new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + count, 1));

/** A partition by its name: ShopperEvent_2026_11 has one month, WebhookDelivery_before_2027_01 everything before. */
interface Partition {
  name: string;
  /** The time at which the next partition begins. */
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

/** Lists the partitions that hold more than one month; old rows there must be deleted one by one. */
export async function withoutMonth(pool: Pool, of: MonthlyTable): Promise<string[]> {
  return (await namesOf(pool, of)).filter((name) => partitionOf(of, name)?.isMonth !== true);
}

/** SQL that copies storage options and column settings from the rest. */
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
 * Makes a month's partition, and moves its rows out of the rest. Such rows exist if nobody had made the month: after a
 * restore, or when the clock was moved. The rest is locked meanwhile, so that no further rows arrive.
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
  /** Changes that failed because somebody held a lock; the next run repeats them. */
  putOff: string[];
}

/**
 * Makes missing months, from the oldest that is kept to those ahead, and drops older ones. @param now the service's
 * time
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
 * Analyzes the parent table: PostgreSQL analyzes months by itself but not their parent, whose statistics plan
 * statements over several months. @returns whether it could
 */
export const analyze = (pool: Pool, { table }: MonthlyTable): Promise<boolean> =>
  transactionOf(pool, [`ANALYZE "${table}"`]);
