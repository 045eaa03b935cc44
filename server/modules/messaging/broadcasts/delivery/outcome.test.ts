/** What becomes of a message after each outcome (docs/contract/broadcasts.md#delivery). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MOST_ATTEMPTS,
  outcomeOfError,
  RETRY_TIMING,
  storable,
  verdictOn,
  type Circumstances,
} from '@/server/modules/messaging/broadcasts/delivery/outcome';
import { NotSentError, OutcomeUnknownError, type Outcome } from '@/server/platform/vendors/provider';

const now = new Date('2026-11-21T08:00:00Z');
const at = (ms: number): Date => new Date(now.getTime() + ms);
const circumstances = (more: Partial<Circumstances> = {}): Circumstances => ({
  now,
  idempotent: false,
  timing: RETRY_TIMING,
  random: () => 1,
  ...more,
});
const attempt = (attempts = 1, doubtedAt: Date | null = null) => ({ id: 'm', attempts, doubtedAt });
const retry = (afterMs?: number): Outcome => ({
  kind: 'retry',
  reason: 'busy',
  ...(afterMs === undefined ? {} : { afterMs }),
});
const unknown: Outcome = { kind: 'unknown', reason: 'No answer.' };

describe('a verdict', () => {
  it('ends with what the vendor said', () => {
    expect(verdictOn({ kind: 'accepted', providerMessageId: 'v' }, attempt(), circumstances())).toEqual({
      done: { id: 'm', status: 'sent', providerMessageId: 'v', lastError: null },
    });
    expect(verdictOn({ kind: 'failed', reason: 'No such mailbox.' }, attempt(), circumstances())).toEqual({
      done: { id: 'm', status: 'failed', providerMessageId: null, lastError: 'No such mailbox.' },
    });
  });

  it.each([
    [1, 10_000],
    [2, 50_000],
    [3, 250_000],
    [4, 1_250_000],
  ])('waits five times as long after attempt %i', (attempts, wait) => {
    expect(verdictOn(retry(), attempt(attempts), circumstances())).toEqual({
      again: { id: 'm', at: at(wait), lastError: 'busy', doubtedAt: null },
    });
    expect(verdictOn(retry(), attempt(attempts), circumstances({ random: () => 0 }))).toMatchObject({
      again: { at: at(wait / 2) },
    });
  });

  it('gives up after five attempts', () => {
    for (const outcome of [retry(), retry(5), unknown])
      expect(verdictOn(outcome, attempt(MOST_ATTEMPTS), circumstances({ idempotent: true }))).toMatchObject({
        done: { status: 'failed' },
      });
  });

  it('never comes back before Retry-After, nor more than a tenth later, nor after more than a day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 200_000_000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (afterMs, random) => {
          const verdict = verdictOn(retry(afterMs), attempt(), circumstances({ random: () => random }));
          const wait = 'again' in verdict ? verdict.again.at.getTime() - now.getTime() : Number.NaN;
          const asked = Math.min(afterMs, 86_400_000);
          return wait >= asked && wait <= Math.min(Math.ceil(afterMs * 1.1), 86_400_000);
        },
      ),
    );
  });

  it('tries an unknown outcome at once with a key; once after five minutes without, then never again', () => {
    expect(verdictOn(unknown, attempt(), circumstances({ idempotent: true }))).toEqual({
      again: { id: 'm', at: now, lastError: 'No answer.', doubtedAt: now },
    });
    expect(verdictOn(unknown, attempt(2, now), circumstances({ idempotent: true }))).toMatchObject({
      again: { at: now },
    });
    expect(verdictOn(unknown, attempt(), circumstances())).toEqual({
      again: { id: 'm', at: at(300_000), lastError: 'No answer.', doubtedAt: now },
    });
    expect(verdictOn(unknown, attempt(2, now), circumstances())).toMatchObject({
      done: { status: 'failed', lastError: 'No answer. The message may have arrived.' },
    });
    // Not sent for sure this time, but the time before is still in doubt.
    expect(verdictOn(retry(), attempt(2, now), circumstances())).toMatchObject({ again: { doubtedAt: now } });
  });
});

it('reads what a hand-over throws', () => {
  expect(outcomeOfError(new NotSentError('ECONNREFUSED'))).toEqual({ kind: 'retry', reason: 'ECONNREFUSED' });
  expect(outcomeOfError(new NotSentError('a private address', true))).toEqual({
    kind: 'failed',
    reason: 'a private address',
  });
  expect(outcomeOfError(new OutcomeUnknownError('timed out'))).toEqual({ kind: 'unknown', reason: 'timed out' });
  // Nothing of the inside is shown.
  expect(outcomeOfError(new TypeError('x is not a function'))).toEqual({
    kind: 'unknown',
    reason: 'The connection to the provider broke off.',
  });
});

describe('what is stored of an answer', () => {
  it.each([[null], [''], ['a\0b'], ['x'.repeat(256)]])(
    'forgets the vendor id %j, which cannot be one, and not the message',
    (providerMessageId) => {
      expect(storable({ kind: 'accepted', providerMessageId })).toEqual({ kind: 'accepted', providerMessageId: null });
    },
  );

  it('keeps any other id, well-formed', () => {
    expect(storable({ kind: 'accepted', providerMessageId: 'SM123' })).toEqual({
      kind: 'accepted',
      providerMessageId: 'SM123',
    });
    expect(storable({ kind: 'accepted', providerMessageId: 'a\ud800' })).toEqual({
      kind: 'accepted',
      providerMessageId: 'a\ufffd',
    });
  });

  it('has reasons that PostgreSQL takes, of a bounded length', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 2000 }),
        fc.constantFrom('failed' as const, 'retry' as const, 'unknown' as const),
        (reason, kind) => {
          const kept = storable({ kind, reason });
          expect(
            'reason' in kept && kept.reason.length <= 500 && !kept.reason.includes('\0') && kept.reason.isWellFormed(),
          ).toBe(true);
        },
      ),
    );
  });
});
