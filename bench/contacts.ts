/**
 * Contacts: the import of 5,000 rows beside COPY and one upsert, and the list at a million contacts of one workspace,
 * with a small workspace beside it.
 */
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { KeyStore } from '@/server/platform/auth/keys';
import { openDatabase } from '@/server/platform/db/client';
import { makeAccount, makeKey } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { signedHeaders, type TestKey } from '@/server/testing/sign';
import { copyAndUpsert, type FloorRow } from './contacts.floor';

const CONTACTS = 1_000_000;
const ROWS = 5_000;
const ASKED = 200;

/** Of the workspace $1, made before $2, numbered from $3 to $4. */
export const INSERT_CONTACTS = `
  INSERT INTO "Contact" ("accountId", "identityHash", email, phone, "phoneE164", "firstName", "lastName", subscriptions, attributes, source, "createdAt", "updatedAt")
  SELECT $1, encode(sha256(($1 || n)::bytea), 'hex'), lower(f.names[1 + n % 20]) || '.' || n || '@' || (ARRAY['gmail.com', 'yahoo.co.id', 'example.com', 'outlook.com'])[1 + n % 4],
    '+62812' || lpad(n::text, 8, '0'), '+62812' || lpad(n::text, 8, '0'), f.names[1 + n % 20],
    (ARRAY['Santoso', 'Wijaya', 'Kusuma', 'Pratama', 'Hidayat', 'Saputra'])[1 + n % 6] || chr(97 + (n / 7) % 26) || chr(97 + (n / 200) % 26),
    CASE WHEN n % 20 = 0 THEN '{"email":"unsubscribed"}' ELSE '{}' END::jsonb, jsonb_build_object('city', (ARRAY['Bandung', 'Jakarta', 'Medan'])[1 + n % 3]), 'csv_import',
    $2::timestamptz - n * interval '10 seconds', $2::timestamptz - n * interval '10 seconds'
  FROM generate_series($3::int, $4::int) n, (SELECT ARRAY['Sari', 'Budi', 'Dewi', 'Agus', 'Rina', 'Putri', 'Andi', 'Wati', 'Joko', 'Siti', 'Rizky', 'Ayu', 'Bayu', 'Citra', 'Dian', 'Eko', 'Fajar', 'Gita', 'Hadi', 'Indah'] AS names) f`;

/** First page, and words from common to absent, of one character and more. */
const QUESTIONS: readonly [title: string, query: () => string][] = [
  ['first page', () => ''],
  ['q in every second contact', () => 'q=gmail'],
  ['q in every twentieth', () => 'q=sari'],
  ['q in one in thousands', () => `q=santoso${letter()}${letter()}`],
  ['q in one contact', () => `q=${Math.floor(100_000 + Math.random() * 899_000)}%40`],
  ['q in none', () => 'q=xyzzy'],
  ['one character', () => 'q=a'],
  [
    'two characters, rare or absent',
    () => `q=${encodeURIComponent(['zx', 'qj', 'é', '王伟'][Math.floor(Math.random() * 4)] ?? '')}`,
  ],
];
const letter = (): string => String.fromCharCode(97 + Math.floor(Math.random() * 26));

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
const median = (values: readonly number[]): number =>
  at(
    [...values].sort((a, b) => a - b),
    0.5,
  );
const ms = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

export interface ContactsOptions {
  databaseUrl: string;
  appSecret: string;
  /** Our server. */
  url: string;
  rounds: number;
}

/** @returns the figures as Markdown */
export async function measureContacts({ databaseUrl, appSecret, url, rounds }: ContactsOptions): Promise<string> {
  const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench' });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const keys = new KeyStore(database, [appSecret], () => undefined);
    const [large, small] = [await makeAccount(database), await makeAccount(database)];
    const key = await makeKey(database, keys, large);
    const smallKey = await makeKey(database, keys, small);
    // Made after the rows: a tenth of the time.
    const {
      rows: [index],
    } = await client.query<{ made: string }>(`SELECT pg_get_indexdef('"Contact_search_idx"'::regclass) AS made`);
    await client.query('DROP INDEX "Contact_search_idx"');
    for (let from = 1; from <= CONTACTS; from += 50_000)
      await client.query(INSERT_CONTACTS, [large, new Date(), from, from + 49_999]);
    await client.query(INSERT_CONTACTS, [small, new Date(), 1, 500]);
    await client.query(index?.made ?? '');
    // As the migration has it; an index that is made anew forgets it.
    for (const column of [2, 3])
      await client.query(`ALTER INDEX "Contact_search_idx" ALTER COLUMN ${column} SET STATISTICS 500`);
    await client.query('VACUUM ANALYZE "Contact"');
    const searches = await measureLists(url, key, smallKey);
    const imports = await measureImports(client, { url, key, accountId: large, rounds });
    return `${imports}\n\n${searches}`;
  } finally {
    await client.end();
    await database.close();
  }
}

async function measureLists(url: string, key: TestKey, smallKey: TestKey): Promise<string> {
  const lines = [
    '| GET /contacts at 1,000,000 | p50 ms | p99 ms | Small workspace p99 | Goal |',
    '|---|---|---|---|---|',
  ];
  for (const [title, question] of QUESTIONS) {
    const ours = await ask(url, key, question);
    const theirs = await ask(url, smallKey, question);
    lines.push(
      `| ${title} | ${ms(at(ours, 0.5))} | ${ms(at(ours, 0.99))} | ${ms(at(theirs, 0.99))} | ${at(ours, 0.99) < 50 ? 'met' : 'missed'} |`,
    );
  }
  return lines.join('\n');
}

async function ask(url: string, key: TestKey, question: () => string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < ASKED; n++) {
    const path = `/api/v1/contacts?limit=50&${question()}`;
    const headers = signedHeaders(key, { method: 'GET', url: path });
    const begin = performance.now();
    const answer = await fetch(url + path, { headers });
    await answer.arrayBuffer();
    times.push(performance.now() - begin);
    if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}`);
  }
  return times.sort((a, b) => a - b);
}

const makeRows = (): { email: string; phone: string; firstName: string; attributes: { city: string } }[] =>
  Array.from({ length: ROWS }, (_, n) => ({
    email: `${unique('new')}@example.com`,
    phone: `+6285${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}${n % 10}`,
    firstName: 'Sari',
    attributes: { city: 'Bandung' },
  }));

/** Rows of their own for each, new at first and existing after. */
async function measureImports(
  client: pg.Client,
  { url, key, accountId, rounds }: { url: string; key: TestKey; accountId: string; rounds: number },
): Promise<string> {
  const times = {
    floorNew: [] as number[],
    oursNew: [] as number[],
    floorOld: [] as number[],
    oursOld: [] as number[],
  };
  for (let round = 0; round < rounds; round++) {
    const floor: FloorRow[] = makeRows().map((row) => ({
      ...row,
      hash: createHash('sha256').update(`${row.email}|${row.phone}`).digest('hex'),
      attributes: JSON.stringify(row.attributes),
    }));
    const ours = makeRows();
    times.floorNew.push(await timed(() => copyAndUpsert(client, accountId, floor)));
    times.oursNew.push(await timed(() => send(url, key, ours)));
    const changed = ours.map((row) => ({ ...row, firstName: 'Dewi' }));
    times.floorOld.push(
      await timed(() =>
        copyAndUpsert(
          client,
          accountId,
          floor.map((row) => ({ ...row, firstName: 'Dewi' })),
        ),
      ),
    );
    times.oursOld.push(await timed(() => send(url, key, changed)));
  }
  const line = (title: string, floor: number[], ours: number[]): string =>
    `| ${title} | ${ms(median(floor))} | ${ms(median(ours))} | ${(median(ours) / median(floor)).toFixed(2)} | ${median(ours) / median(floor) <= 2 && median(ours) < 1500 ? 'met' : 'missed'} |`;
  return [
    '| POST /contacts/import, 5,000 rows | COPY and upsert ms | Laris ms | × | Goal (≤ 2, < 1,500 ms) |',
    '|---|---|---|---|---|',
    line('new', times.floorNew, times.oursNew),
    line('existing', times.floorOld, times.oursOld),
  ].join('\n');
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

async function send(url: string, key: TestKey, rows: unknown[]): Promise<void> {
  const body = JSON.stringify({ rows });
  const answer = await fetch(`${url}/api/v1/contacts/import`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      ...signedHeaders(key, { method: 'POST', url: '/api/v1/contacts/import', body }),
    },
  });
  if (answer.status !== 200) throw new Error(`The import answered ${answer.status}: ${await answer.text()}`);
}
