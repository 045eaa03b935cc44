/**
 * `restore --from F`: a backup into an empty database, all of it or nothing. For any owner of the tables, no
 * superuser: rows go in in an order in which none refers to a later one, and the triggers that would count them anew
 * are off until the transaction ends, for what they count comes from the file as well.
 */
import type pg from 'pg';
import { quoted, readApplied, readTables, readTriggers, type Trigger } from '@/server/backup/catalogue';
import { withConnection } from '@/server/backup/connection';
import { BackupError, SEALED, type Header, type Table, type Trailer } from '@/server/backup/format';
import { leftOut } from '@/server/backup/left-out';
import { checkBackup, readBackup } from '@/server/backup/read-backup';
import { migrate } from '@/server/migrations/migrate';
import { readMigrations } from '@/server/migrations/files';
import type { Settings } from '@/server/platform/env';
import { migrateQueue } from '@/server/platform/jobs/queue-tables';
import { Vault, type AppSecrets } from '@/server/platform/lib/crypto';

/** Rows of one statement, and the text that they may have together. */
const MOST_ROWS = 1000;
const MOST_TEXT = 2 * 1024 * 1024;

/** Tables that a refusal names. */
const SHOWN = 3;

export interface RestoreResult extends Record<string, unknown> {
  file: string;
  madeAt: string;
  rows: number;
}

/**
 * @param replace what the database holds goes first, in the same transaction
 * @throws BackupError, with nothing written, when the file is damaged or of another Laris, or the database is not empty
 */
export async function restore({
  settings,
  file,
  replace,
}: {
  settings: Settings;
  file: string;
  replace: boolean;
}): Promise<RestoreResult> {
  const { header, rows } = await checkBackup(file);
  await bringTables(settings.databaseDirectUrl, header);
  await withConnection(settings.databaseDirectUrl, async (client) => {
    await client.query('BEGIN');
    const tables = await takeTables(client, header, replace);
    const triggers = await readTriggers(client, replace ? ['INSERT', 'TRUNCATE'] : ['INSERT']);
    for (const trigger of triggers)
      await client.query(`ALTER TABLE public.${quoted(trigger.table)} DISABLE TRIGGER ${quoted(trigger.name)}`);
    if (replace) await client.query(`TRUNCATE ${namesOf(tables)}`);
    await load(client, file);
    for (const { name, value, called } of header.sequences)
      await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [`public.${quoted(name)}`, value, called]);
    for (const trigger of triggers) await client.query(enable(trigger));
    await verify(client, tables, rows);
    await client.query('COMMIT');
    await client.query(`ANALYZE ${namesOf(tables)}`);
  });
  // A backup of an older Laris: what has changed since comes after its rows, as it would have come to them.
  await migrate(settings.databaseDirectUrl);
  return {
    file,
    madeAt: header.createdAt,
    rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
    workspaces: rows.Account ?? 0,
    secrets: opens(header, settings.appSecrets)
      ? 'APP_SECRET is that of the backup.'
      : 'APP_SECRET is not that of the backup: API keys, channels, webhook endpoints and pixels cannot be read until it is set, as APP_SECRET or in APP_SECRET_PREVIOUS.',
    notIncluded: leftOut(settings, rows),
  };
}

/** The tables as they were where the backup was made. @throws BackupError when the database has others */
async function bringTables(databaseUrl: string, { migrations }: Header): Promise<void> {
  const ours = new Map(readMigrations().map((migration) => [migration.name, migration]));
  const strange = migrations.find(({ name, checksum }) => ours.get(name)?.checksum !== checksum);
  if (strange !== undefined)
    throw new BackupError(
      `The backup is of another Laris: this one does not know the migration ${strange.name} as it was applied there.`,
    );
  const applied = await withConnection(databaseUrl, readApplied);
  if (applied.length === 0) {
    await migrate(
      databaseUrl,
      migrations.flatMap(({ name }) => ours.get(name) ?? []),
    );
    await migrateQueue(databaseUrl);
    return;
  }
  const [there, here] = [migrations, applied].map((list) => list.map(({ name }) => name).join(', '));
  if (there !== here)
    throw new BackupError(
      'The backup was made with other migrations than this database has. Restore it into a database without tables: it is brought up to date after.',
    );
}

const namesOf = (tables: readonly Table[]): string => tables.map(({ name }) => `public.${quoted(name)}`).join(', ');

/**
 * Keeps everybody else from writing until the end. @throws BackupError when the tables are not empty, or not those of
 * the backup
 */
async function takeTables(client: pg.Client, header: Header, replace: boolean): Promise<Table[]> {
  const tables = await readTables(client);
  if (JSON.stringify(tables) !== JSON.stringify(header.tables))
    throw new BackupError(
      'The tables of this database are not those of the backup, though its migrations are: somebody changed them by hand.',
    );
  await client.query(`LOCK TABLE ${namesOf(tables)} IN ${replace ? 'ACCESS EXCLUSIVE' : 'SHARE ROW EXCLUSIVE'} MODE`);
  if (replace) return tables;
  const { rows } = await client.query<{ name: string }>(
    tables
      .map(({ name }) => `(SELECT '${name.replaceAll("'", "''")}' AS name FROM public.${quoted(name)} LIMIT 1)`)
      .join(' UNION ALL '),
  );
  if (rows.length > 0) {
    const [first, more] = [
      rows
        .slice(0, SHOWN)
        .map(({ name }) => name)
        .join(', '),
      rows.length > SHOWN ? ` and ${rows.length - SHOWN} more tables` : '',
    ];
    throw new BackupError(
      `The database is not empty: there are rows in ${first}${more}. Name an empty one, or add --replace to lose what this one holds.`,
    );
  }
  return tables;
}

async function load(client: pg.Client, file: string): Promise<void> {
  let table = '';
  let batch: string[] = [];
  let text = 0;
  const write = async (): Promise<void> => {
    // Names of tables were compared with the database's own.
    if (batch.length > 0)
      await client.query(
        `INSERT INTO public.${quoted(table)} SELECT r.* FROM unnest($1::public.${quoted(table)}[]) r`,
        [batch],
      );
    batch = [];
    text = 0;
  };
  for await (const part of readBackup(file)) {
    if (part.kind !== 'row') continue;
    if (part.table !== table || batch.length === MOST_ROWS || text > MOST_TEXT) await write();
    table = part.table;
    batch.push(part.row);
    text += part.row.length;
  }
  await write();
}

const enable = ({ table, name, always }: Trigger): string =>
  `ALTER TABLE public.${quoted(table)} ENABLE ${always ? 'ALWAYS ' : ''}TRIGGER ${quoted(name)}`;

/** @throws BackupError, before anything is committed, when a table has not as many rows as the backup says */
async function verify(client: pg.Client, tables: readonly Table[], expected: Trailer['rows']): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(`SELECT count(*) AS count FROM public.${quoted(name)}`);
    if (Number(rows[0]?.count) !== expected[name])
      throw new BackupError(
        `${name} came to ${rows[0]?.count ?? 'no'} rows and not ${expected[name] ?? 0}. Nothing was written.`,
      );
  }
}

function opens({ sealed }: Header, secrets: AppSecrets): boolean {
  try {
    return new Vault(secrets, SEALED).open(sealed, SEALED) === SEALED;
  } catch {
    return false;
  }
}
