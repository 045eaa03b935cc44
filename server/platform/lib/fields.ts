/**
 * Building blocks of every schema: the formats of docs/contract/shared.md#formats, declared once. The dashboard's forms
 * import them too, so this file must not import Node.
 */
import * as z from 'zod';
import { ofLength } from '@/server/platform/lib/bounded';
import { knownAmong } from '@/server/platform/lib/narrow';
import { isStorable, pasted } from '@/server/platform/lib/text';

/**
 * Text of min to max UTF-16 units that the database can hold; a lone surrogate becomes U+FFFD
 * (docs/contract/shared.md#text).
 */
export const text = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max, { abort: true })
    .overwrite((value) => value.toWellFormed())
    .refine(isStorable, { error: 'must not contain NUL' });

/** An id as the API returns it: opaque. */
export const id = z.string().meta({ id: 'Id', description: 'Opaque id.', sample: 'c06b6cfa81f3a9d2e4b7c6058' });

/** The longest id that we read. Clients also send ids of other systems here, which may be longer than ours. */
const ID_UNITS = 255;

/**
 * An id that a client sends. A text that cannot be one of our ids becomes '', which no row has. It is then answered
 * like any unknown id, and neither a NUL nor a megabyte reaches an index.
 */
export const idIn = ofLength(z.string(), ID_UNITS)
  .transform((value) => (/^[a-z0-9]{1,40}$/.test(value) ? value : ''))
  .meta({
    id: 'KnownId',
    description: 'Opaque id, as returned by the API.',
    sample: 'c06b6cfa81f3a9d2e4b7c6058',
    jsonSchema: { type: 'string' },
  });

/** An id that the caller's own system gives: a customer, a cart, a checkout session. */
export const foreignId = text(1, 255);

/** An instant in an answer: ISO 8601, UTC, milliseconds, `Z`. JSON.stringify writes a Date exactly so. */
export const instantOut = z
  .date()
  .meta({ id: 'Instant', description: 'ISO 8601 instant in UTC, with milliseconds.', format: 'date-time' });

const INSTANT_ERROR = 'must be an ISO 8601 instant with a zone, such as 2026-01-31T09:00:00+07:00';
/** Far more than any fraction of a second needs. */
const LONGEST_INSTANT = 64;

/**
 * Rewrites an instant for Date.parse, which knows neither the t and z of RFC 3339 nor the offsets +0700 and +07 of ISO
 * 8601.
 */
const inOneSpelling = (instant: string): string =>
  instant
    .replace(/^([0-9-]{10})t/, '$1T')
    .replace(/z$/, 'Z')
    .replace(/([+-]\d\d)(?::?(\d\d))?$/, (_, hours: string, minutes = '00') => `${hours}:${minutes}`);

/**
 * An instant in a request: ISO 8601 with any offset (`+07:00`, `+0700`, `+07`, `Z`), seconds with or
 * without a fraction. A date without time or zone is refused.
 */
export const instantIn = z
  .string({ error: INSTANT_ERROR })
  .max(LONGEST_INSTANT, { error: INSTANT_ERROR, abort: true })
  .transform(inOneSpelling)
  .pipe(z.iso.datetime({ offset: true, error: INSTANT_ERROR }))
  .transform((value, context) => {
    const date = new Date(value);
    // Beyond these PostgreSQL and JavaScript disagree on how to write a year.
    if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999) {
      context.addIssue({ code: 'custom', message: 'must be a date between the years 1 and 9999' });
      return z.NEVER;
    }
    return date;
  })
  .meta({
    id: 'InstantSent',
    description: 'ISO 8601 instant with any offset.',
    sample: '2026-01-31T09:00:00+07:00',
    jsonSchema: { type: 'string', format: 'date-time' },
  });

/** An amount in the smallest unit of its currency, from 0 to 2^53 − 1. */
export const money = z
  .number()
  .int()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ description: 'Amount in the smallest unit of the currency.', sample: 150000 });

/** The answer of a deletion. */
export const deleted = z.object({ id, deleted: z.literal(true) }).meta({ id: 'Deleted' });

/** Three letters, turned into upper case. */
export const currencyIn = ofLength(z.string(), 3)
  .regex(/^[A-Za-z]{3}$/, 'must be an ISO 4217 code of three letters')
  .transform((code) => code.toUpperCase())
  .meta({ description: 'ISO 4217.', sample: 'IDR' });

export const currencyOut = z.string().meta({ id: 'Currency', description: 'ISO 4217.', sample: 'IDR' });

const INTEGER = /^[+-]?\d{1,100}$/;

/** The text that a query string or a typed call may hand over for an integer, of any size. */
const integerText = z
  .union([z.number(), ofLength(z.string(), 101)], { error: 'must be an integer' })
  .transform((value, context) => {
    const number = typeof value === 'number' ? value : INTEGER.test(value) ? Number(value) : Number.NaN;
    if (Number.isInteger(number)) return number;
    context.addIssue({ code: 'custom', message: 'must be an integer' });
    return z.NEVER;
  });

/** Like `clampedInteger`, for a parameter without a default. */
export const clampedIfSent = ({ min, max }: { min: number; max: number }) =>
  integerText
    .transform((value) => Math.min(Math.max(value, min), max))
    .meta({ jsonSchema: { type: 'integer', minimum: min, maximum: max } });

/** An integer of a path or query; a value outside the range is refused. */
export const integerWithin = ({ min, max }: { min: number; max: number }) =>
  integerText
    .refine((value) => value >= min && value <= max, { error: `must be from ${min} to ${max}` })
    .meta({ jsonSchema: { type: 'integer', minimum: min, maximum: max } });

/** A query integer that is clamped into its range (docs/contract/shared.md#query-parameters). */
export const clampedInteger = (options: { fallback: number; min: number; max: number }) =>
  clampedIfSent(options)
    .optional()
    .transform((value) => value ?? options.fallback)
    .meta({
      jsonSchema: { type: 'integer', default: options.fallback, minimum: options.min, maximum: options.max },
      description: `${options.min} to ${options.max}; other values are clamped.`,
    });

/** A query integer with only an upper limit that is clamped: 0 stays 0, and a negative value is 400. */
export const cappedInteger = (options: { fallback: number; max: number }) =>
  integerText
    .refine((value) => value >= 0, { error: 'must not be negative' })
    .transform((value) => Math.min(value, options.max))
    .optional()
    .transform((value) => value ?? options.fallback)
    .meta({
      jsonSchema: { type: 'integer', default: options.fallback, minimum: 0, maximum: options.max },
      description: `Values above ${options.max} count as ${options.max}.`,
    });

/** An amount in a query string: an integer of 0 or more, else 400. */
export const queryMoney = integerText
  .refine((value) => value >= 0 && Number.isSafeInteger(value), { error: 'must be from 0 to 2^53 − 1' })
  .meta({ jsonSchema: { type: 'integer', minimum: 0 } });

/**
 * Reads some of a few words, separated by commas. Unknown words are ignored; without a known word the parameter counts
 * as not sent.
 */
export const someOf = <Word extends string>(words: readonly Word[]) =>
  ofLength(z.string(), 1000)
    .optional()
    .transform((value) => {
      const known = knownAmong(words, value);
      return known.length === 0 ? undefined : known;
    })
    .meta({
      jsonSchema: { type: 'string' },
      description: `Comma-separated: ${words.join(', ')}. Others are ignored.`,
      sample: words.slice(0, 2).join(','),
    });

/** A query boolean: true, false, 1 or 0. */
export const queryBoolean = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])], { error: 'must be true, false, 1 or 0' })
  .transform((value) => value === true || value === 'true' || value === '1')
  .meta({ jsonSchema: { type: 'boolean' } });

/** The feed-back parameter of every paged list. */
export const cursor = z.string().min(1).max(2000).optional().meta({ description: 'Cursor of the previous page.' });

/** RFC 5322 dot-atom or quoted string, internationalised by RFC 6531, at a domain of two labels or more. */
const ATOM = String.raw`(?:[a-z0-9!#$%&'*+/=?^_\x60{|}~-]|(?![\p{C}\p{Z}])[^\x00-\x7f])`;
const LABEL = String.raw`(?:[a-z0-9-]|(?![\p{C}\p{Z}])[^\x00-\x7f]){1,63}`;
const EMAIL = new RegExp(
  String.raw`^(?:(?=[^@]{1,64}@)${ATOM}+(?:\.${ATOM}+)*|(?=.{1,64}@)"(?:[^"\\\p{C}]|\\[\x20-\x7e])*")@(?:(?!-)${LABEL}(?<!-)\.)+(?!-|\d+$)${LABEL}(?<!-)$`,
  'iu',
);

/** Trimmed, then checked, kept in lower case. */
export const emailIn = ofLength(z.string(), 254)
  .overwrite(pasted)
  .max(254, { error: 'must have at most 254 characters', abort: true })
  .regex(EMAIL, 'must be an e-mail address')
  .toLowerCase()
  .meta({ sample: 'sari@example.com', jsonSchema: { type: 'string', format: 'email', maxLength: 254 } });
