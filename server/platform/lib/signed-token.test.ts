/** Every token that is out in the world stays good: these were made before the signers became one. */
import { describe, expect, it } from 'vitest';
import type { Settings } from '@/server/platform/env';
import { callbackRequest } from '@/server/modules/account/billing/payments/sandbox-callback';
import { cartToken, isCartToken } from '@/server/modules/offers/abandoned-cart/unsubscribe-token';
import { readUnsubscribeToken, unsubscribeUrl } from '@/server/modules/messaging/broadcasts/unsubscribe-token';
import { callbackToken, isCallbackToken } from '@/server/modules/messaging/channels/callback-address';
import { readState, signState } from '@/server/platform/auth/oauth-state';
import { openPut, signPut } from '@/server/platform/storage/signed-put';

const APP_SECRET = 'app-secret-of-32-characters-long';
const UNSUBSCRIBE_SECRET = 'unsubscribe-secret';
const AT = new Date('2026-01-02T03:04:05.000Z');
const settings = {
  appSecret: APP_SECRET,
  unsubscribeSecret: UNSUBSCRIBE_SECRET,
  embedded: false,
  baseUrl: 'https://laris.example',
} as Settings;

/** The text with each of its characters changed in turn, cut, and with one more. */
const changes = (token: string): string[] => [
  '',
  token.slice(1),
  token.slice(0, -1),
  `${token}0`,
  token.toUpperCase(),
  ...Array.from(
    token,
    (character, index) => token.slice(0, index) + (character === '0' ? '1' : '0') + token.slice(index + 1),
  ),
];

describe('tokens of the time before', () => {
  it('the unsubscribe link of a broadcast', () => {
    const link = { accountId: 'cworkspace', messageId: 'cmessage' };
    const token = 'cworkspace.cmessage.cK3DZFoAfxKAv3XsVsrR-fNGfhjFp_I5J4MJPDNwLYU';
    expect(unsubscribeUrl(settings, link)).toBe(`https://laris.example/u/${token}`);
    expect(readUnsubscribeToken(UNSUBSCRIBE_SECRET, token)).toEqual(link);
    for (const changed of changes(token)) expect(readUnsubscribeToken(UNSUBSCRIBE_SECRET, changed), changed).toBeNull();
  });

  it('the unsubscribe link of a cart', () => {
    const link = { accountId: 'cworkspace', email: 'Ani@example.com' };
    const token = 'd56558290ccebec0e77dc694c6f73429e9628b027f8bedc8b72ebdb37cf98375';
    expect(cartToken(UNSUBSCRIBE_SECRET, link)).toBe(token);
    expect(isCartToken(UNSUBSCRIBE_SECRET, link, token)).toBe(true);
    for (const changed of changes(token)) expect(isCartToken(UNSUBSCRIBE_SECRET, link, changed), changed).toBe(false);
  });

  it('the address that takes an upload', () => {
    const file = { key: `cworkspace/${'0123456789'.repeat(4)}.png`, contentType: 'image/png', size: 123 };
    const address = signPut(APP_SECRET, { ...file, key: 'cworkspace/0123456789abcdef0123456789abcdef.png' }, AT);
    expect(address).toBe(
      '/uploads/cworkspace/0123456789abcdef0123456789abcdef.png?type=image%2Fpng&size=123&expires=1767323045&signature=a661bcb57659ac68329cb11001fd0c92ef4ebfccbc0f284bd5f825e025bd6631',
    );
    const { signature = '', ...query } = Object.fromEntries(
      new URL(signPut(APP_SECRET, file, AT), 'http://x').searchParams,
    );
    const before = new Date(AT.getTime() - 1);
    expect(openPut(APP_SECRET, file.key, { ...query, signature }, before)).toEqual(file);
    for (const changed of changes(signature))
      expect(openPut(APP_SECRET, file.key, { ...query, signature: changed }, before), changed).toBeNull();
  });

  it("the callback address of a channel, under today's secret and an old one", () => {
    const token = '29e4acb30e08fdf5ef5a19154013c53a625532c0';
    expect(callbackToken(APP_SECRET, 'cchannel')).toBe(token);
    expect(isCallbackToken(['another', APP_SECRET], 'cchannel', token)).toBe(true);
    for (const changed of [null, ...changes(token)])
      expect(isCallbackToken(['another', APP_SECRET], 'cchannel', changed), String(changed)).toBe(false);
  });

  it('the state of OAuth', () => {
    const state = { accountId: 'cworkspace', provider: 'social_p1', nonce: 'n', expiresAt: 1767323045000 };
    const text =
      'eyJhY2NvdW50SWQiOiJjd29ya3NwYWNlIiwicHJvdmlkZXIiOiJzb2NpYWxfcDEiLCJub25jZSI6Im4iLCJleHBpcmVzQXQiOjE3NjczMjMwNDUwMDB9.n_e3CmEnqrwvB9JMUSrOQXAGUmJxCtaRXwkIUZMBdnQ';
    expect(signState(APP_SECRET, state)).toBe(text);
    expect(readState(APP_SECRET, text)).toEqual(state);
    for (const changed of [`${text}.`, ...changes(text)]) expect(readState(APP_SECRET, changed), changed).toBeNull();
  });

  it('the callback of the payment sandbox', () => {
    expect(callbackRequest(settings, '{"id":"evt"}', AT).headers['sandbox-signature']).toBe(
      't=1767323045,v1=369a78bc1b16d7f2e810caa3f2f775cc6539891e5cd5efaab1f0aa0b787bf9b5',
    );
  });
});
