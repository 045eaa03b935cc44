/** `backup --to F`: the whole database of one moment, streamed to a file while the service goes on. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { quoted, readApplied, readSequences, readTables } from '@/server/backup/catalogue';
import { withConnection } from '@/server/backup/connection';
import { BackupError, FORMAT, SEALED, VERSION, type Header, type Trailer } from '@/server/backup/format';
import { leftOut } from '@/server/backup/left-out';
import type { Settings } from '@/server/platform/env';
import { Vault } from '@/server/platform/lib/crypto';
import { LARIS_VERSION } from '@/server/platform/lib/version';

/** Text of rows that is in memory at a time, and the most rows of a page, however small they are. */
const PAGE_TEXT = 2 * 1024 * 1024;
const MOST_ROWS = 2000;

/** The rows of a table as text. Pages begin with one row and grow as long as the rows turn out to be small. */
async function* rowsOf(client: pg.Client, table: string): AsyncGenerator<string[], void> {
  await client.query(`DECLARE rows NO SCROLL CURSOR FOR SELECT t::text AS row FROM public.${quoted(table)} t`);
  for (let size = 1; ;) {
    const { rows } = await client.query<{ row: string }>(`FETCH FORWARD ${size} FROM rows`);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < size) break;
    const longest = rows.reduce((most, { row }) => Math.max(most, row.length), 1);
    size = Math.max(1, Math.min(MOST_ROWS, size * 4, Math.floor(PAGE_TEXT / longest)));
  }
  await client.query('CLOSE rows');
}

/** The file's lines but for the last, a page of rows at a time; counts the rows as it goes. */
async function* linesOf(client: pg.Client, header: Header, counts: Trailer['rows']): AsyncGenerator<string, void> {
  yield `${JSON.stringify(header)}\n`;
  for (const { name } of header.tables) {
    yield `${JSON.stringify({ table: name })}\n`;
    let count = 0;
    for await (const rows of rowsOf(client, name)) {
      count += rows.length;
      yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    }
    counts[name] = count;
  }
}

/** All lines, with the one that seals them. */
async function* sealed(lines: AsyncGenerator<string, void>, counts: Trailer['rows']): AsyncGenerator<string, void> {
  const hash = createHash('sha256');
  for await (const text of lines) {
    hash.update(text);
    yield text;
  }
  yield `${JSON.stringify({ rows: counts, sha256: hash.digest('hex') } satisfies Trailer)}\n`;
}

export interface BackupResult extends Record<string, unknown> {
  file: string;
  bytes: number;
  rows: number;
}

/**
 * Writes the file, for its owner only (mode 600): it holds password hashes and what APP_SECRET encrypts. It is there
 * whole or not at all.
 * @throws BackupError when there is a file already, or it cannot be written
 */
export async function backUp({
  settings,
  file,
  now,
}: {
  settings: Settings;
  file: string;
  now: Date;
}): Promise<BackupResult> {
  if (fs.existsSync(file)) throw new BackupError(`There is a file ${file} already; name another one.`);
  const partial = `${file}.${process.pid}.partial`;
  const counts: Trailer['rows'] = {};
  try {
    await withConnection(settings.databaseDirectUrl, async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const header: Header = {
        format: FORMAT,
        version: VERSION,
        laris: LARIS_VERSION,
        createdAt: now.toISOString(),
        migrations: await readApplied(client),
        tables: await readTables(client),
        sequences: await readSequences(client),
        sealed: new Vault(settings.appSecrets, SEALED).seal(SEALED, SEALED),
      };
      if (header.migrations.length === 0) throw new BackupError('This database has no tables of Laris.');
      await pipeline(
        Readable.from(sealed(linesOf(client, header, counts), counts), { objectMode: false }),
        createGzip({ level: 5, chunkSize: 64 * 1024 }),
        fs.createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
      );
      await client.query('COMMIT');
    });
    fs.renameSync(partial, file);
  } catch (error) {
    fs.rmSync(partial, { force: true });
    if (error instanceof Error && 'syscall' in error && 'path' in error)
      throw new BackupError(`Cannot write ${file}: ${error.message}`, { cause: error });
    throw error;
  }
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    file,
    bytes: fs.statSync(file).size,
    rows,
    workspaces: counts.Account ?? 0,
    notIncluded: leftOut(settings, counts),
  };
}
