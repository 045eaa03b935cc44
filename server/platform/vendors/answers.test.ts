/**
 * How answers read (docs/contract/broadcasts.md#delivery); what they mean for each vendor is in the vendors' own tests.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcomeOf, reasonOf, retryAfterMs } from '@/server/platform/vendors/answers';
import type { Connection } from '@/server/platform/vendors/provider';

const NOW = Date.parse('2026-11-21T07:00:00.000Z');
const connection: Connection = {
  channelId: 'c1',
  credentials: {
    apiKey: 're_a secret (of+some)length',
    domain: 'mg.tokoanda.co.id',
    callbackSecret: 'whsec_12345678',
    note: 'short',
  },
  config: {},
  externalId: null,
  base: '',
};

describe('retryAfterMs (RFC 9110 §10.2.3)', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['1.5', 1500],
    [' 3 ', 3000],
    ['Sat, 21 Nov 2026 07:00:30 GMT', 30_000],
    ['Saturday, 21-Nov-26 07:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 06:00:00 GMT', 0],
    ['999999999', 86_400_000],
    ['-5', undefined],
    ['soon', undefined],
    ['2026-11-21', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j', (header, expected) => {
    expect(retryAfterMs(header, NOW)).toBe(expected);
  });

  it('is never negative, never over a day, whatever the header', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.date().map(String)), (header) => {
        const wait = retryAfterMs(header, NOW);
        expect(wait === undefined || (Number.isInteger(wait) && wait >= 0 && wait <= 86_400_000)).toBe(true);
      }),
    );
  });
});

describe('reasonOf', () => {
  it('blots out every secret of the channel, and nothing that the catalogue shows openly', () => {
    expect(
      reasonOf(
        'email_p3',
        connection,
        'mg.tokoanda.co.id: re_a secret (of+some)length, re_a secret (of+some)length, whsec_12345678, short',
      ),
    ).toBe('mg.tokoanda.co.id: …, …, …, short');
  });

  it('is one line of at most 500 characters, storable whatever the vendor says', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\0', '\u2028', '😀', '\ud800'), maxLength: 2000 }),
        (words) => {
          const reason = reasonOf('email_p1', connection, words);
          expect(reason.length).toBeLessThanOrEqual(500);
          expect(reason).not.toMatch(/[\r\n\0\u2028]/);
          expect(reason.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});

describe('outcomeOf', () => {
  const read = (status: number, body: string, headers: Record<string, string> = {}) =>
    outcomeOf('email_p1', connection, { status, body, headers }, { messageId: () => 'id', words: () => undefined });

  it('falls back on a short plain text, then on the status', () => {
    expect(read(401, 'Forbidden', { 'content-type': 'text/plain; charset=utf-8' })).toEqual({
      kind: 'failed',
      reason: 'Forbidden',
      ofChannel: true,
    });
    expect(read(401, '<html>Forbidden</html>', { 'content-type': 'text/html' })).toEqual({
      kind: 'failed',
      reason: 'HTTP 401',
      ofChannel: true,
    });
  });

  it('takes a redirect for a refusal: none is followed', () => {
    expect(read(302, '', { location: 'https://evil.example' })).toEqual({ kind: 'failed', reason: 'HTTP 302' });
  });
});
