/**
 * Which part of a contact a column of a file stands for: guessed from its name, in English and Indonesian and as
 * Shopify, Mailchimp, Klaviyo, listmonk, Tokopedia and Shopee name theirs, else from what stands in it.
 */
import {
  ATTRIBUTE_NAMES,
  ATTRIBUTE_TYPES,
  CONTACT_FIELDS,
  FIELD_NAMES,
  HANDLE_NAMES,
  IGNORED,
  KNOWN_FILES,
  OTHER_HANDLES,
  OTHER_SUBSCRIPTIONS,
  SINCE_NAMES,
  SUBSCRIPTION_NAMES,
  type AttributeType,
  type Target,
  USUAL_HANDLES,
  USUAL_SUBSCRIPTIONS,
} from '@/components/csv/contact-headers';
import type { ColumnSummary } from '@/components/csv/inspect';

/** `No. HP (aktif)` and `noHpAktif` are the same words. */
export const wordsOf = (header: string): string =>
  header
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replace('whats app', 'whatsapp')
    .trim();

/** One for each column, in the order of the file. */
export type Mapping = Target[];

/** What the file's kind says of its columns, by their words. */
function knownFile(columns: readonly ColumnSummary[]): Readonly<Record<string, Target>> {
  const words = new Set(columns.map(({ header }) => wordsOf(header)));
  return KNOWN_FILES.find(({ by }) => by.every((name) => words.has(name)))?.columns ?? {};
}

interface Candidate {
  target: Target;
  /** Place of its name in the list of names; the smaller is the more certain. */
  rank: number;
}

const keyOf = (target: Target): string =>
  target.kind === 'field'
    ? target.field
    : target.kind === 'subscription' || target.kind === 'handle'
      ? `${target.kind}.${target.family}`
      : target.kind;

/** Names are looked up; a list of every name, made once. */
const BY_NAME: ReadonlyMap<string, Candidate> = (() => {
  const known = new Map<string, Candidate>();
  const learn = (names: readonly string[], target: Target) => {
    for (const [rank, name] of names.entries()) if (!known.has(name)) known.set(name, { target, rank });
  };
  for (const field of CONTACT_FIELDS) learn(FIELD_NAMES[field], { kind: 'field', field });
  for (const family of USUAL_SUBSCRIPTIONS) learn(SUBSCRIPTION_NAMES[family], { kind: 'subscription', family });
  for (const family of OTHER_SUBSCRIPTIONS) learn([`subscriptions ${family}`], { kind: 'subscription', family });
  for (const family of USUAL_HANDLES)
    learn([`social handles ${family}`, ...HANDLE_NAMES[family]], { kind: 'handle', family });
  for (const family of OTHER_HANDLES) learn([`social handles ${family}`], { kind: 'handle', family });
  learn(SINCE_NAMES, { kind: 'since' });
  return known;
})();

const ATTRIBUTE_BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(ATTRIBUTE_NAMES).flatMap(([key, names]) => names.map((name) => [name, key] as const)),
);

/** Below every name, for what only the values say. */
const BY_CONTENT = 1000;
/** Of the filled cells, how many have to look like it. */
const MOSTLY = 0.8;

function candidateOf(column: ColumnSummary, known: Readonly<Record<string, Target>>): Candidate | null {
  const name = wordsOf(column.header);
  const told = known[name];
  if (told !== undefined) return told.kind === 'ignore' ? null : { target: told, rank: 0 };
  const exact = BY_NAME.get(name);
  // “Email (2)” is an e-mail column too, only a less certain one.
  const again = exact ?? BY_NAME.get(name.replace(/ \d+$/, ''));
  // A column named “WhatsApp” that holds yes and no is about the subscription.
  if (
    again?.target.kind === 'field' &&
    again.target.field === 'phone' &&
    column.phones + column.scientific === 0 &&
    areSubscriptions(column)
  ) {
    return {
      target: { kind: 'subscription', family: /\b(wa|whatsapp)\b/.test(name) ? 'whatsapp' : 'sms' },
      rank: BY_CONTENT,
    };
  }
  if (again) return exact ? again : { ...again, rank: again.rank + 0.5 };
  if (column.filled === 0) return null;
  if (column.emails / column.filled >= MOSTLY) return { target: { kind: 'field', field: 'email' }, rank: BY_CONTENT };
  const phoneLike = column.phones + column.scientific;
  if (
    phoneLike / column.filled >= MOSTLY &&
    /\b(hp|wa|whatsapp|telp?|tlp|telepon|phone|mobile|ponsel|handphone|kontak|contact)\b/.test(name)
  )
    return { target: { kind: 'field', field: 'phone' }, rank: BY_CONTENT };
  return null;
}

const areSubscriptions = ({ filled, words }: ColumnSummary): boolean =>
  filled > 0 && words !== null && words.every((word) => readSubscription(word) !== null);

/**
 * The guess for every column. No field is guessed twice: where two columns fit, the more certain name wins, then the
 * first column, and the other one becomes an attribute.
 */
export function guessMapping(columns: readonly ColumnSummary[]): Mapping {
  const known = knownFile(columns);
  const candidates = columns.map((column) => candidateOf(column, known));
  const winners = new Map<string, number>();
  for (const [at, candidate] of candidates.entries()) {
    if (candidate === null) continue;
    const key = keyOf(candidate.target);
    const holder = winners.get(key);
    // An empty column never takes the place of one that has something.
    const rank = (of: number): number => (candidates[of]?.rank ?? 0) + (columns[of]?.filled === 0 ? BY_CONTENT * 2 : 0);
    if (holder === undefined || rank(at) < rank(holder)) winners.set(key, at);
  }
  // With first and last name there, the full name says nothing more.
  const hasParts = winners.has('firstName');
  const keys = new Set<string>();
  return columns.map((column, at) => {
    const candidate = candidates[at];
    if (column.filled === 0) return { kind: 'ignore' };
    const own = ownTarget(column.header);
    if (own !== null) {
      if (own.kind === 'attribute') keys.add(own.key);
      return own;
    }
    // An export has when somebody signed up and when they confirmed it: both are dates of consent.
    if (candidate?.target.kind === 'since') return candidate.target;
    if (
      candidate &&
      winners.get(keyOf(candidate.target)) === at &&
      !(hasParts && keyOf(candidate.target) === 'fullName')
    )
      return candidate.target;
    if (candidate && keyOf(candidate.target) === 'fullName') return { kind: 'ignore' };
    const words = wordsOf(column.header);
    return IGNORED.has(words) || known[words]?.kind === 'ignore' ? { kind: 'ignore' } : attributeFor(column, keys);
  });
}

/** Heads of our own file (contact-file.ts) say what they are. */
export const OWN_ATTRIBUTES = 'attributes';
export const ownHeader = ({ key, type }: { key: string; type: AttributeType }): string =>
  `${OWN_ATTRIBUTES}.${key}${type === 'text' ? '' : `:${type}`}`;

function ownTarget(header: string): Target | null {
  if (header === OWN_ATTRIBUTES) return { kind: 'attributes' };
  const [, key, named = 'text'] = /^attributes\.([^.:]+)(?::([a-z]+))?$/.exec(header) ?? [];
  const type = ATTRIBUTE_TYPES.find((known) => known === named);
  return key === undefined || type === undefined ? null : { kind: 'attribute', key, type };
}

/** The column as an attribute of its own name. @param taken keys that other columns have; the new one is added */
export function attributeFor(column: ColumnSummary, taken: Set<string>): Target & { kind: 'attribute' } {
  const name = wordsOf(column.header);
  const stem = (ATTRIBUTE_BY_NAME.get(name) ?? name.replaceAll(' ', '_').slice(0, 60)) || 'column';
  let key = stem;
  for (let times = 2; taken.has(key); times++) key = `${stem}_${times}`;
  taken.add(key);
  return { kind: 'attribute', key, type: typeOf(column) };
}

function typeOf({ filled, notNumbers, words }: ColumnSummary): AttributeType {
  if (filled > 0 && notNumbers === 0 && !(words?.every((word) => word === '0' || word === '1') ?? false))
    return 'number';
  return filled > 0 && words !== null && words.every((word) => readBoolean(word) !== null) ? 'boolean' : 'text';
}

const YES = new Set(['yes', 'y', 'true', 't', '1', 'ya', 'iya', 'benar', 'on', 'x', '✓', '✔']);
const NO = new Set(['no', 'n', 'false', 'f', '0', 'tidak', 'tdk', 'bukan', 'salah', 'off']);

/** Null: neither a yes nor a no. */
export function readBoolean(value: string): boolean | null {
  const word = value.trim().toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : null;
}

const SUBSCRIBED = new Set([
  'subscribed',
  'subscribe',
  'berlangganan',
  'langganan',
  'aktif',
  'active',
  'opt in',
  'opted in',
  'setuju',
  'confirmed',
  'enabled',
]);
const UNSUBSCRIBED = new Set([
  'unsubscribed',
  'unsubscribe',
  'non subscribed',
  'not subscribed',
  'berhenti',
  'berhenti berlangganan',
  'tidak berlangganan',
  'nonaktif',
  'tidak aktif',
  'inactive',
  'opt out',
  'opted out',
  'tidak setuju',
  'cleaned',
  'bounced',
  'redacted',
  'archived',
  'disabled',
  'blocklisted',
  'suppressed',
]);
/** `never subscribed`: nobody has asked, so nobody has refused either. */
const PENDING = new Set([
  'pending',
  'menunggu',
  'tertunda',
  'unconfirmed',
  'belum konfirmasi',
  'never subscribed',
  'unspecified',
]);

/** How a file says whether somebody wants messages; null: it cannot be told. */
export function readSubscription(value: string): 'subscribed' | 'unsubscribed' | 'pending' | null {
  const word = value
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
  if (SUBSCRIBED.has(word)) return 'subscribed';
  if (UNSUBSCRIBED.has(word)) return 'unsubscribed';
  if (PENDING.has(word)) return 'pending';
  const answer = readBoolean(value);
  return answer === null ? null : answer ? 'subscribed' : 'unsubscribed';
}
