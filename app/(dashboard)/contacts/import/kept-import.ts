/**
 * The file of an import, kept in this browser until the server has all of its rows and the person has seen what they
 * would do: so that an upload goes on after the tab was closed, and a column can still be corrected. IndexedDB holds
 * files; where it is forbidden (some private windows), the page only has to stay open.
 */
import type { Mapping } from '@/components/csv/contact-columns';
import type { FileFormat } from '@/components/csv/format';
import type { ImportConsent } from '@/server/modules/audience/contacts/vocabulary';
import type { Language } from '@/server/platform/lib/language';

export interface KeptImport {
  /** The id of the import. */
  id: string;
  file: File;
  format: FileFormat;
  hasHeader: boolean;
  mapping: Mapping;
  /** By which its numbers are read. */
  language: Language;
  listName: string;
  skipExisting: boolean;
  /** Left out by a page of before it asked. */
  consent?: ImportConsent | null;
}

const DATABASE = 'laris-imports';
const STORE = 'files';

const settled = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed.'));
  });

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'id' });
  const database = await settled(opening);
  const transaction = database.transaction(STORE, mode);
  transaction.oncomplete = () => database.close();
  transaction.onabort = () => database.close();
  return transaction.objectStore(STORE);
}

/** As long as the server keeps an import that nobody goes on with. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

interface Entry extends KeptImport {
  /** Milliseconds. */
  keptAt: number;
}

/** A file that nobody came back for must not stay in the browser for good. */
async function dropExpired(now: number): Promise<void> {
  const cursors = (await store('readwrite')).openCursor();
  cursors.onsuccess = () => {
    const cursor = cursors.result;
    if (cursor === null) return;
    if ((cursor.value as Entry).keptAt < now - KEPT_MS) cursor.delete();
    cursor.continue();
  };
}

/** Imports that are still open in this tab need no database. */
const inThisTab = new Map<string, KeptImport>();

export async function keepImport(kept: KeptImport): Promise<void> {
  inThisTab.set(kept.id, kept);
  try {
    const now = Date.now();
    await dropExpired(now);
    await settled((await store('readwrite')).put({ ...kept, keptAt: now } satisfies Entry));
  } catch {
    // No room, or not allowed: the tab still has it.
  }
}

/** Null: this browser does not have the file. */
export async function keptImport(id: string): Promise<KeptImport | null> {
  const here = inThisTab.get(id);
  if (here) return here;
  try {
    return (await settled((await store('readonly')).get(id) as IDBRequest<Entry | undefined>)) ?? null;
  } catch {
    return null;
  }
}

export async function forgetImport(id: string): Promise<void> {
  inThisTab.delete(id);
  try {
    await settled((await store('readwrite')).delete(id));
  } catch {
    // It was never there.
  }
}
