/** What a shop's server takes from its pages, and what it leaves. */
import { describe, expect, it } from 'vitest';
import { ApiError } from './src/errors';
import { storefront, type StorefrontClient, type StorefrontOptions } from './src/storefront';

/** A client that notes what it is asked. */
function noting(failure?: Error) {
  const clicks: object[] = [];
  const carts: { externalSource: string; rows: object[] }[] = [];
  const client: StorefrontClient = {
    referrals: { click: (input) => (failure ? Promise.reject(failure) : Promise.resolve(clicks.push(input))) },
    integrations: { putCheckouts: (input) => Promise.resolve(carts.push(input)) },
  };
  return { client, clicks, carts };
}

const request = (body: unknown, headers: Record<string, string> = {}): Request =>
  new Request('https://toko.example/laris', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const click = { type: 'referral_click', data: { code: 'abcdefgh' }, url: 'https://toko.example/r/abcdefgh' };
const cart = {
  type: 'cart_updated',
  data: {
    id: 'cart-1',
    value: 250_000,
    currency: 'IDR',
    items: [{ productRef: 'kopi-1', name: 'Kopi', quantity: 2, price: 125_000 }],
    email: 'korban@example.com',
    acceptsMarketing: true,
  },
  url: 'https://toko.example/cart',
};
const options: StorefrontOptions = { source: 'toko' };

describe('storefront', () => {
  it('counts a click, and hands every event on', async () => {
    const { client, clicks } = noting();
    const seen: string[] = [];
    const take = storefront(client, { ...options, onEvent: ({ type }) => seen.push(type) });
    expect((await take(request(click, { 'sec-fetch-site': 'same-origin', 'user-agent': 'Mozilla/5.0' }))).status).toBe(
      204,
    );
    expect((await take(request({ type: 'product_viewed', data: { id: 'kopi-1' }, url: '' }))).status).toBe(204);
    // Robots are told apart by Laris.
    expect(clicks).toEqual([{ code: 'abcdefgh', userAgent: 'Mozilla/5.0' }]);
    expect(seen).toEqual(['referral_click', 'product_viewed']);
  });

  it('keeps a cart under its id, with an address only from the shop’s own session', async () => {
    const { client, carts } = noting();
    await storefront(client, options)(request(cart));
    await storefront(client, { ...options, customerOf: () => ({ email: 'sari@example.com', acceptsMarketing: true }) })(
      request(cart),
    );
    expect(carts).toEqual([
      {
        externalSource: 'toko',
        rows: [expect.objectContaining({ externalRef: 'cart-1', email: null, acceptsMarketing: false })],
      },
      {
        externalSource: 'toko',
        rows: [
          {
            externalRef: 'cart-1',
            value: 250_000,
            currency: 'IDR',
            url: 'https://toko.example/cart',
            email: 'sari@example.com',
            phone: null,
            acceptsMarketing: true,
            items: [{ productRef: 'kopi-1', name: 'Kopi', quantity: 2, price: 125_000 }],
          },
        ],
      },
    ]);
  });

  it.each([
    ['no JSON', '{', 400],
    ['no event', { type: 'order_paid', data: {} }, 400],
    ['a click without a code', { ...click, data: {} }, 400],
    ['a cart without an id', { ...cart, data: { ...cart.data, id: '' } }, 400],
    ['a cart in no currency', { ...cart, data: { ...cart.data, currency: 'rupiah' } }, 400],
    ['too much', { ...click, data: { code: 'x'.repeat(40_000) } }, 413],
  ])('refuses %s', async (_, body, status) => {
    const { client, clicks, carts } = noting();
    expect((await storefront(client, options)(request(body))).status).toBe(status);
    expect([...clicks, ...carts]).toEqual([]);
  });

  it('refuses what another site’s page sends', async () => {
    const { client, clicks } = noting();
    for (const site of ['cross-site', 'same-site', 'none'])
      expect((await storefront(client, options)(request(click, { 'sec-fetch-site': site }))).status).toBe(403);
    expect(clicks).toEqual([]);
  });

  it('says when Laris did not take it, and makes odd figures harmless', async () => {
    const refusal = new ApiError({ status: 403, code: 'PLAN_LIMIT', message: '', details: null, requestId: null });
    expect((await storefront(noting(refusal).client, options)(request(click))).status).toBe(502);
    const { client, carts } = noting();
    const odd = { ...cart.data, value: -1, items: [{ name: 3, quantity: 0, price: 0.5 }, 'x', null] };
    await storefront(client, options)(request({ ...cart, data: odd, url: 'javascript:alert(1)' }));
    expect(carts[0]?.rows).toMatchObject([
      { value: 0, url: null, items: [{ name: '–', quantity: 1, price: 0, productRef: null }] },
    ]);
  });
});
