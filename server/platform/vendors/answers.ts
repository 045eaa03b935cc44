/**
 * The meaning of a vendor's answer for a message (docs/contract/broadcasts.md#delivery), the same for every vendor.
 * 2xx: accepted. 429 and 503: try again. Any other 4xx: refused for good. 500, 502 and 504 do not tell whether the
 * message was sent, so the outcome is unknown. The message is then neither lost nor, except in one window, sent twice.
 */
import { realNow } from '@/server/platform/lib/clock';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { parseJson } from '@/server/platform/vendors/json';
import {
  NotSentError,
  type Connection,
  type Outcome,
  type Transport,
  type VendorAnswer,
  type VendorRequest,
} from '@/server/platform/vendors/provider';
import { spellingsOf } from '@/server/platform/vendors/secret-spellings';

/**
 * Reads one vendor's answers. Both functions receive the parsed body, undefined when it is no JSON, and must not throw.
 */
export interface Reading {
  /** The vendor's id of the message in the body of a 2xx. */
  messageId(body: unknown, answer: VendorAnswer): string | null;
  /** Returns the vendor's own words from the body of any other answer. */
  words(body: unknown): string | undefined;
  /** Checks whether an answer asks for a retry although its status is neither 429 nor 503. */
  again?(body: unknown, answer: VendorAnswer): boolean;
  /**
   * Checks whether a refusal is about the channel and not about the message or its recipient; when absent, 401 and 403
   * are.
   */
  ofChannel?(body: unknown, answer: VendorAnswer): boolean;
  /** Milliseconds to wait, for vendors that say so elsewhere than in Retry-After. */
  afterMs?(answer: VendorAnswer): number | undefined;
}

/** Reads one answer; never throws. */
export function outcomeOf(
  provider: ProviderId,
  connection: Connection,
  answer: VendorAnswer,
  reading: Reading,
): Outcome {
  const body = parseJson(answer.body);
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'accepted', providerMessageId: reading.messageId(body, answer) };
  const reason = reasonOf(provider, connection, reading.words(body) ?? plainWords(answer) ?? `HTTP ${status}`);
  if (status === 429 || status === 503 || reading.again?.(body, answer) === true)
    return retry(reason, retryAfterMs(answer.headers['retry-after']) ?? reading.afterMs?.(answer));
  if (status >= 500) return { kind: 'unknown', reason };
  return refused(reason, reading.ofChannel?.(body, answer) ?? (status === 401 || status === 403));
}

/**
 * Checks whether a status says that the vendor cannot answer now. It is no refusal: the same request is sent again
 * later.
 */
export const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/**
 * Sends a vendor a request that is no message, e.g. for a person's name. Every answer of the vendor is returned.
 * @throws NotSentError when the vendor cannot answer now, so that no failure is read as a "no"; OutcomeUnknownError
 */
export async function askVendor(transport: Transport, request: VendorRequest): Promise<VendorAnswer> {
  const answer = await transport.request(request);
  if (isPassing(answer.status)) throw new NotSentError(`HTTP ${answer.status}`);
  return answer;
}

/** Refused for good. */
export const refused = (reason: string, ofChannel: boolean): Outcome =>
  ofChannel ? { kind: 'failed', reason, ofChannel } : { kind: 'failed', reason };

const retry = (reason: string, afterMs: number | undefined): Outcome => ({
  kind: 'retry',
  reason,
  ...(afterMs === undefined ? {} : { afterMs }),
});

const LONGEST_REASON = 500;
/**
 * The shortest secret, in characters, that is removed from texts: a shorter one protects nothing, and removing it would
 * damage the vendor's words.
 */
const SHORTEST_SECRET = 8;

/**
 * Makes a vendor's words safe to store and show: without the channel's secrets, which some vendors repeat, on one line,
 * of at most 500 characters.
 */
export function reasonOf(provider: ProviderId, connection: Connection, words: string): string {
  const open = new Set(
    providerEntry(provider)
      .credentials.filter((field) => field.secret !== true)
      .map((field) => field.key),
  );
  let reason = words;
  for (const [key, value] of Object.entries(connection.credentials)) {
    if (!open.has(key) && value.length >= SHORTEST_SECRET)
      for (const spelling of spellingsOf(value)) reason = reason.replaceAll(spelling, '…');
  }
  const line = reason.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g, ' ').trim();
  return (line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON - 1)}…` : line).toWellFormed();
}

/** Returns the body itself, if a vendor or a proxy answers with a short text instead of JSON. */
function plainWords({ headers, body }: VendorAnswer): string | undefined {
  const text = body.trim();
  return text !== '' && text.length <= LONGEST_REASON && /^text\/plain\b/i.test(headers['content-type'] ?? '')
    ? text
    : undefined;
}

const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/**
 * Returns Retry-After in milliseconds, from seconds or an HTTP date (RFC 9110 §10.2.3), at most a day; undefined for
 * any other value.
 */
export function retryAfterMs(header: string | undefined, now = realNow().getTime()): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const wait = /^\d{1,9}(\.\d{1,9})?$/.test(text)
    ? Number(text) * 1000
    : /^[A-Z][a-z]{2}[a-z]*,? /.test(text)
      ? Date.parse(text) - now
      : Number.NaN;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(Math.ceil(wait), 0), LONGEST_WAIT_MS);
}
