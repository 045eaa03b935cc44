/**
 * Makes contacts of a file's rows, by the mapping that the person chose. What cannot be read of a row is said of it.
 */
import { readBoolean, readOptOut, readSubscription, type Mapping } from '@/components/csv/contact-columns';
import type { Target } from '@/components/csv/contact-targets';
import { readDay } from '@/components/csv/days';
import { isTooWide } from '@/components/csv/inspect';
import { isNothing, isScientific, readNumber, withoutApostrophe } from '@/components/csv/values';
import type { Language } from '@/server/platform/lib/language';
import { isRecord } from '@/server/platform/lib/narrow';
import { ADDRESS_FAMILIES } from '@/server/modules/audience/contacts/vocabulary';

/**
 * PHONE_SCIENTIFIC: a spreadsheet turned the phone into 6.28E+11, its digits are lost.
 * SUBSCRIPTION_UNREADABLE: whether the person wants messages cannot be told, and must not be guessed.
 * ATTRIBUTES_UNREADABLE: what should be attributes as JSON is none; so of subscriptions and handles.
 * TOO_MANY_CELLS: more cells than the head has; the values may stand in the wrong columns.
 */
export const ROW_PROBLEMS = [
  'PHONE_SCIENTIFIC',
  'SUBSCRIPTION_UNREADABLE',
  'ATTRIBUTES_UNREADABLE',
  'TOO_MANY_CELLS',
] as const;
export type RowProblem = (typeof ROW_PROBLEMS)[number];

/** The fields that a row fills; what it leaves empty is not sent, so that an update does not wipe it out. */
export interface ContactDraft {
  email?: string;
  phone?: string;
  firstName?: string;
  lastName?: string;
  externalRef?: string;
  source?: string;
  socialHandles?: Record<string, string>;
  subscriptions?: Record<string, string>;
  attributes?: Record<string, unknown>;
}

export interface RowOutcome {
  contact: ContactDraft;
  /** The time when they agreed, as ISO 8601 in UTC; absent where the file says nothing that can be read. */
  since?: string;
  /** Null: nothing that the browser could see. */
  problem: RowProblem | null;
}

/** “Siti Nur Haliza”: the last word is the last name; a single name stays a first name, as is common in Indonesia. */
function nameParts(name: string): Pick<ContactDraft, 'firstName' | 'lastName'> {
  const words = name.split(/\s+/);
  const last = words.length > 1 ? words.pop() : undefined;
  return { firstName: words.join(' '), ...(last !== undefined && { lastName: last }) };
}

/** Reads a value as the kind of its column; a value that cannot be read stays the text that it is. */
function attributeValue(
  value: string,
  { type, order }: Pick<Target & { kind: 'attribute' }, 'type' | 'order'>,
  language: Language,
): string | number | boolean {
  if (type === 'number') return readNumber(value, language) ?? value;
  if (type === 'date') return readDay(value, order ?? (language === 'id' ? 'dmy' : null)) ?? value;
  return (type === 'boolean' ? readBoolean(value) : null) ?? value;
}

const isOfTexts = (map: Record<string, unknown>): map is Record<string, string> =>
  Object.values(map).every((value) => typeof value === 'string');

function readMap(value: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(value);
    return isRecord(read) ? read : null;
  } catch {
    return null;
  }
}

const INSTANT = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?(?:\.\d+)?)? ?(Z|UTC|[+-]\d\d:?\d\d)?$/i;

/**
 * An instant as exports write it; without a zone it is UTC, without a time the day's beginning. Null for what leaves
 * room for a guess, such as 03/04/2024.
 */
export function readInstant(value: string): string | null {
  const [, day, time = '00:00', seconds = ':00', zone = 'Z'] = INSTANT.exec(value) ?? [];
  if (day === undefined) return null;
  const offset = /^(?:utc|z)$/i.test(zone) ? 'Z' : zone.replace(/(\d\d):?(\d\d)$/, '$1:$2');
  const instant = new Date(`${day}T${time}${seconds}${offset}`);
  return Number.isNaN(instant.getTime()) || instant.getUTCFullYear() < 1970 ? null : instant.toISOString();
}

/** Sets the state of a channel; of two columns about one channel the stricter word holds, whichever stands first. */
function say(contact: ContactDraft, family: string, state: 'subscribed' | 'unsubscribed' | 'pending'): void {
  const subscriptions = (contact.subscriptions ??= {});
  const before = subscriptions[family];
  if (before === 'unsubscribed' || (before === 'pending' && state === 'subscribed')) return;
  subscriptions[family] = state;
}

/** Puts one value where its column belongs. @returns why it cannot be read, or null */
function put(contact: ContactDraft, target: Target, value: string, language: Language): RowProblem | null {
  switch (target.kind) {
    case 'ignore':
    case 'since':
      return null;
    case 'field':
      if (target.field === 'phone' && isScientific(value)) return 'PHONE_SCIENTIFIC';
      if (target.field === 'fullName') Object.assign(contact, nameParts(value));
      else contact[target.field] = value;
      return null;
    case 'subscription': {
      const state = readSubscription(value);
      if (state === null) return 'SUBSCRIPTION_UNREADABLE';
      say(contact, target.family, state);
      return null;
    }
    case 'optOut': {
      const state = readOptOut(value);
      if (state === null) return 'SUBSCRIPTION_UNREADABLE';
      const families = target.family === 'all' ? ADDRESS_FAMILIES : [target.family];
      if (state === 'out') for (const family of families) say(contact, family, 'unsubscribed');
      return null;
    }
    case 'handle':
      (contact.socialHandles ??= {})[target.family] = value;
      return null;
    case 'attribute':
      (contact.attributes ??= {})[target.key] = attributeValue(value, target, language);
      return null;
    case 'attributes': {
      const read = readMap(value);
      if (read === null) return 'ATTRIBUTES_UNREADABLE';
      contact.attributes = { ...contact.attributes, ...read };
      return null;
    }
    case 'subscriptions':
    case 'socialHandles': {
      const read = readMap(value);
      if (read === null || !isOfTexts(read)) return 'ATTRIBUTES_UNREADABLE';
      contact[target.kind] = { ...contact[target.kind], ...read };
      return null;
    }
  }
}

/**
 * @param cells as they stand in the file
 * @param language of the workspace, by which numbers are read
 */
export function contactOf(cells: readonly string[], mapping: Mapping, language: Language): RowOutcome {
  const contact: ContactDraft = {};
  let problem: RowProblem | null = isTooWide(cells, mapping.length) ? 'TOO_MANY_CELLS' : null;
  for (const [at, target] of mapping.entries()) {
    const value = withoutApostrophe((cells[at] ?? '').trim());
    if (isNothing(value)) continue;
    const found = put(contact, target, value, language);
    problem ??= found;
  }
  // A consent that was withdrawn is proved by no date.
  const isWithdrawn = Object.values(contact.subscriptions ?? {}).includes('unsubscribed');
  return { contact, problem, ...(isWithdrawn ? {} : sinceOf(cells, mapping)) };
}

/** The last of its dates: a confirmation comes after the request. */
function sinceOf(cells: readonly string[], mapping: Mapping): Pick<RowOutcome, 'since'> {
  const dates = mapping.flatMap((target, at) => {
    const since = target.kind === 'since' ? readInstant(withoutApostrophe((cells[at] ?? '').trim())) : null;
    return since === null ? [] : [since];
  });
  const since = dates.sort().at(-1);
  return since === undefined ? {} : { since };
}

/** Checks whether the mapping says how to reach anybody; without it every row would be refused. */
export const canReach = (mapping: Mapping): boolean =>
  mapping.some((target) => target.kind === 'field' && (target.field === 'email' || target.field === 'phone'));
