/**
 * Drafts of what is being written, in the browser's own storage, so that a reload, a crash or an ended session loses
 * nothing. A draft belongs to one person in one workspace, is kept for two weeks, and never holds a secret.
 */
import type { Values } from '@/components/ui/editing/same';
import { isRecord } from '@/server/platform/lib/narrow';

export interface Draft<Fields> {
  /** The time of the last writing, ISO 8601. */
  at: string;
  /** The version of the record that it was made from; null for a new one, absent where versions are not told apart. */
  version?: string | null;
  /** The values of the fields in that version. */
  base: Fields;
  values: Fields;
  /** An older draft, on which nobody has decided yet. */
  before?: Draft<Fields>;
}

/** The owner of a draft, and the record that it belongs to. */
export interface DraftPlace {
  workspaceId: string;
  userId: string;
  /** The kind of editor: `post`. */
  kind: string;
  /** The record's id; null for a new one. */
  record: string | null;
}

const PREFIX = 'laris:draft:';
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1000;
const MAX_DRAFTS = 40;
/** Letters of one draft; browsers give a site about five million for everything. */
const MAX_LETTERS = 1_500_000;

const keyOf = ({ userId, workspaceId, kind, record }: DraftPlace): string =>
  `${PREFIX}${userId}:${workspaceId}:${kind}:${record ?? 'new'}`;

/** Names that are left out of every draft, whatever an editor declares. */
const SECRET = /secret|password|token|credential|api_?key/i;

/** The values without what must not lie around in a browser. @param secrets names that the editor declares */
export function withoutSecrets<Fields>(values: Fields, secrets: readonly string[] = []): Fields {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) =>
        SECRET.test(name) || secrets.includes(name) ? [] : [[name, strip(inner)]],
      ),
    );
  };
  return strip(values) as Fields;
}

/** Returns the contents of a draft, with what was left out of it as it stands in the fields now. */
export function withSecretsOf<Fields extends object>(now: Fields, drafted: Fields): Fields {
  const fill = (current: unknown, kept: unknown): unknown => {
    if (!isRecord(current) || !isRecord(kept)) return kept;
    const missing = Object.entries(current).filter(([name]) => !(name in kept));
    const filled: Values = Object.fromEntries(
      Object.entries(kept).map(([name, value]) => [name, fill(current[name], value)]),
    );
    return { ...filled, ...Object.fromEntries(missing) };
  };
  return fill(now, drafted) as Fields;
}

function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    // Browsers that refuse storage refuse to name it, too.
    return null;
  }
}

const isDraft = (value: unknown): value is Draft<never> =>
  isRecord(value) && typeof value.at === 'string' && isRecord(value.values) && isRecord(value.base);

function parse(text: string | null): Draft<never> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isDraft(value) ? value : null;
  } catch {
    return null;
  }
}

const keysOf = (store: Storage): string[] =>
  Array.from({ length: store.length }, (_, at) => store.key(at) ?? '').filter((key) => key.startsWith(PREFIX));

/** Drops what is too old, what cannot be read, and the oldest of too many. */
function tidy(store: Storage, room = MAX_DRAFTS): void {
  const alive = keysOf(store).flatMap((key) => {
    const at = Date.parse(parse(store.getItem(key))?.at ?? '');
    if (Date.now() - at < MAX_AGE_MS) return [{ key, at }];
    store.removeItem(key);
    return [];
  });
  for (const { key } of alive.sort((one, other) => other.at - one.at).slice(room)) store.removeItem(key);
}

/** Once the person has signed out, nothing that is still open writes any more. */
let isClosed = false;

export function readDraft<Fields>(place: DraftPlace): Draft<Fields> | null {
  const store = storage();
  if (store === null) return null;
  tidy(store);
  return parse(store.getItem(keyOf(place)));
}

/** Keeps it in the place of the one before. What is too large is not kept. */
export function writeDraft<Fields>(place: DraftPlace, draft: Draft<Fields>, secrets?: readonly string[]): void {
  const store = storage();
  if (store === null || isClosed) return;
  const text = JSON.stringify(withoutSecrets(draft, secrets));
  if (text.length > MAX_LETTERS) return;
  const key = keyOf(place);
  try {
    store.setItem(key, text);
  } catch {
    // The storage is full: half of the drafts go, the oldest first.
    tidy(store, MAX_DRAFTS / 4);
    try {
      store.setItem(key, text);
    } catch {
      return;
    }
  }
  tidy(store);
}

export const removeDraft = (place: DraftPlace): void => storage()?.removeItem(keyOf(place));

/** Every draft of a person in this browser, for when they sign out. */
export function forgetDraftsOf(userId: string): void {
  isClosed = true;
  const store = storage();
  if (store === null) return;
  for (const key of keysOf(store)) if (key.startsWith(`${PREFIX}${userId}:`)) store.removeItem(key);
}
