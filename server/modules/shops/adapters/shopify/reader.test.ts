/** Pages of a shop over the wire: the stand-in executes what is asked against the vendor's own types. */
import { describe, expect, it } from 'vitest';
import { RESOURCES } from '@/server/modules/shops/connections/vocabulary';
import { MemoryShop } from '@/server/modules/shops/adapters/shopify/stand-in-memory';
import { shopifyStore } from '@/server/modules/shops/adapters/shopify/store';
import { ACCESS_TOKEN, answered, backfillOf, NOW, useShop } from '@/server/modules/shops/adapters/shopify/testing';
import { readWebhook } from '@/server/modules/shops/adapters/shopify/read-webhook';
import { webhooksOf } from '@/server/modules/shops/adapters/shopify/stand-in-webhooks';
import {
  type Candidate,
  type OpenedShop,
  type Page,
  type Reading,
  ShopAnswerError,
  ShopBusyError,
  ShopGoneError,
  ShopRefusedError,
} from '@/server/modules/shops/adapters/store';
import { splitRows } from '@/server/modules/shops/adapters/parsed-rows';
import { checkout, customer, makeShop, order, product, SHOP } from '@/server/testing/shopify-shop';

const shop = useShop();

async function pages(reading: Reading, opened: OpenedShop = shop.opened()): Promise<Page[]> {
  const reader = shopifyStore.open!(opened, reading);
  const read: Page[] = [];
  for (let position: string | null = null; ;) {
    const page = await reader.next(position);
    read.push(page);
    if (page.position === null) return read;
    position = page.position;
  }
}
const rowsIn = (read: readonly Page[]): Candidate[] =>
  read.flatMap(({ rowSets }) => rowSets.flatMap(({ rows }) => rows));
const refsIn = (read: readonly Page[]): string[] => rowsIn(read).map(({ ref }) => ref);
const idOf = (n: number): string => product(n, NOW).id;

describe('pages', () => {
  it.each(RESOURCES)('of %s are 250 rows by id, each row once, and all of them ones that we take', async (resource) => {
    await shop.restart(makeShop({ [resource]: 601 }, NOW));
    const read = await pages(backfillOf(resource));
    expect(read.map(({ count }) => count)).toEqual([250, 250, 101]);
    expect(new Set(refsIn(read)).size).toBe(601);
    for (const { rowSets } of read)
      for (const rows of rowSets) {
        const { parsed: good, refused } = splitRows(rows);
        expect([good.resource, refused]).toEqual([resource, []]);
      }
    // By the last id, which no number of JavaScript holds, and never by a cursor.
    expect(shop.asked.map(({ variables }) => variables.query ?? null)).toEqual(
      (resource === 'checkouts' ? ["created_at:>='2026-10-26T00:00:00.000Z'", 249, 499] : [null, 249, 499]).map(
        (term) => {
          if (typeof term !== 'number') return term;
          const after = `id:>${idOf(term)}`;
          return resource === 'checkouts' ? `${after} AND created_at:>='2026-10-26T00:00:00.000Z'` : after;
        },
      ),
    );
    expect(shop.asked.every(({ variables }) => variables.first === 250 && variables.after === undefined)).toBe(true);
  });

  it('go on at a position in another process, and a repeated page is the same', async () => {
    await shop.restart(makeShop({ customers: 300 }, NOW));
    const first = await shopifyStore.open!(shop.opened(), backfillOf('customers')).next(null);
    const reader = shopifyStore.open!(shop.opened(), backfillOf('customers'));
    const [once, again] = [await reader.next(first.position), await reader.next(first.position)];
    expect(once).toEqual(again);
    expect([once.count, once.position]).toEqual([50, null]);
    await reader.close();
  });

  it('end where there is nothing', async () => {
    expect(await pages(backfillOf('orders'))).toEqual([
      { rowSets: [{ resource: 'orders', rows: [], refused: [] }], count: 0, position: null },
    ]);
  });

  it('leave out test orders, and count them as the shop does', async () => {
    const data = new MemoryShop(SHOP);
    data.put('orders', order(1, NOW));
    data.put('orders', order(2, NOW, { test: true }));
    await shop.restart(data);
    const [page] = await pages(backfillOf('orders'));
    expect([page?.count, refsIn([page!])]).toEqual([2, [idOf(1)]]);
  });

  it('of a backfill are of what was made since, of a reconcile of what has changed since', async () => {
    const data = new MemoryShop(SHOP);
    const day = (n: number): string => new Date(NOW.getTime() - n * 86_400_000).toISOString();
    data.put('orders', order(1, NOW, { createdAt: day(90), updatedAt: day(1) }));
    data.put('orders', order(2, NOW, { createdAt: day(10), updatedAt: day(9) }));
    await shop.restart(data);
    expect(refsIn(await pages(backfillOf('orders', new Date(day(60)))))).toEqual([idOf(2)]);
    const reconcile: Reading = { ...backfillOf('orders', new Date(day(2))), kind: 'reconcile' };
    expect(refsIn(await pages(reconcile))).toEqual([idOf(1)]);
    expect(refsIn(await pages(backfillOf('orders')))).toEqual([idOf(1), idOf(2)]);
  });

  it('of checkouts are of 30 days', async () => {
    const data = new MemoryShop(SHOP);
    data.put('checkouts', checkout(1, NOW, { createdAt: '2026-10-25T23:00:00.000Z' }));
    data.put('checkouts', checkout(2, NOW, { createdAt: '2026-10-26T01:00:00.000Z' }));
    await shop.restart(data);
    expect(refsIn(await pages(backfillOf('checkouts')))).toEqual(['left-2']);
    expect(await shopifyStore.count!(shop.opened(), backfillOf('checkouts'))).toBe(1);
  });

  it('have the price of the cheapest available of all variants, however many there are', async () => {
    const data = new MemoryShop(SHOP);
    const variants = Array.from({ length: 600 }, (_, n) => ({
      id: String(n),
      price: `${900_000 - n}.00`,
      availableForSale: n % 2 === 0,
    }));
    data.put('products', product(1, NOW, { variants }));
    await shop.restart(data);
    const [row] = rowsIn(await pages(backfillOf('products')));
    expect(row?.row).toMatchObject({ priceCents: 900_000 - 598, available: true });
  });

  it('are refused for a position that is none of ours', async () => {
    await expect(shopifyStore.open!(shop.opened(), backfillOf('orders')).next('1 OR id:>0')).rejects.toThrow(
      ShopAnswerError,
    );
  });
});

describe('a page that is too dear', () => {
  const tooDear = (cost: number) =>
    answered(200, {
      errors: [
        {
          message: `Query cost is ${cost}, which exceeds the single query max cost limit (1000).`,
          extensions: { code: 'MAX_COST_EXCEEDED', cost, maxCost: 1000 },
        },
      ],
    });

  it('is asked for smaller by as much as it was too dear, and so are those after it', async () => {
    await shop.restart(makeShop({ orders: 150 }, NOW));
    shop.server.instead.push(tooDear(4000));
    const read = await pages(backfillOf('orders'));
    expect(read.map(({ count }) => count)).toEqual([62, 62, 26]);
    expect(shop.asked.map(({ variables }) => variables.first)).toEqual([250, 62, 62, 62]);
    expect(new Set(refsIn(read)).size).toBe(150);
  });

  it('of one row alone is the shop’s answer', async () => {
    for (let n = 0; n < 10; n++) shop.server.instead.push(tooDear(4000));
    await expect(pages(backfillOf('orders'))).rejects.toThrow('exceeds the single query max cost limit');
    expect(shop.asked.map(({ variables }) => variables.first)).toEqual([250, 62, 15, 3, 1]);
  });
});

describe('the throttle', () => {
  it('is not run into: a page that costs more than is there asks to wait, and is not asked for', async () => {
    await shop.restart(makeShop({ customers: 1000 }, NOW), { maximumAvailable: 150, restoreRate: 50 });
    const reader = shopifyStore.open!(shop.opened(), backfillOf('customers'));
    const first = await reader.next(null);
    const busy: unknown = await reader.next(first.position).catch((error: unknown) => error);
    expect(busy).toBeInstanceOf(ShopBusyError);
    const { afterMs } = busy as ShopBusyError;
    expect(afterMs).toBeGreaterThan(100);
    expect(afterMs).toBeLessThan(5_000);
    expect(shop.asked).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    expect((await reader.next(first.position)).count).toBe(250);
  });

  it('that is run into all the same says how long to wait: what is missing by what comes back', async () => {
    shop.server.instead.push(
      answered(200, {
        errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
        extensions: {
          cost: {
            requestedQueryCost: 752,
            actualQueryCost: null,
            throttleStatus: { maximumAvailable: 1000, currentlyAvailable: 52, restoreRate: 50 },
          },
        },
      }),
    );
    await expect(pages(backfillOf('orders'))).rejects.toMatchObject({ afterMs: 14_000, message: 'Throttled' });
  });

  it('is waited for within a page, for whoever gave up would lose the page', async () => {
    const data = new MemoryShop(SHOP);
    const variants = Array.from({ length: 1000 }, (_, n) => ({ id: String(n), price: '1.00', availableForSale: true }));
    for (let n = 0; n < 3; n++) data.put('products', product(n, NOW, { variants }));
    await shop.restart(data, { maximumAvailable: 200, restoreRate: 200 });
    expect((await pages(backfillOf('products'))).map(({ count }) => count)).toEqual([3]);
  });

  it('of HTTP is waited for as Retry-After says', async () => {
    shop.server.instead.push(answered(429, { errors: 'Too many' }, { 'retry-after': '7.5' }));
    await expect(pages(backfillOf('orders'))).rejects.toMatchObject({ afterMs: 7_500 });
    shop.server.instead.push(answered(429, {}));
    await expect(pages(backfillOf('orders'))).rejects.toBeInstanceOf(ShopBusyError);
  });
});

describe('answers', () => {
  it.each([
    [401, ShopRefusedError],
    [402, ShopRefusedError],
    [403, ShopRefusedError],
    [423, ShopRefusedError],
    [404, ShopGoneError],
    [500, ShopAnswerError],
    [503, ShopAnswerError],
  ])('of HTTP %d are told apart, in the shop’s words', async (status, kind) => {
    shop.server.instead.push(answered(status, { errors: `It says ${status}` }));
    const error: unknown = await pages(backfillOf('orders')).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(kind);
    expect((error as Error).message).toContain(`It says ${status}`);
  });

  it('to a token that Shopify does not take are its refusal', async () => {
    const credentials = { shop: SHOP.domain, accessToken: 'shpat_unknown', clientSecret: SHOP.clientSecret };
    await expect(pages(backfillOf('orders'), shop.opened({ credentials }))).rejects.toThrow(
      new ShopRefusedError('[API] Invalid API key or access token (unrecognized login or wrong password)'),
    );
  });

  it('that repeat a secret do not show it', async () => {
    shop.server.instead.push(answered(403, { errors: `${ACCESS_TOKEN} and ${SHOP.clientSecret}\nare wrong` }));
    await expect(pages(backfillOf('orders'))).rejects.toThrow(new ShopRefusedError('… and … are wrong'));
  });

  it('of a closed shop are a refusal, of anything else an answer, and of no JSON too', async () => {
    const inactive = { message: 'The shop is not active.', extensions: { code: 'SHOP_INACTIVE' } };
    shop.server.instead.push(answered(200, { errors: [inactive] }));
    await expect(pages(backfillOf('orders'))).rejects.toBeInstanceOf(ShopRefusedError);
    const internal = { message: 'Internal error.', extensions: { code: 'INTERNAL_SERVER_ERROR' } };
    shop.server.instead.push(answered(200, { errors: [internal] }));
    await expect(pages(backfillOf('orders'))).rejects.toThrow(new ShopAnswerError('Internal error.'));
    shop.server.instead.push({ status: 200, headers: {}, body: '<html>' });
    await expect(pages(backfillOf('orders'))).rejects.toBeInstanceOf(ShopAnswerError);
  });

  it('that are denied as a whole are no page; in part they are one', async () => {
    const denied = { message: 'Not approved.', extensions: { code: 'ACCESS_DENIED' } };
    shop.server.instead.push(answered(200, { data: null, errors: [{ ...denied, path: ['orders'] }] }));
    await expect(pages(backfillOf('orders'))).rejects.toThrow(new ShopAnswerError('Not approved.'));
    const hidden = {
      shop: { currencyCode: 'IDR' },
      customers: {
        nodes: [{ id: 'gid://shopify/Customer/7', defaultEmailAddress: null, tags: [] }],
        pageInfo: { hasNextPage: false },
      },
    };
    const path = ['customers', 'nodes', 0, 'defaultEmailAddress'];
    shop.server.instead.push(answered(200, { data: hidden, errors: [{ ...denied, path }] }));
    expect(rowsIn(await pages(backfillOf('customers')))).toMatchObject([{ ref: '7', row: { email: null } }]);
  });

  it('come from a guarded transport where a merchant gave the address', async () => {
    const asked: string[] = [];
    const transport = {
      request: () => Promise.reject(new Error('not by this way')),
      guarded: ({ url }: { url: string }) => {
        asked.push(url);
        return Promise.resolve(answered(404, { errors: 'Not Found' }));
      },
    };
    await expect(pages(backfillOf('orders'), shop.opened({ isGuarded: true, transport }))).rejects.toThrow(
      ShopGoneError,
    );
    expect(asked).toEqual([`${shop.base}/admin/api/2026-10/graphql.json`]);
  });
});

describe('how many there are', () => {
  it.each(RESOURCES)('of %s is what the shop says', async (resource) => {
    await shop.restart(makeShop({ [resource]: 40 }, NOW));
    expect(await shopifyStore.count!(shop.opened(), backfillOf(resource))).toBe(40);
  });

  it('is not said where the shop counts no further', async () => {
    shop.server.instead.push(answered(200, { data: { found: { count: 10_000, precision: 'AT_LEAST' } } }));
    expect(await shopifyStore.count!(shop.opened(), backfillOf('orders'))).toBeNull();
  });
});

describe('rows by their refs', () => {
  it.each(['products', 'customers', 'orders'] as const)('are %s that are there, and no others', async (resource) => {
    await shop.restart(makeShop({ [resource]: 5 }, NOW));
    const reported = await shopifyStore.lookUp!(shop.opened(), resource, [idOf(3), idOf(77), 'x', idOf(1)]);
    expect(reported.flatMap(({ rows }) => rows.map(({ ref }) => ref))).toEqual([idOf(3), idOf(1)]);
    const [page] = await pages(backfillOf(resource));
    expect(reported.flatMap(({ rows }) => rows)).toEqual([3, 1].map((n) => rowsIn([page!])[n]));
  });

  it('are asked for in halves where they are too dear together', async () => {
    await shop.restart(makeShop({ orders: 50 }, NOW));
    const refs = Array.from({ length: 50 }, (_, n) => idOf(n));
    const reported = await shopifyStore.lookUp!(shop.opened(), 'orders', refs);
    expect(reported.flatMap(({ rows }) => rows.map(({ ref }) => ref))).toEqual(refs);
    expect(shop.asked.length).toBeGreaterThan(1);
  });

  it('are checkouts by their tokens among the newest', async () => {
    await shop.restart(makeShop({ checkouts: 250 }, NOW));
    const reported = await shopifyStore.lookUp!(shop.opened(), 'checkouts', ['left-3', 'left-220', 'left-999']);
    expect(reported.flatMap(({ rows }) => rows.map(({ ref }) => ref))).toEqual(['left-3', 'left-220']);
    expect(shop.asked).toHaveLength(3);
  });

  it('that cannot be an id are not asked for', async () => {
    expect(await shopifyStore.lookUp!(shop.opened(), 'orders', ['x', ''])).toEqual([]);
    expect(shop.asked).toEqual([]);
  });
});

describe('a webhook of the stand-in', () => {
  const changesAfter = async (change: Parameters<typeof webhooksOf>[0]): Promise<unknown[]> => {
    const changes: unknown[] = [];
    for (const { headers, body } of webhooksOf(change, SHOP, NOW)) {
      const reading = await readWebhook(shop.opened(), { headers, body: Buffer.from(body), receivedAt: NOW });
      expect(reading.kind).toBe('changes');
      if (reading.kind === 'changes') changes.push(...reading.changes);
    }
    return changes;
  };

  it('tells the same row of an order and of a checkout as a page does', async () => {
    const paid = order(1, NOW, { discountCodes: ['HEMAT'], discount: '5000.00', refunded: '20000.00', phone: '+6281' });
    const left = checkout(2, NOW, { phone: '+62812345', completedAt: '2026-11-24T20:00:00.000Z' });
    const data = new MemoryShop(SHOP);
    data.put('orders', paid);
    data.put('checkouts', left);
    await shop.restart(data);
    for (const [resource, row] of [
      ['orders', paid],
      ['checkouts', left],
    ] as const) {
      const [reported] = await changesAfter({ resource, before: row, after: row } as Parameters<typeof webhooksOf>[0]);
      expect(reported).toEqual({
        kind: 'rows',
        resource,
        rows: rowsIn(await pages(backfillOf(resource))),
        refused: [],
      });
    }
  });

  it('says what became of a row, and names it', async () => {
    const before = customer(1, NOW);
    const kinds = (change: Parameters<typeof webhooksOf>[0]) => webhooksOf(change, SHOP, NOW).map(({ topic }) => topic);
    const after = { ...before, emailState: 'UNSUBSCRIBED' as const };
    expect(kinds({ resource: 'customers', before, after })).toEqual([
      'customers/update',
      'customers_email_marketing_consent/update',
    ]);
    const left = { ...before, whatsAppState: 'UNSUBSCRIBED' as const };
    expect(kinds({ resource: 'customers', before, after: left })).toEqual([
      'customers/update',
      'customers_whats_app_marketing_consent/update',
    ]);
    expect(await changesAfter({ resource: 'customers', before, after })).toEqual(
      Array.from({ length: 2 }, () => ({ kind: 'changed', resource: 'customers', ref: before.id })),
    );
    expect(await changesAfter({ resource: 'customers', before, after: null })).toEqual([
      { kind: 'deleted', resource: 'customers', ref: before.id, at: NOW },
    ]);
    const pending = order(1, NOW, { financialStatus: 'PENDING' });
    const paid = order(1, NOW);
    expect(kinds({ resource: 'orders', before: pending, after: paid })).toEqual(['orders/updated', 'orders/paid']);
    const refunded = order(1, NOW, {
      financialStatus: 'REFUNDED',
      refunded: '150000.00',
      cancelledAt: NOW.toISOString(),
    });
    expect(kinds({ resource: 'orders', before: paid, after: refunded })).toEqual([
      'orders/updated',
      'orders/cancelled',
      'refunds/create',
    ]);
    expect(await changesAfter({ resource: 'app' })).toMatchObject([{ kind: 'uninstalled', at: expect.any(Date) }]);
  });
});

it('the stand-in refuses what Shopify’s types do not have', async () => {
  const answer = await shop.opened().transport.request({
    method: 'POST',
    url: `${shop.base}/admin/api/2026-10/graphql.json`,
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': ACCESS_TOKEN },
    body: JSON.stringify({ query: '{ orders(first: 1) { nodes { checkout_token } } }' }),
  });
  expect(answer.body).toContain('Cannot query field');
});
