/**
 * Turns the outcome of a hand-over into the message's next state: done, or tried again and when
 * (docs/contract/broadcasts.md#delivery). Pure, so that every rule has its test.
 */
import { NotSentError, OutcomeUnknownError, type Outcome } from '@/server/platform/vendors/provider';
import type { Requeued, Settled } from '@/server/modules/messaging/broadcasts/delivery/queue';
import { growing, HALF_TO_WHOLE, waitAfter, type Backoff } from '@/server/platform/engine/backoff';
import { clipped } from '@/server/platform/lib/text';

/** The most attempts of a message, the first included. */
export const MOST_ATTEMPTS = 5;

export interface RetryTiming {
  /** The wait before the second attempt, in milliseconds; each further wait is five times as long. */
  retryAfterMs: number;
  /**
   * The wait before the one other attempt of a message that the vendor may already have, for vendors without
   * idempotency keys, in milliseconds.
   */
  doubtMs: number;
}
export const RETRY_TIMING: RetryTiming = { retryAfterMs: 10_000, doubtMs: 300_000 };
const GROWTH = 5;
/** A vendor that asks for more is asked again after a day. */
const LONGEST_WAIT_MS = 86_400_000;

/** No vendor has longer ids, and longer ones would not fit into the index. */
const LONGEST_VENDOR_ID = 255;
const LONGEST_REASON = 500;

/**
 * Returns a vendor's answer in a form that can be stored: an invalid vendor id is dropped, but the message still counts
 * as accepted.
 */
export function storable(outcome: Outcome): Outcome {
  if (outcome.kind !== 'accepted') return { ...outcome, reason: clipped(outcome.reason, LONGEST_REASON) };
  const { providerMessageId: id } = outcome;
  return id === null || id === '' || id.length > LONGEST_VENDOR_ID || id.includes('\0')
    ? { kind: 'accepted', providerMessageId: null }
    : { kind: 'accepted', providerMessageId: id.toWellFormed() };
}

/** A message at its hand-over. */
export interface Attempt {
  id: string;
  /** The number of attempts, this one included. */
  attempts: number;
  /** Since when the vendor may have the message from an earlier attempt; null: no doubt. */
  doubtedAt: Date | null;
}

export type Verdict = { done: Settled } | { again: Requeued };

export const idOf = (verdict: Verdict): string => ('done' in verdict ? verdict.done.id : verdict.again.id);

/** The verdict without the vendor's texts, which a database may refuse; null when it has no such text. */
export function lessened(verdict: Verdict): Verdict | null {
  if ('again' in verdict) return verdict.again.lastError === '' ? null : { again: { ...verdict.again, lastError: '' } };
  const { providerMessageId, lastError } = verdict.done;
  return providerMessageId === null && lastError === null
    ? null
    : { done: { ...verdict.done, providerMessageId: null, lastError: null } };
}

export interface Circumstances {
  now: Date;
  /** The vendor drops a repeated request. */
  idempotent: boolean;
  timing: RetryTiming;
  /** From 0 up to 1. */
  random: () => number;
}

export function verdictOn(
  outcome: Outcome,
  attempt: Attempt,
  { now, idempotent, timing, random }: Circumstances,
): Verdict {
  const { id, attempts, doubtedAt } = attempt;
  const done = (settled: Omit<Settled, 'id'>): Verdict => ({ done: { id, ...settled } });
  const failed = (lastError: string): Verdict => done({ status: 'failed', providerMessageId: null, lastError });
  const again = (waitMs: number, lastError: string, doubted: Date | null): Verdict => ({
    again: { id, at: new Date(now.getTime() + waitMs), lastError, doubtedAt: doubted },
  });

  const retried = (waitMs: number | null, reason: string): Verdict =>
    waitMs === null ? failed(reason) : again(waitMs, reason, doubtedAt);

  switch (outcome.kind) {
    case 'accepted':
      return done({ status: 'sent', providerMessageId: outcome.providerMessageId, lastError: null });
    case 'failed':
      return failed(outcome.reason);
    case 'retry':
      return retried(waitAfter(backoffOf(timing), attempts, outcome.afterMs ?? null, random), outcome.reason);
    case 'unknown':
      if (attempts >= MOST_ATTEMPTS || (!idempotent && doubtedAt !== null))
        return failed(`${outcome.reason} The message may have arrived.`);
      return again(idempotent ? 0 : timing.doubtMs, outcome.reason, now);
  }
}

const backoffOf = ({ retryAfterMs }: RetryTiming): Backoff => ({
  stepMs: (attempts) => (attempts >= MOST_ATTEMPTS ? null : growing(retryAfterMs, GROWTH)(attempts)),
  jitter: HALF_TO_WHOLE,
  asked: 'instead',
  longestMs: LONGEST_WAIT_MS,
});

/**
 * Turns an error of a hand-over into an outcome. An unforeseen error may have happened after the request was sent, so
 * its outcome is unknown.
 */
export function outcomeOfError(error: unknown): Outcome {
  if (error instanceof NotSentError)
    return error.final ? { kind: 'failed', reason: error.message } : { kind: 'retry', reason: error.message };
  return {
    kind: 'unknown',
    reason: error instanceof OutcomeUnknownError ? error.message : 'The connection to the provider broke off.',
  };
}

/** The verdict on a message that stays in `sending` after its lease has ended. */
export const WORKER_ENDED: Outcome = { kind: 'unknown', reason: 'The server stopped while it sent the message.' };
