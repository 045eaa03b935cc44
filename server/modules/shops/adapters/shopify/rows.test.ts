/** Rows as https://shopify.dev/docs/api/admin-graphql/2026-10 and https://shopify.dev/docs/api/webhooks report them. */
import { describe, expect, it } from 'vitest';
import { at, listAt } from '@/server/platform/vendors/json';
import { checkoutOfPayload, checkoutRow, tokenIn } from '@/server/modules/shops/adapters/shopify/checkout-row';
import { customerRow, productRow } from '@/server/modules/shops/adapters/shopify/rows';
import { parseExactly } from '@/server/modules/shops/adapters/shopify/exact-json';
import { orderOfPayload, orderRow } from '@/server/modules/shops/adapters/shopify/order-row';
import { fixture, node } from '@/server/modules/shops/adapters/shopify/testing';
import type { Candidate } from '@/server/modules/shops/adapters/store';
import { splitRows } from '@/server/modules/shops/adapters/parsed-rows';

const DOMAIN = 'toko-linen.myshopify.com';
const payload = (name: string, more: Record<string, unknown> = {}): unknown => ({
  ...(parseExactly(fixture(name)) as object),
  ...more,
});
const changedNode = (name: string, more: Record<string, unknown>): unknown => ({ ...(node(name) as object), ...more });

const order = (more: Record<string, unknown> = {}): Candidate => orderRow(changedNode('order-node', more), DOMAIN)!;
const orderReading = (more: Record<string, unknown> = {}) =>
  orderOfPayload(payload('order-webhook', more), DOMAIN, null);

describe('an order', () => {
  it('is the same row from a page and from a webhook', () => {
    const expected = {
      ref: '820982911946154508',
      row: {
        externalRef: '820982911946154508',
        number: '#9999',
        amount: 39_800,
        currency: 'USD',
        status: 'partially_refunded',
        placedAt: '2026-11-20T09:00:00.000Z',
        checkoutRef: 'f1c8e5a7d3b24c6f9e0a1b2c3d4e5f60',
        customerRef: '115310627314723954',
        email: 'sari@example.com',
        phone: null,
        shipping: 1_000,
        tax: 0,
        discount: 2_000,
        refunded: 9_950,
        discountCodes: ['HEMAT20'],
        items: [
          { productRef: '632910392', name: 'Kemeja Linen - M', quantity: 2, price: 19_900 },
          { productRef: null, name: 'Kartu ucapan', quantity: 1, price: 1_000 },
        ],
        landingUrl: `https://${DOMAIN}/collections/linen?utm_source=ig&ref=AFF-ABC234`,
        updatedAt: '2026-11-21T02:30:15.000Z',
      },
    };
    expect(order()).toEqual(expected);
    expect(orderReading()).toEqual({ kind: 'row', candidate: expected });
    expect(splitRows({ resource: 'orders', rows: [order()], refused: [] }).refused).toEqual([]);
  });

  it.each([
    ['PENDING', 'pending'],
    ['AUTHORIZED', 'pending'],
    ['PARTIALLY_PAID', 'pending'],
    ['EXPIRED', 'pending'],
    ['PAID', 'paid'],
    ['PARTIALLY_REFUNDED', 'partially_refunded'],
    ['REFUNDED', 'refunded'],
    ['VOIDED', 'canceled'],
    [null, 'pending'],
  ])('with the financial status %s is %s, from both', (shops, ours) => {
    expect(order({ displayFinancialStatus: shops }).row.status).toBe(ours);
    expect(at(orderReading({ financial_status: shops?.toLowerCase() ?? null }), 'candidate', 'row', 'status')).toBe(
      ours,
    );
  });

  it('that was cancelled is canceled, whatever was paid', () => {
    expect(order({ cancelledAt: '2026-11-22T00:00:00Z', displayFinancialStatus: 'REFUNDED' }).row.status).toBe(
      'canceled',
    );
    const reported = orderReading({ cancelled_at: '2026-11-22T07:00:00+07:00', financial_status: 'refunded' });
    expect(at(reported, 'candidate', 'row', 'status')).toBe('canceled');
  });

  it('that is a test is none', () => {
    expect(orderRow(changedNode('order-node', { test: true }), DOMAIN)).toBeNull();
    expect(orderReading({ test: true })).toEqual({ kind: 'test' });
  });

  it('with refunds in the buyer’s currency is for the shop to tell', () => {
    const refunds = [{ transactions: [{ kind: 'refund', status: 'success', amount: '90.00', currency: 'EUR' }] }];
    expect(orderReading({ refunds })).toEqual({ kind: 'unclear', ref: '820982911946154508' });
  });

  it('leaves out an e-mail and a phone that we would refuse, and stays', () => {
    for (const row of [
      order({ email: 'not an address', phone: '12' }).row,
      at(orderReading({ email: 'not an address', phone: '12' }), 'candidate', 'row'),
    ])
      expect(row).toMatchObject({ email: null, phone: null, amount: 39_800 });
  });

  it('is refused for an amount that is none, with the field', () => {
    const { refused } = splitRows({ resource: 'orders', rows: [order({ totalPriceSet: null })], refused: [] });
    expect(refused).toEqual([{ ref: '820982911946154508', reason: expect.stringContaining('amount') }]);
  });

  it.each([
    ['totalShippingPriceSet', 'shipping'],
    ['totalTaxSet', 'tax'],
    ['totalRefundedSet', 'refunded'],
  ])('is refused where %s cannot be read, and does not count as without it', (set, field) => {
    const row = order({ [set]: { shopMoney: { amount: '1,5' } } });
    const { refused } = splitRows({ resource: 'orders', rows: [row], refused: [] });
    expect(refused).toEqual([{ ref: row.ref, reason: `${field}: is not a valid number` }]);
  });

  it('has at most 200 items, its first', () => {
    const line = { name: 'x', quantity: 1, product: null, originalUnitPriceSet: { shopMoney: { amount: '1.0' } } };
    const many = order({ lineItems: { nodes: Array.from({ length: 250 }, (_, n) => ({ ...line, quantity: n })) } });
    expect(listAt(many.row, 'items')).toHaveLength(200);
    expect(at(many.row, 'items', 199, 'quantity')).toBe(199);
  });

  it('without a time of its own is of when it was sent', () => {
    const reported = orderOfPayload(payload('order-webhook', { updated_at: null }), DOMAIN, '2026-11-25T00:00:00.000Z');
    expect(at(reported, 'candidate', 'row', 'updatedAt')).toBe('2026-11-25T00:00:00.000Z');
  });

  it('has no landing page where the shop tells none', () => {
    expect(order({ landingPageUrl: null }).row.landingUrl).toBeNull();
    expect(at(orderReading({ landing_site: null }), 'candidate', 'row', 'landingUrl')).toBeNull();
  });
});

describe('a checkout', () => {
  it('is the same row from a page and from a webhook, by its token', () => {
    const expected = {
      ref: 'Z2NwLWFzaWEtc291dGhlYXN0MTowMUo5WlE',
      row: {
        externalRef: 'Z2NwLWFzaWEtc291dGhlYXN0MTowMUo5WlE',
        value: 465_000,
        currency: 'IDR',
        email: 'budi@example.com',
        phone: '+628123456789',
        url: 'https://toko-linen.com/548380009/checkouts/ac/Z2NwLWFzaWEtc291dGhlYXN0MTowMUo5WlE/recover?key=8f14e45f',
        items: [{ productRef: '49148385', name: 'Kemeja Linen', quantity: 3, price: 150_000 }],
        acceptsMarketing: true,
        completedAt: null,
        createdAt: '2026-11-24T07:48:00.000Z',
        updatedAt: '2026-11-24T07:52:30.000Z',
      },
    };
    expect(checkoutRow(node('checkout-node'))).toEqual(expected);
    expect(checkoutOfPayload(payload('checkout-webhook'), null)).toEqual(expected);
    expect(splitRows({ resource: 'checkouts', rows: [expected], refused: [] }).refused).toEqual([]);
  });

  it('of a buyer of whom nothing is known tells no consent', () => {
    expect(checkoutRow(changedNode('checkout-node', { customer: null })).row).toMatchObject({
      email: null,
      phone: null,
      acceptsMarketing: null,
    });
  });

  it('says when it was completed', () => {
    const completed = '2026-11-24T09:00:00.000Z';
    expect(checkoutRow(changedNode('checkout-node', { completedAt: '2026-11-24T09:00:00Z' })).row.completedAt).toBe(
      completed,
    );
    const reported = checkoutOfPayload(
      payload('checkout-webhook', { completed_at: '2026-11-24T16:00:00+07:00' }),
      null,
    );
    expect(reported.row.completedAt).toBe(completed);
  });

  it('has its token in old and new recovery addresses', () => {
    expect(tokenIn('https://a.com/548380009/checkouts/498570f3d50b19c19/recover?key=1')).toBe('498570f3d50b19c19');
    expect(tokenIn('https://a.com/checkouts/cn/Z2Nw%3D/recover')).toBe('Z2Nw%3D');
    expect(tokenIn('https://a.com/cart')).toBeNull();
    expect(tokenIn(null)).toBeNull();
  });
});

describe('a customer', () => {
  it('becomes a contact with what the shop knows of it', () => {
    const row = customerRow(node('customer-node'));
    expect(row).toEqual({
      ref: '115310627314723954',
      row: {
        externalRef: '115310627314723954',
        email: 'sari@example.com',
        phone: '+628123456789',
        firstName: 'Sari',
        lastName: 'Dewi',
        subscriptions: { sms: 'unsubscribed' },
        attributes: {
          shop: {
            ordersCount: 7,
            totalSpent: 1_234_567,
            currency: 'IDR',
            tags: ['vip', 'bandung'],
            city: 'Bandung',
            country: 'Indonesia',
            lastOrderAt: '2026-11-20T09:00:00.000Z',
          },
        },
        updatedAt: '2026-11-21T02:30:15.000Z',
      },
    });
    expect(splitRows({ resource: 'customers', rows: [row], refused: [] }).refused).toEqual([]);
  });

  const consent = (email: string | null, state: string): unknown =>
    customerRow(
      changedNode('customer-node', {
        defaultEmailAddress: email === null ? null : { emailAddress: email, marketingState: state },
        defaultPhoneNumber: null,
      }),
    ).row.subscriptions;

  it.each([
    ['SUBSCRIBED', {}],
    ['PENDING', { email: 'pending' }],
    ['UNSUBSCRIBED', { email: 'unsubscribed' }],
    ['NOT_SUBSCRIBED', { email: 'unsubscribed' }],
    ['INVALID', { email: 'unsubscribed' }],
  ])('whose marketing state is %s has subscriptions %j', (state, subscriptions) => {
    expect(consent('sari@example.com', state)).toEqual(subscriptions);
  });

  it.each([
    ['SUBSCRIBED', {}],
    ['PENDING', { whatsapp: 'pending' }],
    ['UNSUBSCRIBED', { whatsapp: 'unsubscribed' }],
    ['NEVER_SUBSCRIBED', { whatsapp: 'unsubscribed' }],
    ['REDACTED', { whatsapp: 'unsubscribed' }],
  ])('whose consent to WhatsApp is %s has subscriptions %j, whatever that to SMS is', (state, subscriptions) => {
    const phone = (more: object) =>
      customerRow(
        changedNode('customer-node', {
          defaultPhoneNumber: {
            phoneNumber: '+628123456789',
            smsMarketingConsent: { state: 'SUBSCRIBED' },
            whatsAppMarketingConsent: { state },
            ...more,
          },
        }),
      ).row.subscriptions;
    expect(phone({})).toEqual(subscriptions);
    expect(phone({ smsMarketingConsent: { state: 'UNSUBSCRIBED' } })).toEqual({
      ...subscriptions,
      sms: 'unsubscribed',
    });
  });

  it('has no subscription of an address that it has not, or that we would refuse', () => {
    expect(consent(null, 'UNSUBSCRIBED')).toEqual({});
    expect(consent('nobody', 'UNSUBSCRIBED')).toEqual({});
  });

  it('whose people Shopify hides from us is still a row, which tells no identity', () => {
    const hidden = { defaultEmailAddress: null, defaultPhoneNumber: null, defaultAddress: null, lastOrder: null };
    const { row } = customerRow(changedNode('customer-node', hidden));
    expect(row).toMatchObject({ email: null, phone: null, subscriptions: {} });
  });
});

describe('a product', () => {
  const front = { currency: 'IDR', domain: DOMAIN };
  const variants = (more: { price: string; availableForSale: boolean }[]) => more;
  const row = (more: Record<string, unknown> = {}, of = listAt(node('product-node'), 'variants', 'nodes')) =>
    productRow(changedNode('product-node', more), of, front).row;

  it('has the price of its cheapest available variant, and text without HTML', () => {
    const product = row();
    expect(product).toEqual({
      externalRef: '788032119674292922',
      slug: 'kemeja-linen',
      name: 'Kemeja Linen',
      description: 'Linen & katun.\nDicuci dingin',
      priceCents: 150_000,
      currency: 'IDR',
      available: true,
      imageUrl: 'https://cdn.shopify.com/s/files/1/linen.jpg?v=1',
      brand: 'Toko Linen',
      url: 'https://toko-linen.com/products/kemeja-linen',
      updatedAt: '2026-11-21T02:30:15.000Z',
    });
    expect(splitRows({ resource: 'products', rows: [{ ref: '1', row: product }], refused: [] }).refused).toEqual([]);
  });

  it('with nothing to sell has the price of its cheapest variant and is not available', () => {
    const none = variants([
      { price: '120000.00', availableForSale: false },
      { price: '100000.00', availableForSale: false },
    ]);
    expect(row({}, none)).toMatchObject({ priceCents: 100_000, available: false });
  });

  it.each([{ status: 'DRAFT' }, { status: 'ARCHIVED' }, { status: 'UNLISTED' }, { publishedAt: null }])(
    'that is not for everybody to see is not available: %j',
    (more) => {
      expect(row(more)).toMatchObject({ available: false, priceCents: 150_000 });
    },
  );

  it('without a page in the online store is at its handle', () => {
    expect(row({ onlineStoreUrl: null }).url).toBe(`https://${DOMAIN}/products/kemeja-linen`);
  });

  it('is in hundredths where the currency is not the rupiah, even one without decimals', () => {
    const price = variants([{ price: '1999.00', availableForSale: true }]);
    expect(productRow(node('product-node'), price, { currency: 'JPY', domain: DOMAIN }).row.priceCents).toBe(199_900);
  });
});
