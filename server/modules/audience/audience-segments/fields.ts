/** The fields that a condition can name (docs/contract/audience-segments.md#definition). */
import { isOneOf } from '@/server/platform/lib/records';
import { type FieldOp } from '@/server/modules/audience/audience-segments/schema';
import {
  AGE_OPS,
  ELEMENT_OPS,
  LIST_OPS,
  ORDER_OPS,
  TEXT_OPS,
} from '@/server/modules/audience/audience-segments/vocabulary';

/** The meaning of a field name. */
export type Field =
  | { kind: 'text'; column: TextColumn }
  | { kind: 'date'; column: DateColumn }
  /** A text in one of the contact's maps. */
  | { kind: 'map'; map: 'subscriptions' | 'socialHandles'; key: string }
  /** Free-form: its type is that of each contact's value. */
  | { kind: 'attribute'; path: string[] }
  | { kind: 'list' };

export const TEXT_COLUMNS = ['email', 'phone', 'firstName', 'lastName', 'source', 'externalRef'] as const;
export type TextColumn = (typeof TEXT_COLUMNS)[number];
export const DATE_COLUMNS = ['createdAt', 'updatedAt'] as const;
export type DateColumn = (typeof DATE_COLUMNS)[number];

const MAX_NAME = 300;
const MAX_DEPTH = 32;

/** @returns undefined when the name is not a field */
export function fieldOf(name: string): Field | undefined {
  if (name.length > MAX_NAME || name.includes('\0')) return undefined;
  if (name === 'list') return { kind: 'list' };
  if (isOneOf(TEXT_COLUMNS, name)) return { kind: 'text', column: name };
  if (isOneOf(DATE_COLUMNS, name)) return { kind: 'date', column: name };
  const dot = name.indexOf('.');
  const [head, rest] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot + 1)];
  if (rest === '') return undefined;
  if (head === 'subscriptions' || head === 'socialHandles') return { kind: 'map', map: head, key: rest };
  if (head !== 'attributes') return undefined;
  const path = rest.split('.');
  return path.length <= MAX_DEPTH && !path.includes('') ? { kind: 'attribute', path } : undefined;
}

/**
 * Texts that are compared in the form of a contact's identity (docs/contract/contacts.md#identity), in whatever form
 * they were sent.
 */
const FOLDS: Partial<Record<TextColumn, (value: string) => string>> = {
  email: (value) => value.trim().toLowerCase(),
  phone: (value) => value.replace(/[^+0-9]/g, ''),
};

/** Converts a text to the form in which it is compared with the field. */
export const foldedFor = (field: Field, value: string): string =>
  field.kind === 'text' ? (FOLDS[field.column]?.(value) ?? value) : value;

/**
 * The operators that fit a field. An attribute has all operators that compare values, because its type differs from
 * contact to contact.
 */
export const OPS: Record<Field['kind'], readonly FieldOp[]> = {
  text: TEXT_OPS,
  map: TEXT_OPS,
  date: [...ORDER_OPS, ...AGE_OPS],
  attribute: [...TEXT_OPS, ...ORDER_OPS, ...AGE_OPS, ...ELEMENT_OPS],
  list: LIST_OPS,
};
