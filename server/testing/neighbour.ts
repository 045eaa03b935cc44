/** The neighbour whom server/testing/whole/tenancy.test.ts attacks: words of its own in its rows, and whether any of them was seen or changed. */
import type { Pool } from 'pg';
import { quoted } from '@/server/backup/catalogue';

/** Texts that say what a row is, not what it holds. */
const VOCABULARY =
  /(?:status|kind|type|by|hash|id|ref|key|currency|provider|family|locale|language|state|country|plan|visibility|disclosure|table|consumer|method|result|reason|goal|source|via|role|actor|credentials?|secrets?|token|channel|waitingFor|leader|print|slug|localTime|print|hook|carrier|size|operation|position|mark)$/i;
/** Append-only: the database refuses. */
const KEPT = new Set(['AuditEntry', 'AuditLink']);

/** A word of its own in each free text of a workspace's rows. */
export async function markRows(pool: Pool, accountId: string): Promise<void> {
  const { rows } = await pool.query<{ table: string; columns: string[] }>(
    `SELECT t.relname AS table, array_agg(a.attname::text) AS columns
     FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid = 'text'::regtype AND a.attgenerated = ''
     WHERE t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p') AND NOT t.relispartition
       AND EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = t.oid AND o.attname = 'accountId' AND NOT o.attisdropped)
       AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = t.oid AND k.contype <> 'n' AND a.attnum = ANY (k.conkey))
       AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = t.oid AND a.attnum = ANY (i.indkey))
     GROUP BY 1`,
  );
  for (const { table, columns } of rows.filter((each) => !KEPT.has(each.table))) {
    const free = columns.filter((column) => !VOCABULARY.test(column)).map(quoted);
    if (free.length === 0) continue;
    await pool.query(
      `UPDATE ${quoted(table)} SET ${free.map((column) => `${column} = 'rahasia ' || md5(random()::text)`).join(', ')} WHERE "accountId" = $1`,
      [accountId],
    );
  }
}

/** One statement that tells all rows of a workspace apart from any others; what its keys and partners have called changes with the call itself. */
export async function fingerprintFor(pool: Pool): Promise<(accountId: string) => Promise<Record<string, string>>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'accountId' AND table_schema = 'public' AND table_name NOT IN ('ApiKeyCalls', 'PartnerCalls')
       AND NOT (SELECT c.relispartition FROM pg_class c WHERE c.oid = format('%I', table_name)::regclass) ORDER BY 1`,
  );
  const text = tables
    .map(
      ({ name }) =>
        `SELECT '${name}' AS table, md5(string_agg(r, ',' ORDER BY r)) AS print FROM (SELECT (to_jsonb(t) - 'lastUsedAt')::text AS r FROM ${quoted(name)} t WHERE t."accountId" = $1) x`,
    )
    .join(' UNION ALL ');
  return async (accountId) => {
    const { rows } = await pool.query<{ table: string; print: string }>({
      name: 'fingerprint',
      text,
      values: [accountId],
    });
    return Object.fromEntries(rows.map(({ table, print }) => [table, print]));
  };
}

/** The texts in a value, each with the name of the column or key that holds it. */
export function* textsOf(value: unknown, name = ''): Generator<[name: string, text: string]> {
  if (typeof value === 'string') yield [name, value];
  else if (Array.isArray(value)) for (const each of value) yield* textsOf(each, name);
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) yield* textsOf(each, key);
}

const INSTANT = /^\d{4}-\d\d-\d\d/;

/** Checks whether a text could be nobody else's: long, and with digits in it that were made at random. */
const isOwn = (text: string): boolean =>
  text.length >= 10 && text.length < 2_000 && !INSTANT.test(text) && /\d\w{0,3}\d|c[a-z0-9]{24}/.test(text);

/** Returns the texts that only this workspace's rows hold, by the column. */
export function ownTexts(rows: unknown, others: ReadonlySet<string>): Map<string, string[]> {
  const own = new Map<string, string[]>();
  for (const [name, text] of textsOf(rows))
    if (isOwn(text) && !others.has(text)) own.set(name, [...(own.get(name) ?? []), text]);
  return own;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const anyOf = (characters: string): string => characters[Math.floor(Math.random() * characters.length)] ?? '';

/** A text of the same form that nothing has: an id for an id, an address for an address. */
export const lookalike = (text: string): string =>
  text.replace(/(?<=.{3})[a-z0-9](?=.{5}|$)/gi, (character) =>
    /\d/.test(character)
      ? anyOf('0123456789')
      : /[a-z]/.test(character)
        ? anyOf(LETTERS)
        : anyOf(LETTERS.toUpperCase()),
  );
