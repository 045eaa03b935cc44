/** What Meta is told, and what its answers mean. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotSentError, OutcomeUnknownError } from '@/server/platform/vendors/provider';
import { hashedEmail } from '@/server/platform/vendors/hashing';
import { verdictOfFailure } from '@/server/modules/offers/pixels/events';
import { eventsRequest, metaEvent, verdictOf, type OpenedPixel } from '@/server/modules/offers/pixels/meta-events';

const PIXEL: OpenedPixel = { pixelId: '1234567890', token: 'EAA+secret/token==', testCode: 'TEST12345' };
const FACTS = {
  eventId: 'co_1',
  isTest: false,
  value: 12_345,
  currency: 'USD',
  emailHash: 'e'.repeat(64),
  customerId: 'ani',
  occurredAt: new Date('2026-11-20T10:00:00.900Z'),
};
const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  verdictOf({ status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }, PIXEL);

describe('the e-mail', () => {
  it('is hashed as Meta documents it', () =>
    expect(hashedEmail(' John_Smith@gmail.com ')).toBe(
      '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f',
    ));

  it('is trimmed and lowercased, and nothing else is done to it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(hashedEmail(text)).toBe(createHash('sha256').update(text.trim().toLowerCase()).digest('hex'));
        expect(hashedEmail(`\t ${text}\n`)).toBe(hashedEmail(text));
      }),
    );
    expect(hashedEmail('a.b+c@gmail.com')).not.toBe(hashedEmail('ab@gmail.com'));
  });
});

describe('an event', () => {
  it('has the documented fields', () =>
    expect(metaEvent(FACTS)).toEqual({
      event_name: 'Purchase',
      event_time: 1_795_168_800,
      event_id: 'co_1',
      action_source: 'other',
      user_data: { em: ['e'.repeat(64)], external_id: [createHash('sha256').update('ani').digest('hex')] },
      custom_data: { currency: 'USD', value: 123.45 },
    }));

  it('leaves out what is not known', () => {
    expect(metaEvent({ ...FACTS, customerId: null })).toMatchObject({ user_data: { em: ['e'.repeat(64)] } });
    expect(metaEvent({ ...FACTS, emailHash: null }).user_data).toEqual({
      external_id: [createHash('sha256').update('ani').digest('hex')],
    });
  });

  it('is no purchase when it is a test', () => {
    const test = metaEvent({ ...FACTS, isTest: true, value: null, currency: null });
    expect(test.event_name).toBe('LarisTest');
    expect(test).not.toHaveProperty('custom_data');
  });
});

describe('the request', () => {
  it('names the pixel in the path and the token in the body', () => {
    const request = eventsRequest('https://graph.facebook.com', { ...PIXEL, testCode: null }, [FACTS]);
    expect([request.method, request.url]).toEqual(['POST', 'https://graph.facebook.com/v25.0/1234567890/events']);
    expect(JSON.parse(request.body ?? '')).toEqual({ data: [metaEvent(FACTS)], access_token: PIXEL.token });
    expect(JSON.parse(eventsRequest('', PIXEL, []).body ?? '')).toMatchObject({ test_event_code: 'TEST12345' });
  });

  it.each(['../me', '..', 'a/b', '1?access_token=x', '1#', '\u0000'])(
    'stays under its path whatever the id %j holds',
    (pixelId) => {
      const url = new URL(eventsRequest('https://graph.facebook.com', { ...PIXEL, pixelId }, []).url);
      expect([
        url.origin,
        url.pathname.split('/').length,
        url.pathname.endsWith('/events'),
        url.search,
        url.hash,
      ]).toEqual(['https://graph.facebook.com', 4, true, '', '']);
    },
  );
});

describe('an answer', () => {
  it('of 200 says sent, with the trace by which Meta finds it', () => {
    expect(answer(200, { events_received: 1, messages: [], fbtrace_id: 'AbC' })).toEqual({
      kind: 'sent',
      code: 200,
      words: 'fbtrace_id AbC',
    });
    expect(answer(200, { events_received: 1, messages: ['Event is old'], fbtrace_id: 'AbC' })).toMatchObject({
      words: 'Event is old fbtrace_id AbC',
    });
    for (const strange of ['', 'null', '[]', '<html>', '{"messages":5}'])
      expect(answer(204, strange)).toEqual({ kind: 'sent', code: 204, words: '' });
  });

  it.each([
    [429, {}],
    [408, ''],
    [500, ''],
    [502, '<html>'],
    [503, {}],
    [400, { error: { code: 4, message: 'limit' } }],
    [400, { error: { code: 613, message: 'limit' } }],
    [400, { error: { code: 9, is_transient: true } }],
    [403, { error: { code: 17 } }],
  ])('of %i with %j is tried again', (status, body) =>
    expect(answer(status, body)).toMatchObject({ kind: 'retry', code: status }),
  );

  it('honours Retry-After', () =>
    expect(answer(429, '', { 'retry-after': '120' })).toMatchObject({ kind: 'retry', afterMs: 120_000 }));

  it('blames one event for an invalid parameter, and the request for anything else', () => {
    expect(
      answer(400, { error: { code: 100, message: 'Invalid parameter', error_user_msg: 'No customer information.' } }),
    ).toEqual({ kind: 'refused', code: 400, words: 'No customer information. (100)', ofOneEvent: true });
    expect(
      answer(400, { error: { code: 100, error_subcode: 33, message: 'Unsupported post request.' } }),
    ).toMatchObject({ kind: 'refused', ofOneEvent: false });
    expect(answer(401, { error: { code: 190, message: 'Expired' } })).toMatchObject({
      kind: 'refused',
      ofOneEvent: false,
    });
    for (const status of [301, 404, 418])
      expect(answer(status, '')).toEqual({ kind: 'refused', code: status, words: `HTTP ${status}`, ofOneEvent: false });
  });

  it('is kept without the secrets in any spelling, on one line, and cut', () => {
    const words = [
      PIXEL.token,
      encodeURIComponent(PIXEL.token),
      Buffer.from(PIXEL.token).toString('base64'),
      PIXEL.testCode,
    ].join('\n');
    const verdict = answer(400, { error: { code: 190, message: `${words}${'x'.repeat(900)}` } });
    expect(verdict.words).toMatch(/^… … … …x+…$/);
    expect(verdict.words.length).toBeLessThanOrEqual(500);
    const trace = answer(200, { fbtrace_id: PIXEL.token });
    expect(trace.words).toBe('fbtrace_id …');
  });

  it('that never came is tried again, unless the address can never be right', () => {
    expect(verdictOfFailure(new NotSentError('No connection.'))).toEqual({
      kind: 'retry',
      code: null,
      words: 'No connection.',
    });
    expect(verdictOfFailure(new OutcomeUnknownError('No answer in time.'))).toMatchObject({
      kind: 'retry',
      words: 'No answer in time.',
    });
    expect(verdictOfFailure(new NotSentError('The address is not valid.', true))).toMatchObject({
      kind: 'refused',
      words: 'The address is not valid.',
    });
    expect(verdictOfFailure(new Error('EAAsecret'))).toMatchObject({
      kind: 'retry',
      words: 'The connection broke off.',
    });
  });
});
