/**
 * A row for every table in which a workspace has none, made of the catalogue, so that a table that is added is tried as
 * well. All that a row refers to is the workspace's own.
 */
import type { Pool } from 'pg';
import { quoted, readTables } from '@/server/backup/catalogue';

interface Column {
  name: string;
  type: string;
  required: boolean;
  made: boolean;
}

/** A value of a type, as SQL: the first of the words that a check allows, where one does. */
function valueOf({ name, type }: Column, checks: readonly string[]): string {
  const allowed = checks
    .map((check) => new RegExp(`\\(\\(?"?${name}"?\\)? = ANY \\(ARRAY\\['(\\w+)'`).exec(check)?.[1])
    .find((word) => word !== undefined);
  if (allowed !== undefined) return `'${allowed}'`;
  if (type === 'text') return `'${name} ' || md5(random()::text)`;
  if (type.startsWith('timestamp') && type.endsWith('[]')) return `ARRAY[now()]::${type}`;
  if (type.startsWith('timestamp')) return `timestamptz '2026-11-21T09:08:07.654Z'`;
  if (type === 'date') return `date '2026-11-21'`;
  if (type === 'jsonb' || type === 'json') return `'{"odd": [1e400, "\\u00e9", null]}'`;
  if (type === 'bytea') return `'\\x00ff5c22'`;
  if (type === 'boolean') return 'true';
  if (type === 'bigint') return '9007199254740993';
  if (type === 'smallint' || type === 'integer' || type === 'double precision') return '7';
  if (type === 'text[]') return `ARRAY['a,b', '"', 'NULL', '']`;
  throw new Error(`Name a value for columns of the type ${type} in server/testing/fill-tables.ts.`);
}

/** Columns that refer to another table, each with where its value comes from. */
async function referencesOf(pool: Pool, table: string, accountId: string): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ column: string; source: string }>(
    `SELECT a.attname AS column, format('(SELECT %I FROM %I%s ORDER BY %s LIMIT 1)', b.attname, t.relname,
       (SELECT format(' WHERE %I = %L', w.attname, $2::text) FROM pg_attribute w
        WHERE w.attrelid = t.oid AND w.attname = CASE t.relname WHEN 'Account' THEN 'id' ELSE 'accountId' END),
       (SELECT string_agg(format('%I', p.attname), ', ' ORDER BY p.attname) FROM pg_attribute p WHERE p.attrelid = t.oid AND p.attnum = ANY (k.confkey))) AS source
     FROM pg_constraint k JOIN pg_class t ON t.oid = k.confrelid
     CROSS JOIN LATERAL unnest(k.conkey, k.confkey) AS c (own, other)
     JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.own
     JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = c.other
     WHERE k.contype = 'f' AND k.conrelid = $1::regclass ORDER BY cardinality(k.conkey)`,
    [quoted(table), accountId],
  );
  return new Map(rows.map(({ column, source }) => [column, source]));
}

/** Their checks are about several columns at once. */
const BY_HAND = [
  `INSERT INTO "PixelConversion" ("accountId", "eventId", "occurredAt", status, "dueAt", "isTest", "createdAt", "updatedAt") VALUES ($1, 'e', now(), 'waiting', now(), true, now(), now())`,
  `INSERT INTO "AdConversion" ("accountId", destination, "eventId", "occurredAt", status, "dueAt", "isTest", "createdAt", "updatedAt") VALUES ($1, 'analytics', 'e', now(), 'waiting', now(), true, now(), now())`,
];

export async function fillTables(pool: Pool, accountId: string): Promise<void> {
  for (const text of BY_HAND) await pool.query(text, [accountId]);
  for (const { name: table } of await readTables(pool)) {
    const { rows: columns } = await pool.query<Column>(
      `SELECT attname AS name, format_type(atttypid, NULL) AS type, attnotnull AS required, atthasdef AS made FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
      [quoted(table)],
    );
    const isOfWorkspace = columns.some(({ name }) => name === 'accountId');
    const { rowCount } = isOfWorkspace
      ? await pool.query(`SELECT 1 FROM ${quoted(table)} WHERE "accountId" = $1 LIMIT 1`, [accountId])
      : await pool.query(`SELECT 1 FROM ${quoted(table)} LIMIT 1`);
    if (rowCount !== 0) continue;
    const references = await referencesOf(pool, table, accountId);
    // What plays a vendor's part has the column and refers to nothing of ours.
    if (isOfWorkspace) references.set('accountId', `'${accountId}'`);
    const { rows: checks } = await pool.query<{ check: string }>(
      `SELECT pg_get_constraintdef(oid) AS check FROM pg_constraint WHERE contype = 'c' AND conrelid = $1::regclass`,
      [quoted(table)],
    );
    const written = columns.filter(({ name, made, required }) => (references.has(name) ? required : !made));
    await pool.query(
      `INSERT INTO ${quoted(table)} (${written.map(({ name }) => quoted(name)).join(', ')}) SELECT ${written
        .map(
          (column) =>
            references.get(column.name) ??
            valueOf(
              column,
              checks.map(({ check }) => check),
            ),
        )
        .join(', ')}`,
    );
  }
}
