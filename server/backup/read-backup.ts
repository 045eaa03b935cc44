/** Reads a backup line by line, and says what is wrong with it: cut off, changed, or something else altogether. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import * as z from 'zod';
import {
  BackupError,
  FORMAT,
  header,
  tableLine,
  trailer,
  VERSION,
  type Header,
  type Trailer,
} from '@/server/backup/format';

/** The parts of the file, in their order. The end comes only when everything before it was as it was written. */
export type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'row'; table: string; row: string }
  | { kind: 'end'; rows: Trailer['rows'] };

const NEWLINE = 0x0a;
const READ = { highWaterMark: 256 * 1024 };

/** The lines of the unpacked file, without their ends. */
async function* unpackedLines(file: string): AsyncGenerator<Buffer, void> {
  const unpacked = createGunzip({ chunkSize: READ.highWaterMark });
  // Whatever goes wrong, the loop below hears of it.
  pipeline(fs.createReadStream(file, READ), unpacked, () => undefined);
  let begun: Buffer[] = [];
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      const last = chunk.subarray(from, end);
      yield begun.length === 0 ? last : Buffer.concat([...begun, last]);
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) throw damaged('its last line is cut off');
}

const damaged = (why: string): BackupError => new BackupError(`The backup is damaged: ${why}. Nothing was written.`);

function parse<Value>(line: Buffer, schema: z.ZodType<Value>, otherwise: () => BackupError): Value {
  try {
    return schema.parse(JSON.parse(line.toString('utf8')));
  } catch {
    throw otherwise();
  }
}

const anyHeader = z.object({ format: z.literal(FORMAT), version: z.int() });

function readHeader(line: Buffer): Header {
  const { version } = parse(line, anyHeader, () => new BackupError('This is no backup of Laris.'));
  if (version !== VERSION)
    throw new BackupError(
      `This backup has format ${version}, and this Laris reads format ${VERSION}: use the Laris that made it.`,
    );
  return parse(line, header, () => damaged('its first line is not as it was written'));
}

/** Walks the lines; `parts` of a file that was changed ends with an error instead of its end. */
async function* checked(lines: AsyncGenerator<Buffer, void>): AsyncGenerator<Part, void> {
  const hash = createHash('sha256');
  const first = await lines.next();
  if (first.done === true) throw new BackupError('This is no backup of Laris.');
  const head = readHeader(first.value);
  hash.update(first.value).update('\n');
  yield { kind: 'header', header: head };

  const rows: Trailer['rows'] = {};
  const expected = head.tables.map(({ name }) => name);
  let table: string | undefined;
  let end: Trailer | undefined;
  for await (const line of lines) {
    if (end !== undefined) throw damaged('something stands behind its end');
    if (line[0] === QUOTE && table !== undefined) {
      rows[table] = (rows[table] ?? 0) + 1;
      yield { kind: 'row', table, row: parse(line, z.string(), () => damaged('a row is not as it was written')) };
    } else if (expected.length > 0) {
      table = parse(line, tableLine, () => damaged('a table is missing')).table;
      if (table !== expected.shift()) throw damaged('a table is missing');
      rows[table] = 0;
    } else {
      end = parse(line, trailer, () => damaged('its last line is not as it was written'));
      if (end.sha256 !== hash.digest('hex')) throw damaged('its checksum is another');
      continue;
    }
    hash.update(line).update('\n');
  }
  if (end === undefined) throw damaged('its end is missing');
  if (Object.entries(end.rows).some(([name, count]) => rows[name] !== count)) throw damaged('rows are missing');
  yield { kind: 'end', rows };
}

/** `"`: a row. */
const QUOTE = 0x22;

/**
 * @throws BackupError for what is no backup, was cut off or changed; the rows that came before the fault were handed
 * out,
 *   so that whoever writes reads the file once to check it, and then again
 */
export async function* readBackup(file: string): AsyncGenerator<Part, void> {
  try {
    yield* checked(unpackedLines(file));
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') throw error;
    if (error.code === 'Z_BUF_ERROR') throw damaged('it is cut off');
    if (error.code === 'Z_DATA_ERROR' && 'message' in error && /header/.test(error.message))
      throw new BackupError('This is no backup of Laris.');
    if (error.code.startsWith('Z_')) throw damaged('it cannot be unpacked');
    if ('syscall' in error) throw new BackupError(`Cannot read ${file}: ${error.message}`);
    throw error;
  }
}

/** Reads all of a backup and keeps nothing of it. @throws BackupError as `readBackup` does */
export async function checkBackup(file: string): Promise<{ header: Header; rows: Trailer['rows'] }> {
  let head: Header | undefined;
  for await (const part of readBackup(file)) {
    if (part.kind === 'header') head = part.header;
    if (part.kind === 'end' && head !== undefined) return { header: head, rows: part.rows };
  }
  throw damaged('its end is missing');
}
