/**
 * Turns an endpoint's answer into the delivery's next state (docs/contract/webhooks.md#delivery). Pure, so that every
 * rule has its test.
 */
import { retryAfterMs } from '@/server/platform/vendors/answers';
import { NotSentError, OutcomeUnknownError, type VendorAnswer } from '@/server/platform/vendors/provider';
import { waitAfterAttempt } from '@/server/modules/account/webhooks/delivery/schedule';

/** The longest part of an answer's body that is kept (docs/contract/webhooks.md#delivery-row). */
const LONGEST_BODY = 2_000;

/** The outcome of one attempt. */
export interface Outcome {
  kind: 'sent' | 'gone' | 'again';
  /** Null: there was no answer. */
  responseCode: number | null;
  responseBody: string | null;
  /**
   * The reason for the merchant; null when the delivery was accepted. Never contains the address, which may contain a
   * secret.
   */
  error: string | null;
  /** Milliseconds that Retry-After asks for; null when the answer has no such header. */
  askedMs: number | null;
}

/** 2xx: accepted. 410: switches the endpoint off. Any other answer, redirects too: tried again. */
export function outcomeOf({ status, headers, body }: VendorAnswer): Outcome {
  const answered = { responseCode: status, responseBody: kept(body), askedMs: null };
  if (status >= 200 && status < 300) return { ...answered, kind: 'sent', error: null };
  if (status === 410) return { ...answered, kind: 'gone', error: 'The endpoint answered 410, so it was switched off.' };
  if (status >= 300 && status < 400)
    return { ...answered, kind: 'again', error: `The endpoint answered ${status}: redirects are not followed.` };
  const asks = status === 429 || status === 503;
  return {
    ...answered,
    kind: 'again',
    error: `The endpoint answered ${status}.`,
    askedMs: asks ? (retryAfterMs(headers['retry-after']) ?? null) : null,
  };
}

/**
 * Returns the outcome of an attempt without an answer. The transport's own texts contain no address; texts of other
 * errors might, and are replaced.
 */
export function outcomeOfError(error: unknown): Outcome {
  const words =
    error instanceof NotSentError || error instanceof OutcomeUnknownError ? error.message : 'The delivery broke off.';
  return { kind: 'again', responseCode: null, responseBody: null, error: words, askedMs: null };
}

/** An answer's body in a form that can be stored: without NUL, and with no character cut in two. */
const kept = (body: string): string =>
  body
    .slice(0, 2 * LONGEST_BODY)
    .replaceAll('\0', '')
    .slice(0, LONGEST_BODY)
    .toWellFormed();

/** The record of an attempt. */
export interface Settled {
  id: string;
  accountId: string;
  endpointId: string;
  /** True when the endpoint was called, so the result counts for the endpoint's health. */
  wasAsked: boolean;
  status: 'pending' | 'sent' | 'failed';
  /** The number of attempts, this one included. */
  attempts: number;
  /** The time when the attempt began, by the service's clock. */
  attemptedAt: Date;
  /** Null: never. */
  nextRetryAt: Date | null;
  responseCode: number | null;
  responseBody: string | null;
  /** The duration of the attempt, in milliseconds. */
  ms: number;
  error: string | null;
}

/** @param delivery `attempts` without this one; @param now the end of the attempt */
export function settledBy(
  outcome: Outcome,
  delivery: Pick<Settled, 'id' | 'accountId' | 'endpointId' | 'wasAsked' | 'attempts'>,
  { attemptedAt, now, random }: { attemptedAt: Date; now: Date; random: () => number },
): Settled {
  const { kind, responseCode, responseBody, error, askedMs } = outcome;
  const attempts = delivery.attempts + 1;
  const wait = kind === 'again' ? waitAfterAttempt(attempts, askedMs, random) : null;
  return {
    id: delivery.id,
    accountId: delivery.accountId,
    endpointId: delivery.endpointId,
    wasAsked: delivery.wasAsked,
    status: kind === 'sent' ? 'sent' : wait === null ? 'failed' : 'pending',
    attempts,
    attemptedAt,
    nextRetryAt: wait === null ? null : new Date(now.getTime() + wait),
    responseCode,
    responseBody,
    ms: Math.max(now.getTime() - attemptedAt.getTime(), 0),
    error,
  };
}

/** Facts about an endpoint that its attempts show. */
export interface Streak {
  accountId: string;
  endpointId: string;
  /** The time when the last successful attempt began. */
  takenAt: Date | null;
  /** The time when the first failed attempt after the last accepted one began; null: none failed. */
  failedAt: Date | null;
}

/** Returns the facts of each endpoint that was called. */
export function streaksOf(settled: readonly Settled[]): Streak[] {
  const streaks = new Map<string, Streak>();
  const asked = settled.filter(({ wasAsked }) => wasAsked);
  for (const { accountId, endpointId, status, attemptedAt } of asked) {
    const streak = streaks.get(endpointId) ?? { accountId, endpointId, takenAt: null, failedAt: null };
    streaks.set(endpointId, streak);
    if (status === 'sent' && (streak.takenAt === null || attemptedAt > streak.takenAt)) streak.takenAt = attemptedAt;
  }
  for (const { endpointId, status, attemptedAt } of asked) {
    const streak = streaks.get(endpointId);
    if (streak === undefined || status === 'sent' || (streak.takenAt !== null && attemptedAt <= streak.takenAt))
      continue;
    if (streak.failedAt === null || attemptedAt < streak.failedAt) streak.failedAt = attemptedAt;
  }
  return [...streaks.values()];
}
