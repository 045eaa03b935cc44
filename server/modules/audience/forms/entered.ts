/** Reads what a person entered into a form, by the form's own fields (docs/contract/forms.md#sending). */
import { readNumber } from '@/components/csv/values';
import type { Language } from '@/server/platform/lib/language';
import type { ContactFields } from '@/server/modules/audience/contacts/schema';
import { emailIn } from '@/server/platform/lib/fields';
import type { AddressFamily } from '@/server/modules/audience/contacts/vocabulary';
import type { FormRow } from '@/server/modules/audience/forms/rows';
import type { Consents, FormField } from '@/server/modules/audience/forms/schema';

/** The submitted data, as texts by the names below. A ticked box has any value that is not empty. */
export type Sent = Readonly<Record<string, string>>;

/** The name of a field in the submitted data. */
export const nameOf = (field: FormField): string =>
  field.field === 'attribute' ? `attribute.${field.key}` : field.field;
/** Returns the name of the box beside a wording. */
export const consentName = (family: string): string => `consent.${family}`;
/** Values by which a program sends an unticked box; a browser does not send it. */
const NOT_TICKED = new Set(['', '0', 'false', 'off', 'no']);
const isTicked = (value = ''): boolean => !NOT_TICKED.has(value.trim().toLowerCase());
/** The name for a fault that concerns all boxes together. */
export const ANY_CONSENT = 'consent';

/** Why a field was refused, in the page's terms. */
export type Fault = 'required' | 'email' | 'phone' | 'number' | 'date' | 'choice' | 'long' | 'consent';

export interface Entered {
  /** The entered fields in the form that contacts accept, without empty fields. */
  fields: ContactFields;
  /** The consents that were given, in the words that were shown. */
  consents: Consents;
  /** By the names of what was sent. Empty: all is well. */
  faults: Record<string, Fault>;
}

const LONGEST = 1_000;
const NAME = 120;
const LONGEST_PHONE = 40;

/** Checks for an existing date: 30 February would become another date. */
function isDate(value: string): boolean {
  const date = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : new Date(Number.NaN);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

type Read = { value: unknown } | { fault: Fault };

function attributeOf(field: Extract<FormField, { field: 'attribute' }>, value: string, language: Language): Read {
  switch (field.type) {
    case 'number': {
      const number = readNumber(value, language);
      return number === null ? { fault: 'number' } : { value: number };
    }
    case 'date':
      return isDate(value) ? { value } : { fault: 'date' };
    case 'choice':
      return field.options.includes(value) ? { value } : { fault: 'choice' };
    case 'boolean':
      return { value: true };
    case 'text':
      return value.length > LONGEST ? { fault: 'long' } : { value };
  }
}

function ownOf(name: Exclude<FormField['field'], 'attribute'>, value: string): Read {
  if (name === 'email') {
    const read = emailIn.safeParse(value);
    return read.success ? { value: read.data } : { fault: 'email' };
  }
  if (name === 'phone') {
    const isPhone =
      /^[+()\d\s./-]{4,}$/.test(value) && value.length <= LONGEST_PHONE && value.replace(/\D/g, '').length >= 6;
    return isPhone ? { value } : { fault: 'phone' };
  }
  return value.length > NAME ? { fault: 'long' } : { value };
}

/** Blanks at the ends do not count, nor do control characters, which no field is typed with. */
const clean = (value: string): string =>
  value
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();

/** The field that a channel writes to. */
const addressFieldOf = (family: AddressFamily): 'email' | 'phone' => (family === 'email' ? 'email' : 'phone');

/**
 * Returns the given consents. With one wording, sending the form is consent; with several, each has a box, and one box
 * must be ticked.
 */
function consentsIn({ consents }: Pick<FormRow, 'consents'>, sent: Sent): [AddressFamily, string][] {
  const offered = Object.entries(consents) as [AddressFamily, string][];
  return offered.length === 1 ? offered : offered.filter(([family]) => isTicked(sent[consentName(family)]));
}

/**
 * Reads the submitted data. @param language language of the person: the thousands separator of one language is the
 * decimal point of the other
 */
export function enteredIn(form: Pick<FormRow, 'fields' | 'consents'>, sent: Sent, language: Language): Entered {
  const faults: Record<string, Fault> = {};
  const fields: Record<string, unknown> = {};
  const attributes: Record<string, unknown> = {};
  for (const field of form.fields) {
    const name = nameOf(field);
    const value = clean(sent[name] ?? '');
    if (value === '') {
      if (field.required) faults[name] = 'required';
      // A box that was left empty is an answer.
      else if (field.field === 'attribute' && field.type === 'boolean') attributes[field.key] = false;
      continue;
    }
    const read = field.field === 'attribute' ? attributeOf(field, value, language) : ownOf(field.field, value);
    if ('fault' in read) faults[name] = read.fault;
    else if (field.field === 'attribute') attributes[field.key] = read.value;
    else fields[field.field] = read.value;
  }
  const entered: ContactFields = { ...fields, ...(Object.keys(attributes).length > 0 && { attributes }) };
  const consents = consentsIn(form, sent);
  if (consents.length === 0) faults[ANY_CONSENT] = 'consent';
  // Nobody consents to be written to at an address that they do not give.
  for (const name of consents.map(([family]) => addressFieldOf(family)))
    if (!(name in fields)) faults[name] ??= 'required';
  return { fields: entered, consents: Object.fromEntries(consents), faults };
}
