/** Uploads on this machine's disk: DATA_DIR/uploads. A file appears whole or not at all, and never changes after. */
import { randomBytes } from 'node:crypto';
import { open, link, mkdir, readFile, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '@/server/platform/env';
import { realNow } from '@/server/platform/lib/clock';
import { isKey } from '@/server/platform/storage/key';
import { signPut } from '@/server/platform/storage/signed-put';
import { SIGNED_SECONDS, type UploadStore } from '@/server/platform/storage/store';

export const diskStore = ({ baseUrl, appSecret }: Pick<Settings, 'baseUrl' | 'appSecret'>): UploadStore => ({
  sign(file, now) {
    const expiresAt = new Date(now.getTime() + SIGNED_SECONDS * 1000);
    return Promise.resolve({
      url: baseUrl + signPut(appSecret, file, expiresAt),
      headers: { 'content-type': file.contentType },
      expiresAt,
    });
  },
  publicUrl: (key) => `${baseUrl}/uploads/${key}`,
  // The dashboard may have been reached by another name than BASE_URL's.
  reportsBytes: true,
  origins: [new URL(baseUrl).origin],
});

/** Half-written files of a process that was killed. */
const INCOMING = '.incoming';
const STALE_MS = 60 * 60 * 1000;

/** Returns a file's path. @throws Error for an invalid key, so that no path is made of one */
function pathOf(dataDir: string, key: string): string {
  if (!isKey(key)) throw new Error('This is not the key of an upload.');
  return path.join(dataDir, 'uploads', ...key.split('/'));
}

async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const age = realNow().getTime() - (await stat(file).catch(() => ({ mtimeMs: Infinity }))).mtimeMs;
    if (age > STALE_MS) await rm(file, { force: true });
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/**
 * Stores a file. The same bytes may be stored again, because an answer may have been lost.
 * @returns false when another file has this key
 */
export async function writeUpload(dataDir: string, key: string, bytes: Buffer): Promise<boolean> {
  const target = pathOf(dataDir, key);
  const incoming = path.join(dataDir, 'uploads', INCOMING);
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  await removeStale(incoming);
  const temporary = path.join(incoming, randomBytes(16).toString('hex'));
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Unlike a rename, a link never replaces what is there.
    await link(temporary, target);
    return true;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    return (await readFile(target)).equals(bytes);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Opens a file, and returns it with its size; the caller closes it. Null when it does not exist. */
export async function openUpload(dataDir: string, key: string): Promise<{ handle: FileHandle; size: number } | null> {
  try {
    const handle = await open(pathOf(dataDir, key), 'r');
    return { handle, size: (await handle.stat()).size };
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}
