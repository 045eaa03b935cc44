/**
 * docs/sharding.md: what would have to be done before workspaces are spread over several PostgreSQL (docs/scale.md, "After one
 * PostgreSQL"), read from the live schema and the sources. `npx vitest run docs/sharding.test.ts -u` writes it anew.
 */
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageRoot } from '@/server/platform/lib/package-root';
import { createTestDatabase, type TestDatabase } from '@/server/testing/database';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const TABLES = `SELECT c.oid, c.relname AS name, c.relkind = 'p' AS "byMonth", EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'accountId' AND NOT a.attisdropped) AS "isTenant"
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> '_prisma_migrations'`;

/** A unique key has to hold the column that rows are spread by; where it is not the first, it is worth a look as well. */
const KEYS = `WITH tables AS (${TABLES})
  SELECT t.name AS table, i.relname AS key, pg_get_indexdef(x.indexrelid) AS definition,
    EXISTS (SELECT FROM unnest(x.indkey::int2[]) k JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k AND a.attname = 'accountId') AS "hasWorkspace"
  FROM tables t JOIN pg_index x ON x.indrelid = t.oid AND x.indisunique JOIN pg_class i ON i.oid = x.indexrelid
  WHERE t."isTenant" AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum = x.indkey[0] AND a.attname = 'accountId') ORDER BY 1, 2`;

const REFERENCES = `WITH tables AS (${TABLES})
  SELECT t.name AS table, k.conname AS key, o.name AS other, o."isTenant" AS "otherIsTenant",
    EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum = k.conkey[1] AND a.attname = 'accountId') AS "beginsWithWorkspace"
  FROM pg_constraint k JOIN tables t ON t.oid = k.conrelid JOIN tables o ON o.oid = k.confrelid WHERE k.contype = 'f' ORDER BY 1, 2`;

const TRIGGERS = `WITH tables AS (${TABLES})
  SELECT p.proname AS function, (g.tgtype & 1) = 1 AS "isRow", g.tgnewtable IS NOT NULL OR g.tgoldtable IS NOT NULL AS "hasTransition", array_agg(DISTINCT t.name::text ORDER BY t.name::text) AS tables
  FROM pg_trigger g JOIN tables t ON t.oid = g.tgrelid JOIN pg_proc p ON p.oid = g.tgfoid WHERE NOT g.tgisinternal GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

interface Table {
  name: string;
  byMonth: boolean;
  isTenant: boolean;
}

const tableOf = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const NAMES_TABLE = /\b(?:FROM|JOIN|UPDATE|INTO|TABLE)\s+"\w/;

/** Calls that bind what they are given to one workspace. */
const BINDING = new Set(['workspaceStatement', 'composedStatement']);

/**
 * The tables that a source file reads or writes in statements that are bound to no workspace. A text that is a part of a bound
 * statement says so by naming $1, or is given to one of the calls above.
 */
function unboundIn(file: string, tenants: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && BINDING.has(node.expression.text)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = node.getText();
      if (!/"accountId" = \$/.test(text))
        for (const [, name] of text.matchAll(/\b(?:FROM|JOIN|UPDATE|INTO|TABLE)\s+"(\w+)"/g))
          if (name !== undefined && tenants.has(name)) found.add(name);
    }
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return [...found].sort();
}

function crossing(tenants: ReadonlySet<string>): string[][] {
  const folder = path.join(packageRoot, 'server');
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(file))
    .sort()
    .flatMap((file) => {
      const source = path.join(folder, file);
      // Most files have no statement; to read one as TypeScript takes its time.
      if (!NAMES_TABLE.test(fs.readFileSync(source, 'utf8'))) return [];
      const tables = unboundIn(source, tenants);
      return tables.length === 0 ? [] : [[`server/${file}`, code(tables)]];
    });
}

it('says what spreading workspaces over several PostgreSQL would take', async () => {
  const ask = async <Row extends object>(text: string): Promise<Row[]> => (await client.query<Row>(text)).rows;
  const tables = (await ask<Table>(TABLES)).sort((a, b) => (a.name < b.name ? -1 : 1));
  const tenants = tables.filter(({ isTenant }) => isTenant);
  const shared = tables.filter(({ isTenant }) => !isTenant).map(({ name }) => name);
  const keys = await ask<{ table: string; key: string; definition: string; hasWorkspace: boolean }>(KEYS);
  const references = await ask<{
    table: string;
    key: string;
    other: string;
    otherIsTenant: boolean;
    beginsWithWorkspace: boolean;
  }>(REFERENCES);
  const triggers = await ask<{ function: string; isRow: boolean; hasTransition: boolean; tables: string[] }>(TRIGGERS);
  const isIn = new Set(tenants.map(({ name }) => name));
  const loose = references.filter(
    ({ table, otherIsTenant, beginsWithWorkspace }) => isIn.has(table) && otherIsTenant && !beginsWithWorkspace,
  );
  const outward = references.filter(({ table, otherIsTenant }) => !isIn.has(table) && otherIsTenant);
  const toShared = references.filter(({ table, otherIsTenant }) => isIn.has(table) && !otherIsTenant);

  const page = `<!-- Made by docs/sharding.test.ts from the live schema; not edited by hand. -->
# What spreading workspaces over several PostgreSQL would take

The plan is in [scale](scale.md#after-one-postgresql). This page is what it has to deal with.

## Tables

${tenants.length} tables have an \`accountId\` and are spread by it; by month as well: ${code(tenants.filter(({ byMonth }) => byMonth).map(({ name }) => name))}.
${shared.length} have none and are copied to every node or stay on one: ${code(shared)}.

## Unique keys that do not begin with accountId

A key that has no \`accountId\` cannot be held over several nodes.

${tableOf(
  ['Table', 'Key', 'Columns', 'accountId'],
  keys.map(({ table, key, definition, hasWorkspace }) => [
    table,
    `\`${key}\``,
    `\`${definition.replace(/^.* USING \w+ /, '').replaceAll('|', '\\|')}\``,
    hasWorkspace ? 'within' : '**missing**',
  ]),
)}

## Foreign keys

Of ${references.length}, between tenant tables and without \`accountId\`: ${loose.length === 0 ? 'none' : code(loose.map(({ key }) => key))}.
From tenant tables to shared ones (these may be copied to every node): ${toShared.length}, to ${code([...new Set(toShared.map(({ other }) => other))].sort())}.
From shared tables to tenant ones (not possible over nodes): ${outward.length === 0 ? 'none' : code(outward.map(({ key }) => key))}.

## Triggers

Each writes rows of the same workspace, on the node of the row that it fires for. Triggers with transition tables fire for a
statement; a shard is a table, so they fire for each.

${tableOf(
  ['Function', 'Fires for', 'Tables'],
  triggers.map((each) => [
    `\`${each.function}\``,
    each.isRow ? 'each row' : each.hasTransition ? 'the statement, with its rows' : 'the statement',
    each.tables.length > 8 ? `${each.tables.length} tables` : code(each.tables),
  ]),
)}

## Statements over all workspaces

Every other statement names its workspace as \`$1\` (server/platform/db/tenancy.test.ts reads it from PostgreSQL's plans). These are what the
worker looks for work with, what doors find a workspace by, and what lets go of what is old; a part of a statement whose
workspace is named in another part may be among them.

${tableOf(['Source', 'Tables'], crossing(isIn))}
`;
  await expect(page).toMatchFileSnapshot('sharding.md');
});
