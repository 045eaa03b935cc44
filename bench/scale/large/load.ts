/** Loads the rows of rows.ts: triggers and foreign keys off, indexes made afterwards. */
import pg from 'pg';
import { KeyStore } from '@/server/platform/auth/keys';
import { openDatabase } from '@/server/platform/db/client';
import { keepMonths } from '@/server/platform/jobs/months';
import { makeAccount, makeKey } from '@/server/testing/factories/account';
import type { TestKey } from '@/server/testing/sign';
import { MONTHLY } from '@/server/assembly/months/jobs';
import { FEW_ROWS, type Filled, fillStatement, FILLED, TALLIES } from './rows';

const YEAR_MS = 360 * 86_400_000;
const SMALL_PEOPLE = 300;
/** Of one statement: what it keeps until its end fits into memory. */
const PART = 1_000_000;
/** Tables whose indexes are cheaper to make afterwards. */
const LARGE_SHARE = 0.05;

export interface Space {
  accountId: string;
  key: TestKey;
  people: number;
}

export interface Spaces {
  large: Space;
  usual: Space;
  /** The first of the small ones. */
  small: Space;
}

export interface LoadOptions {
  databaseUrl: string;
  appSecret: string;
  people: number;
  usualPeople: number;
  smalls: number;
  say: (line: string) => void;
}

/** In a migrated database that is empty. */
export async function load(options: LoadOptions): Promise<Spaces> {
  const { databaseUrl, appSecret, people, usualPeople, smalls, say } = options;
  const database = openDatabase(databaseUrl, { poolSize: 4, name: 'bench' });
  const streams: pg.Client[] = [];
  try {
    const keys = new KeyStore(database, [appSecret], () => undefined);
    const space = async (count: number): Promise<Space> => {
      const accountId = await makeAccount(database);
      return { accountId, key: await makeKey(database, keys, accountId), people: count };
    };
    const [large, usual, small] = [await space(people), await space(usualPeople), await space(SMALL_PEOPLE)];
    const others: string[] = [];
    for (let n = 1; n < smalls; n++) others.push(await makeAccount(database));
    const began = Date.now() - YEAR_MS;
    for (const monthly of MONTHLY) await keepMonths(database.pool, monthly, new Date());
    const all = [large, usual, small, ...others.map((accountId) => ({ accountId, people: SMALL_PEOPLE }))];
    const open = async (): Promise<pg.Client> => {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      streams.push(client);
      await client.query(
        `CREATE TEMP TABLE space (account text PRIMARY KEY, people bigint, began bigint, year bigint, "isLarge" boolean)`,
      );
      await client.query(
        `INSERT INTO space SELECT a, p, $3, $4, a = $5 FROM unnest($1::text[], $2::bigint[]) AS given (a, p)`,
        [all.map(({ accountId }) => accountId), all.map((each) => each.people), began, YEAR_MS, large.accountId],
      );
      await client.query(`SET session_replication_role = 'replica'`);
      await client.query(`SET work_mem = '256MB'`);
      return client;
    };
    const fill = async (client: pg.Client, filled: Filled): Promise<void> => {
      const started = performance.now();
      const indexes = filled.share >= LARGE_SHARE ? await dropIndexes(client, filled.table) : [];
      const rows = Math.floor(people * filled.share);
      await client.query(fillStatement(filled, false), [1, usualPeople * filled.share]);
      for (let from = 1; from <= rows; from += PART)
        await client.query(fillStatement(filled, true), [from, from + PART - 1]);
      const inserted = performance.now();
      for (const made of indexes) await client.query(made);
      say(
        `${filled.table}: ${rows.toLocaleString('en')} in ${seconds(inserted - started)}, ${indexes.length} indexes in ${seconds(performance.now() - inserted)}; ${await sizeOf(client, filled.table)}`,
      );
    };
    const [first, second] = [await open(), await open()];
    for (const text of FEW_ROWS) await first.query(text);
    // Messages are more than half of the work.
    const isMessages = ({ table }: Filled): boolean => table === 'MarketingMessage';
    const inTurn = async (client: pg.Client, some: readonly Filled[]): Promise<void> => {
      for (const each of some) await fill(client, each);
    };
    await Promise.all([
      inTurn(first, FILLED.filter(isMessages)),
      inTurn(
        second,
        FILLED.filter((each) => !isMessages(each)),
      ),
    ]);
    const settling = performance.now();
    for (const text of TALLIES) await first.query(text);
    say(`Tallies in ${seconds(performance.now() - settling)}`);
    const vacuuming = performance.now();
    await first.query('VACUUM (ANALYZE, PARALLEL 2)');
    await first.query('CHECKPOINT');
    say(`VACUUM ANALYZE in ${seconds(performance.now() - vacuuming)}`);
    return { large, usual, small };
  } finally {
    for (const client of streams) await client.end();
    await database.close();
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(0)} s`;

/** All but the primary key, whose ids come in their order. @returns what makes them again */
async function dropIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `SELECT i.indexrelid::regclass::text AS name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') AS made FROM pg_index i
     WHERE i.indrelid = $1::regclass AND NOT i.indisprimary AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)`,
    [`"${table}"`],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ made }) => made);
}

async function sizeOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ heap: string; indexes: string }>(
    `SELECT pg_size_pretty(sum(pg_table_size(t.id))) AS heap, pg_size_pretty(sum(pg_indexes_size(t.id))) AS indexes
     FROM (SELECT $1::regclass AS id UNION SELECT relid FROM pg_partition_tree($1::regclass)) t`,
    [`"${table}"`],
  );
  return `heap ${rows[0]?.heap ?? '?'}, indexes ${rows[0]?.indexes ?? '?'}`;
}
