/** As https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens says. */
import { describe, expect, it } from 'vitest';
import { exchange } from '@/server/modules/shops/adapters/shopify/oauth';
import { MemoryShop } from '@/server/modules/shops/adapters/shopify/stand-in-memory';
import { shopifyStore } from '@/server/modules/shops/adapters/shopify/store';
import { answered, backfillOf, NOW, useShop } from '@/server/modules/shops/adapters/shopify/testing';
import {
  type OpenedShop,
  ShopAnswerError,
  ShopBusyError,
  ShopGoneError,
  ShopRefusedError,
} from '@/server/modules/shops/adapters/store';
import { loopbackTransport } from '@/server/testing/vendor';
import { SHOP } from '@/server/testing/shopify-shop';

const shop = useShop();
const isDue = (credentials: Record<string, string>, now: Date): boolean => shopifyStore.tokens!.isDue(credentials, now);
const renew = (opened: OpenedShop): Promise<Record<string, string>> => shopifyStore.tokens!.renew(opened);
const APP = { clientId: SHOP.clientId, clientSecret: SHOP.clientSecret };
const inMinutes = (minutes: number): string => new Date(NOW.getTime() + minutes * 60_000).toISOString();
const own = { shop: SHOP.domain, clientId: SHOP.clientId, clientSecret: SHOP.clientSecret };

const granted = async (): Promise<Record<string, string>> => {
  shop.data.allow('code-1');
  const of = { base: shop.base, isGuarded: false, transport: loopbackTransport, now: NOW, ...APP };
  return (await exchange(of, { shop: SHOP.domain, code: 'code-1' })).credentials;
};
const takes = async (credentials: Record<string, string>): Promise<unknown> =>
  (await shopifyStore.open!(shop.opened({ credentials }), backfillOf('orders')).next(null)).count;

describe('whether tokens are due', () => {
  it.each([
    [{ ...own }, true],
    [{ ...own, accessToken: 'a', expiresAt: inMinutes(6) }, false],
    [{ ...own, accessToken: 'a', expiresAt: inMinutes(5) }, true],
    [{ ...own, accessToken: 'a', expiresAt: inMinutes(-1) }, true],
    [{ ...own, accessToken: 'a', expiresAt: 'some day' }, true],
    [{ shop: SHOP.domain, accessToken: 'a', refreshToken: 'r', expiresAt: inMinutes(60) }, false],
    [{ shop: SHOP.domain, accessToken: 'a', refreshToken: 'r', expiresAt: inMinutes(4) }, true],
    [{ shop: SHOP.domain, accessToken: 'a', clientSecret: 's' }, false],
  ])('%j: %s', (credentials: Record<string, string>, expected) => {
    expect(isDue(credentials, NOW)).toBe(expected);
  });
});

describe('tokens', () => {
  it('of OAuth hold for an hour and bring the next ones; the pair before is not taken from who has it', async () => {
    const first = await granted();
    expect(first).toEqual({
      shop: SHOP.domain,
      accessToken: expect.stringMatching(/^shpat_/),
      refreshToken: expect.stringMatching(/^shprt_/),
      expiresAt: inMinutes(60),
      refreshExpiresAt: inMinutes(90 * 24 * 60),
    });
    expect(await takes(first)).toBe(0);
    const second = await renew(shop.opened({ credentials: first, app: APP }));
    expect(Object.keys(second).sort()).toEqual(Object.keys(first).sort());
    expect([second.accessToken === first.accessToken, second.refreshToken === first.refreshToken]).toEqual([
      false,
      false,
    ]);
    expect(await takes(second)).toBe(0);
    // A worker that died before it stored the new pair renews with the old one.
    expect(await takes(await renew(shop.opened({ credentials: first, app: APP })))).toBe(0);
  });

  it('of a shop’s own app hold for a day, and leave its keys as they are', async () => {
    const credentials = await renew(shop.opened({ credentials: own }));
    expect(credentials).toEqual({
      ...own,
      accessToken: expect.stringMatching(/^shpat_/),
      expiresAt: new Date(NOW.getTime() + 86_399_000).toISOString(),
    });
    expect(await takes(credentials)).toBe(0);
    const [request] = shop.server.requests;
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      client_id: SHOP.clientId,
      client_secret: SHOP.clientSecret,
      grant_type: 'client_credentials',
    });
  });

  it('are not given for what Shopify does not know: a code twice, a wrong secret, an old refresh token', async () => {
    await granted();
    const of = { base: shop.base, isGuarded: false, transport: loopbackTransport, now: NOW, ...APP };
    await expect(exchange(of, { shop: SHOP.domain, code: 'code-1' })).rejects.toBeInstanceOf(ShopRefusedError);
    await expect(renew(shop.opened({ credentials: { ...own, clientSecret: 'wrong' } }))).rejects.toThrow(
      new ShopRefusedError('The client is not known.'),
    );
    const credentials = { shop: SHOP.domain, accessToken: 'a', refreshToken: 'unknown' };
    await expect(renew(shop.opened({ credentials, app: APP }))).rejects.toBeInstanceOf(ShopRefusedError);
  });

  it('are not to be had without the operator’s app, or without anything to ask with', async () => {
    const credentials = { shop: SHOP.domain, accessToken: 'a', refreshToken: 'r' };
    await expect(renew(shop.opened({ credentials, app: null }))).rejects.toBeInstanceOf(ShopRefusedError);
    await expect(renew(shop.opened())).rejects.toBeInstanceOf(ShopRefusedError);
    expect(shop.server.requests).toEqual([]);
  });

  it.each([
    [400, ShopRefusedError],
    [401, ShopRefusedError],
    [404, ShopGoneError],
    [429, ShopBusyError],
    [502, ShopAnswerError],
  ])('of an answer of %d are none, and the words hide what was sent', async (status, kind) => {
    const refreshToken = 'shprt_0123456789abcdef';
    const said = `No ${refreshToken} of ${SHOP.clientSecret}`;
    shop.server.instead.push(answered(status, { error: 'invalid_grant', error_description: said }));
    const credentials = { shop: SHOP.domain, accessToken: 'a', refreshToken };
    const error: unknown = await renew(shop.opened({ credentials, app: APP })).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(kind);
    expect((error as Error).message).toContain('No … of …');
  });

  it('that the answer does not have are an answer', async () => {
    shop.server.instead.push(answered(200, { scope: 'read_products' }));
    await expect(renew(shop.opened({ credentials: own }))).rejects.toThrow(
      new ShopAnswerError('Shopify gave no token.'),
    );
  });

  it('that never lapse are what an app gets that Shopify gives no others', async () => {
    shop.server.instead.push(answered(200, { access_token: 'shpat_forever', scope: 'read_products,write_discounts' }));
    const of = { base: shop.base, isGuarded: false, transport: loopbackTransport, now: NOW, ...APP };
    const { credentials, scopes } = await exchange(of, { shop: SHOP.domain, code: 'x' });
    expect([credentials, scopes]).toEqual([
      { shop: SHOP.domain, accessToken: 'shpat_forever' },
      ['read_products', 'write_discounts'],
    ]);
    expect(isDue(credentials, NOW)).toBe(false);
  });

  it('that have lapsed are not taken', async () => {
    const lapsed = new MemoryShop(SHOP);
    await lapsed.putToken({ accessToken: 'old', refreshToken: null, expiresAt: inMinutes(-1) });
    await shop.restart(lapsed);
    await expect(takes({ ...own, accessToken: 'old' })).rejects.toBeInstanceOf(ShopRefusedError);
  });
});
