/** The values of the form of a contact, and how they become what is sent. */
import type { Inputs } from '@/app/trpc';
import type { Contact } from './contact';

export const VALUE_TYPES = ['text', 'number', 'boolean', 'json'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** One line of a map: a key and its value as it is typed. */
export interface Entry {
  /** The key of the line, for React. */
  line: string;
  key: string;
  type: ValueType;
  value: string;
}

export interface ContactValues extends Record<string, unknown> {
  email: string;
  phone: string;
  firstName: string;
  lastName: string;
  externalRef: string;
  source: string;
  /** The subscriptions of the families that the form offers; empty: nothing was said. */
  subscriptions: Record<string, string>;
  socialHandles: Entry[];
  attributes: Entry[];
}

export type ContactInput = Inputs['contacts']['upsert'];

let lines = 0;
export const newEntry = (patch: Partial<Entry> = {}): Entry => ({
  // Differs from those of a draft that was kept in another visit.
  line: `${Date.now().toString(36)}-${++lines}`,
  key: '',
  type: 'text',
  value: '',
  ...patch,
});

function entryOf(key: string, value: unknown): Entry {
  if (typeof value === 'string') return newEntry({ key, value });
  if (typeof value === 'number') return newEntry({ key, type: 'number', value: String(value) });
  if (typeof value === 'boolean') return newEntry({ key, type: 'boolean', value: String(value) });
  return newEntry({ key, type: 'json', value: JSON.stringify(value) });
}

export function valuesOf(contact: Contact | null, families: readonly string[]): ContactValues {
  return {
    email: contact?.email ?? '',
    phone: contact?.phone ?? '',
    firstName: contact?.firstName ?? '',
    lastName: contact?.lastName ?? '',
    externalRef: contact?.externalRef ?? '',
    source: contact?.source ?? '',
    subscriptions: Object.fromEntries(families.map((family) => [family, contact?.subscriptions[family] ?? ''])),
    socialHandles: Object.entries(contact?.socialHandles ?? {}).map(([key, value]) => entryOf(key, value)),
    attributes: Object.entries(contact?.attributes ?? {}).map(([key, value]) => entryOf(key, value)),
  };
}

/** A number as JavaScript reads it; a comma for the decimals is let through. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));

function parsed(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

export type EntryFault = 'key' | 'twice' | 'number' | 'json';

/** The first fault of a map's lines and the key that it is about, or null. Lines without key and value are no lines. */
export function faultOf(entries: readonly Entry[]): { fault: EntryFault; key: string } | null {
  const seen = new Set<string>();
  for (const { key, type, value } of entries) {
    const name = key.trim();
    if (name === '' && value.trim() === '') continue;
    if (name === '') return { fault: 'key', key: value };
    if (seen.has(name)) return { fault: 'twice', key: name };
    seen.add(name);
    if (type === 'number' && !Number.isFinite(numberOf(value))) return { fault: 'number', key: name };
    if (type === 'json' && parsed(value) === null) return { fault: 'json', key: name };
  }
  return null;
}

function valueOf({ type, value }: Entry): unknown {
  if (type === 'number') return numberOf(value);
  if (type === 'boolean') return value === 'true';
  return type === 'json' ? parsed(value)?.value : value;
}

/** The map to send: what is there, and null for each key that was there before and is gone. */
function mapOf<Value>(
  entries: readonly Entry[],
  before: Record<string, unknown>,
  read: (entry: Entry) => Value,
): Record<string, Value | null> {
  const map: Record<string, Value | null> = Object.fromEntries(Object.keys(before).map((key) => [key, null]));
  for (const entry of entries) if (entry.key.trim() !== '') map[entry.key.trim()] = read(entry);
  return map;
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** @param before the contact that is edited; null for a new one, of which only what is filled in is sent */
export function inputOf(values: ContactValues, before: Contact | null): ContactInput {
  const texts = {
    email: orNull(values.email),
    phone: orNull(values.phone),
    firstName: orNull(values.firstName),
    lastName: orNull(values.lastName),
    externalRef: orNull(values.externalRef),
    source: orNull(values.source),
  };
  const subscriptions = Object.fromEntries(
    Object.entries(values.subscriptions).flatMap(([family, state]): [string, string | null][] => {
      const stated = before?.subscriptions[family];
      if (state === (stated ?? '')) return [];
      return [[family, state === '' ? null : state]];
    }),
  );
  return {
    ...(before === null ? Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== null)) : texts),
    subscriptions,
    socialHandles: mapOf(values.socialHandles, before?.socialHandles ?? {}, ({ value }) => value.trim()),
    attributes: mapOf(values.attributes, before?.attributes ?? {}, valueOf),
  };
}
