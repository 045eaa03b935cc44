/**
 * The part of a contact that a column of a file stands for: guessed from its name, in English and Indonesian and as
 * Shopify, other mail services, Tokopedia and Shopee name theirs, else from what stands in it.
 */
import { KNOWN_FILES } from '@/components/csv/known-files';
import {
  ATTRIBUTE_NAMES,
  FIELD_NAMES,
  HANDLE_NAMES,
  IGNORED,
  OPT_OUT_DETAIL,
  OPT_OUT_NAME,
  OPT_OUT_OF_ALL,
  SINCE_NAMES,
  SUBSCRIPTION_NAMES,
} from '@/components/csv/contact-headers';
import {
  ATTRIBUTE_TYPES,
  CONTACT_FIELDS,
  type OptOutFamily,
  OTHER_HANDLES,
  OTHER_SUBSCRIPTIONS,
  type AttributeType,
  type Target,
  USUAL_HANDLES,
  USUAL_SUBSCRIPTIONS,
} from '@/components/csv/contact-targets';
import type { DayOrder } from '@/components/csv/days';
import type { ColumnSummary } from '@/components/csv/inspect';
import type { Language } from '@/server/platform/lib/language';

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

/** The kind of file that columns of these names make. */
function knownFile(columns: readonly Pick<ColumnSummary, 'header'>[]): (typeof KNOWN_FILES)[number] | undefined {
  const words = new Set(columns.map(({ header }) => wordsOf(header)));
  return KNOWN_FILES.find(({ by }) => by.every((name) => words.has(name)));
}

/** The service whose file leaves out who unsubscribed; undefined for any other file. */
export const silentService = (columns: readonly Pick<ColumnSummary, 'header'>[]): string | undefined =>
  knownFile(columns)?.silent;

/** Checks whether a column is named like one of opt-outs. */
const isOptOutName = (name: string): boolean => OPT_OUT_NAME.test(name) && !OPT_OUT_DETAIL.test(name);

/**
 * Returns the channels that a column of opt-outs speaks of; mail, unless it says another, or the file has no address
 * for it.
 */
export function optOutFamily(header: string, columns: readonly Pick<ColumnSummary, 'header'>[]): OptOutFamily {
  const name = wordsOf(header);
  if (OPT_OUT_OF_ALL.test(name)) return 'all';
  if (/\bsms\b/.test(name)) return 'sms';
  if (/\b(?:wa|whatsapp)\b/.test(name)) return 'whatsapp';
  return columns.some(({ header: other }) => FIELD_NAMES.email.includes(wordsOf(other))) ? 'email' : 'all';
}

/** Filled columns that are named like opt-outs and become something else: their people would count as subscribed. */
export function ignoredOptOuts(columns: readonly ColumnSummary[], mapping: Mapping): number[] {
  const isApplied = ({ kind }: Target): boolean => kind === 'optOut' || kind === 'subscription';
  const hasOne = mapping.some(({ kind }) => kind === 'optOut');
  return columns.flatMap(({ header, filled }, at) => {
    const name = wordsOf(header);
    const isNamed = hasOne ? isOptOutName(name) : OPT_OUT_NAME.test(name);
    const target = mapping[at];
    return isNamed && filled > 0 && target !== undefined && !isApplied(target) ? [at] : [];
  });
}

interface Candidate {
  target: Target;
  /** Place of its name in the list of names; the smaller is the more certain. */
  rank: number;
}

const keyOf = (target: Target): string =>
  target.kind === 'field'
    ? target.field
    : target.kind === 'subscription' || target.kind === 'handle' || target.kind === 'optOut'
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
/** The share of the filled cells that must look like it. */
const MOSTLY = 0.8;

function candidateOf(
  column: ColumnSummary,
  known: Readonly<Record<string, Target>>,
  columns: readonly ColumnSummary[],
): Candidate | null {
  const name = wordsOf(column.header);
  const knownColumn = known[name];
  if (knownColumn !== undefined) return knownColumn.kind === 'ignore' ? null : { target: knownColumn, rank: 0 };
  if (isOptOutName(name) && column.notOptOuts === 0)
    return { target: { kind: 'optOut', family: optOutFamily(column.header, columns) }, rank: BY_CONTENT };
  if (STATUS_NAMES.has(name) && saysSubscribed(column))
    return { target: { kind: 'subscription', family: 'email' }, rank: BY_CONTENT };
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

/** Names of columns that may hold anything: their values must say that they are about messages. */
const STATUS_NAMES: ReadonlySet<string> = new Set(['status', 'state', 'contact status', 'member status']);
/** Words that nobody uses of anything but messages. */
const ONLY_OF_MESSAGES = /subscri|bounced|unconfirmed|cleaned|suppressed|complained|unreachable|opt/;
const saysSubscribed = (column: ColumnSummary): boolean =>
  areSubscriptions(column) && (column.words ?? []).some((word) => ONLY_OF_MESSAGES.test(word));

const areSubscriptions = ({ filled, words }: ColumnSummary): boolean =>
  filled > 0 && words !== null && words.every((word) => readSubscription(word) !== null);

/**
 * The guess for every column. No field is guessed twice: where two columns fit, the more certain name wins, then the
 * first column, and the other one becomes an attribute.
 */
export function guessMapping(columns: readonly ColumnSummary[]): Mapping {
  const known = knownFile(columns)?.columns ?? {};
  const candidates = columns.map((column) => candidateOf(column, known, columns));
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
    // An export has the date of the sign-up and of its confirmation: both are dates of consent. Any opt-out column
    // counts.
    const kind = candidate?.target.kind;
    if (candidate && (kind === 'since' || kind === 'optOut' || kind === 'attribute' || kind === 'attributes'))
      return candidate.target;
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
  return { kind: 'attribute', key, type: isOfDates(column, stem) ? 'date' : typeOf(column) };
}

/**
 * A day in every cell; one without a year only where the name says that it is a birthday. Instants stay as they are.
 */
const isOfDates = ({ filled, days, openDays, isoDays, samples }: ColumnSummary, key: string): boolean =>
  filled > 0 &&
  days + openDays === filled &&
  isoDays < filled &&
  (key === 'birthday' || samples.every((sample) => /\d{4}|\d\d?[-/.]\d\d?[-/.]\d\d/.test(sample)));

/** Indonesians write the day first; in English the dates of the column have to tell, or the person. */
export const dayOrderOf = (
  { order }: { order?: DayOrder | undefined },
  { dayOrder }: Pick<ColumnSummary, 'dayOrder'>,
  language: Language,
): DayOrder | null => order ?? dayOrder ?? (language === 'id' ? 'dmy' : null);

/** Digits are a number: a rating of 1 in every row is no yes. One letter alone, such as f, is one of many words. */
function typeOf({ header, filled, notNumbers, words }: ColumnSummary): AttributeType {
  if (filled === 0) return 'text';
  const answers = new Set(words?.map(readBoolean));
  const isAnswers = words !== null && !answers.has(null);
  const isDigits = isAnswers && words.every((word) => /^[01]$/.test(word));
  if (notNumbers === 0 && !(isDigits && /^(?:is|has|can|apakah)\b/.test(wordsOf(header)))) return 'number';
  const isPlain = answers.size === 2 || words?.some((word) => word.length > 1 || /[✓✔01]/.test(word));
  return isAnswers && isPlain === true ? 'boolean' : 'text';
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
  'explicit',
  'express',
  'implied',
]);
const UNSUBSCRIBED = new Set([
  'unsubscribed',
  'unsubscribe',
  'non subscribed',
  'nonsubscribed',
  'not subscribed',
  'unreachable',
  'cancelled',
  'canceled',
  'complained',
  'complaint',
  'spam complaint',
  'spam',
  'junk',
  'bounce',
  'hard bounce',
  'hard bounced',
  'invalid email',
  'user suppressed',
  'manual suppressed',
  'blacklisted',
  'blocked',
  'do not contact',
  'removed',
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
  'unknown',
  'not set',
  'not specified',
  'awaiting confirmation',
  'temporary hold',
]);

const foldedWord = (value: string): string =>
  value
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

/** Reads from a value whether somebody wants messages; null: it cannot be told. */
export function readSubscription(value: string): 'subscribed' | 'unsubscribed' | 'pending' | null {
  const word = foldedWord(value);
  if (SUBSCRIBED.has(word)) return 'subscribed';
  if (UNSUBSCRIBED.has(word)) return 'unsubscribed';
  if (PENDING.has(word)) return 'pending';
  const answer = readBoolean(value);
  return answer === null ? null : answer ? 'subscribed' : 'unsubscribed';
}

/** Dates as exports write them; whether day or month comes first does not matter here. */
const DATE = /^(?:\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?[-/. ]\d\d?[-/. ]\d{2,4})(?:[T ,].*)?$/;
const DATE_IN_WORDS = /^(?=.*\b[12]\d{3}\b)(?=.*\b\d\d?\b)(?=.*[a-z]{3}).{8,40}$/i;
/** Matches an empty date that programs write as zeros. */
const NO_DATE = /^[0\-/: T.Z]+$/;
const NONE = new Set(['none', 'never', 'belum', 'not suppressed', 'not bounced', '[]', '{}']);

/**
 * Reads a cell of a column of opt-outs: out, in, or null where it cannot be told. Several reasons may stand in one
 * cell.
 */
export function readOptOut(value: string): 'out' | 'in' | null {
  const text = value.trim();
  if (NO_DATE.test(text) || NONE.has(text.toLowerCase())) return 'in';
  if (DATE.test(text) || DATE_IN_WORDS.test(text)) return 'out';
  const parts = text
    .replace(/[[\]"']/g, '')
    .split(/[,;|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const states = parts.map((part) => (UNSUBSCRIBED.has(foldedWord(part)) ? 'unsubscribed' : readAnswer(part)));
  if (parts.length === 0 || states.includes(null)) return states.includes('unsubscribed') ? 'out' : null;
  return states.includes('unsubscribed') ? 'out' : 'in';
}

/** In a column of opt-outs a yes is an opt-out, and who is subscribed is none. */
function readAnswer(part: string): 'unsubscribed' | 'subscribed' | null {
  const answer = readBoolean(part);
  if (answer !== null) return answer ? 'unsubscribed' : 'subscribed';
  return readSubscription(part) === null ? null : 'subscribed';
}
