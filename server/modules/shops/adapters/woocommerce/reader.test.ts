import { describe, expect, it } from 'vitest';
import type { Candidate, Page, Reading } from '@/server/modules/shops/adapters/store';
import customer from '@/server/modules/shops/adapters/woocommerce/fixtures/customer.json';
import order from '@/server/modules/shops/adapters/woocommerce/fixtures/order.json';
import product from '@/server/modules/shops/adapters/woocommerce/fixtures/product.json';
import { wooCommerceStore } from '@/server/modules/shops/adapters/stores';
import {
  CONSUMER_KEY,
  CONSUMER_SECRET,
  configWith,
  NOW,
  rowsLike,
  useWooShop,
} from '@/server/modules/shops/adapters/woocommerce/testing';

const shop = useWooShop();

const idsFrom = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index);

const backfill = (resource: Reading['resource'], since: Date | null = null): Reading => ({
  resource,
  since,
  kind: 'backfill',
  mark: null,
});
const reconcile = (resource: Reading['resource'], since: Date): Reading => ({
  resource,
  since,
  kind: 'reconcile',
  mark: null,
});

/** All of its pages. @param between called after each page */
async function readAll(reading: Reading, opened = shop.opened(), between: (page: number) => void = () => undefined) {
  const pages: Page[] = [];
  let position: string | null = null;
  do {
    // A reader of its own for each page, as after a worker has died.
    const reader = wooCommerceStore.open!(opened, reading);
    const page = await reader.next(position);
    await reader.close();
    pages.push(page);
    position = page.position;
    between(pages.length);
  } while (position !== null && pages.length < 50);
  return pages;
}

const rowsOf = (pages: readonly Page[], resource: Reading['resource']): Candidate[] =>
  pages.flatMap(({ rowSets }) => rowSets.filter((rows) => rows.resource === resource).flatMap(({ rows }) => rows));
const refsOf = (pages: readonly Page[], resource: Reading['resource']): number[] =>
  rowsOf(pages, resource).map(({ ref }) => Number(ref));

describe('reading a shop', () => {
  it('goes through all of its rows by id, a hundred at a time', async () => {
    const ids = idsFrom(1, 250);
    shop.data.rows.products.push(...rowsLike(product, ids));
    const pages = await readAll(backfill('products'));
    expect(refsOf(pages, 'products')).toEqual(ids);
    expect(pages).toHaveLength(3);
    expect(pages.map(({ count: rows }) => rows)).toEqual([100, 99, 51]);
    expect(pages.map(({ total }) => total)).toEqual([250, 250, 250]);
    expect(rowsOf(pages, 'products').every(({ row }) => row.currency === 'USD')).toBe(true);
  });

  it('shows its keys to the shop alone', async () => {
    await readAll(backfill('orders'));
    const [request] = shop.requests;
    const expected = `Basic ${Buffer.from(`${CONSUMER_KEY}:${CONSUMER_SECRET}`).toString('base64')}`;
    expect(request!.headers.authorization).toBe(expected);
    expect(request!.path).not.toContain('consumer');
  });

  it('ends at once where there is nothing, and asks for no currency', async () => {
    const pages = await readAll(backfill('products'));
    expect(pages).toMatchObject([{ count: 0, position: null, total: 0 }]);
    expect(shop.requests).toHaveLength(1);
  });

  it('ends where the number of rows is a multiple of its pages', async () => {
    shop.data.rows.customers.push(...rowsLike(customer, idsFrom(1, 199)));
    const pages = await readAll(backfill('customers'));
    expect(refsOf(pages, 'customers')).toEqual(idsFrom(1, 199));
    expect(pages).toHaveLength(2);
  });

  it('misses nothing that moves to the front because rows are deleted meanwhile', async () => {
    const ids = idsFrom(1, 450);
    const { orders } = shop.data.rows;
    orders.push(...rowsLike(order, ids));
    const gone = new Set([...idsFrom(1, 5), ...idsFrom(95, 120)]);
    const pages = await readAll(backfill('orders'), shop.opened(), (page) => {
      if (page !== 2) return;
      // What is read already, and the last of it: three pages later nothing is where it was.
      const left = orders.filter(({ id }) => !gone.has(id));
      orders.splice(0, orders.length, ...left);
    });
    const reported = new Set(refsOf(pages, 'orders'));
    expect(ids.filter((id) => !reported.has(id) && !gone.has(id))).toEqual([]);
    expect(refsOf(pages, 'orders')).toHaveLength(reported.size);
  });

  it('goes on where a shop keeps rows from us', async () => {
    shop.data.rows.orders.push(...rowsLike(order, idsFrom(1, 350)));
    const hidden = new Set(idsFrom(90, 60));
    shop.before = async (request) => {
      const answer = await shop.standIn.handle(request);
      const rows = (JSON.parse(answer.body) as { id: number }[]).filter(({ id }) => !hidden.has(id));
      return { ...answer, body: JSON.stringify(rows) };
    };
    const pages = await readAll(backfill('orders'));
    expect(refsOf(pages, 'orders')).toEqual(idsFrom(1, 350).filter((id) => !hidden.has(id)));
  });

  it('reads what changed since, and customers all, for they know no such time', async () => {
    const older = { date_modified_gmt: '2026-03-01T00:00:00', date_created_gmt: '2026-03-01T00:00:00' };
    const newer = { ...older, date_modified_gmt: '2026-03-20T12:00:01' };
    for (const [collection, row] of [
      ['products', product],
      ['orders', order],
      ['customers', customer],
    ] as const)
      shop.data.rows[collection].push({ ...row, ...older, id: 1 }, { ...row, ...newer, id: 2 });
    const since = new Date('2026-03-20T12:00:00.750Z');
    expect(refsOf(await readAll(reconcile('products', since)), 'products')).toEqual([2]);
    expect(refsOf(await readAll(reconcile('orders', since)), 'orders')).toEqual([2]);
    expect(refsOf(await readAll(reconcile('customers', since)), 'customers')).toEqual([1, 2]);
    const [request] = shop.requests;
    expect(new URL(request!.path, 'http://x').searchParams.get('modified_after')).toBe('2026-03-20T12:00:00');
  });

  it('leaves out who is no customer', async () => {
    const staff = { ...customer, role: 'administrator', is_paying_customer: false, id: 1 };
    const other = { ...customer, role: 'wholesale', is_paying_customer: true, id: 2 };
    shop.data.rows.customers.push(staff, other, { ...customer, id: 3 });
    const pages = await readAll(backfill('customers'));
    expect(refsOf(pages, 'customers')).toEqual([2, 3]);
    expect(pages).toMatchObject([{ count: 3 }]);
  });

  it('reports orders that wait as checkouts, of history the open ones of the last 30 days', async () => {
    const at = (date: string) => ({ date_created_gmt: date, date_modified_gmt: date });
    shop.data.rows.orders.push(
      { ...order, id: 1, status: 'pending', date_paid_gmt: null, ...at('2026-02-01T00:00:00') },
      { ...order, id: 2, status: 'pending', date_paid_gmt: null, ...at('2026-03-25T00:00:00') },
      { ...order, id: 3, status: 'cancelled', date_paid_gmt: null, ...at('2026-03-25T00:00:00') },
      { ...order, id: 4, ...at('2026-03-25T00:00:00') },
    );
    const orders = await readAll(backfill('orders'));
    expect(refsOf(orders, 'orders')).toEqual([1, 2, 3, 4]);
    expect(refsOf(orders, 'checkouts')).toEqual([2]);

    const since = new Date(NOW.getTime() - 30 * 24 * 60 * 60_000);
    const checkouts = await readAll(backfill('checkouts', since));
    expect(refsOf(checkouts, 'checkouts')).toEqual([2]);
    expect(rowsOf(checkouts, 'orders')).toEqual([]);

    const recent = new Date('2026-03-24T00:00:00Z');
    expect(refsOf(await readAll(reconcile('checkouts', recent)), 'checkouts')).toEqual([2, 3]);
    const alone = shop.opened({ config: configWith({ orders: false }) });
    expect(refsOf(await readAll(reconcile('checkouts', recent), alone), 'checkouts')).toEqual([2, 3, 4]);
  });

  it('prices a product by its variations, two requests at a time', async () => {
    const variable = { ...product, type: 'variable', price: '5.00', variations: [1, 2] };
    shop.data.rows.products.push(...rowsLike(variable, idsFrom(1, 8)), { ...product, id: 9 });
    const offer = { status: 'publish', price: '7.50', stock_status: 'instock' };
    for (const id of idsFrom(1, 8))
      shop.data.offers.set(id, [
        { ...offer, id: 100, price: '5.00', stock_status: 'outofstock' },
        { ...offer, id: 101, price: '9.00' },
        { ...offer, id: 102 },
        { ...offer, id: 103, price: '1.00', status: 'private' },
      ]);
    const pages = await readAll(backfill('products'));
    expect(rowsOf(pages, 'products').map(({ row }) => row.priceCents)).toEqual([...idsFrom(1, 8).map(() => 750), 2199]);
    expect(shop.most).toBe(2);
    expect(shop.requests).toHaveLength(2 + 8);
  });

  it('reads all variations of a product that has more than a page of them', async () => {
    shop.data.rows.products.push({ ...product, id: 1, type: 'variable', variations: [100] });
    const offer = { status: 'publish', price: '7.50', stock_status: 'instock' };
    shop.data.offers.set(1, [...rowsLike(offer, idsFrom(100, 130)), { ...offer, id: 230, price: '2.00' }]);
    expect(rowsOf(await readAll(backfill('products')), 'products')).toMatchObject([{ row: { priceCents: 200 } }]);
  });

  it('prices a product as it says itself where it is deleted meanwhile', async () => {
    shop.data.rows.products.push({ ...product, id: 1, type: 'variable', variations: [100] });
    shop.before = ({ path }) => {
      if (path.includes('/variations')) shop.data.rows.products.length = 0;
      return undefined;
    };
    expect(rowsOf(await readAll(backfill('products')), 'products')).toMatchObject([{ row: { priceCents: 2199 } }]);
  });

  it('counts what it will read', async () => {
    shop.data.rows.orders.push(...rowsLike(order, idsFrom(1, 120)), { ...order, id: 200, status: 'failed' });
    expect(await wooCommerceStore.count!(shop.opened(), backfill('orders'))).toBe(121);
    expect(await wooCommerceStore.count!(shop.opened(), backfill('checkouts', new Date('2026-03-01T00:00:00Z')))).toBe(
      1,
    );
  });

  it('goes on near the end of a hundred thousand rows', async () => {
    const ids = idsFrom(1, 100_000);
    shop.data.rows.customers.push(...rowsLike(customer, ids));
    const reader = wooCommerceStore.open!(shop.opened(), backfill('customers'));
    const started = performance.now();
    let position: string | null = '99000:99001';
    let rows = 0;
    while (position !== null) {
      const page: Page = await reader.next(position);
      rows += page.count;
      position = page.position;
    }
    expect(rows).toBe(999);
    expect((performance.now() - started) / shop.requests.length).toBeLessThan(200);
  });
});

describe('looking rows up', () => {
  it('finds them by their ids, and leaves out who is not there', async () => {
    shop.data.rows.products.push(...rowsLike(product, [1, 2, 3]));
    shop.data.rows.customers.push({ ...customer, id: 7 }, { ...customer, id: 8, role: 'wholesale' });
    const waiting = { ...order, status: 'pending', date_paid_gmt: null };
    shop.data.rows.orders.push({ ...waiting, id: 5 }, { ...order, id: 6 });
    const found = async (resource: Reading['resource'], refs: string[]) =>
      (await wooCommerceStore.lookUp!(shop.opened(), resource, refs)).map(({ resource: of, rows }) => [
        of,
        rows.map(({ ref }) => ref),
      ]);
    expect(await found('products', ['1', '3', '4'])).toEqual([['products', ['3', '1']]]);
    expect(await found('customers', ['7', '8'])).toEqual([['customers', ['8', '7']]]);
    expect(await found('orders', ['5', '6'])).toEqual([
      ['orders', ['6', '5']],
      ['checkouts', ['5']],
    ]);
    expect(await found('checkouts', ['5', '6'])).toEqual([['checkouts', ['6', '5']]]);
  });

  it('asks for nothing where nothing can be there: a list of no ids would be a list of all', async () => {
    shop.data.rows.orders.push({ ...order, id: 5 });
    expect(await wooCommerceStore.lookUp!(shop.opened(), 'orders', ['', 'x', '0', '-1', '5 OR 1'])).toEqual([
      { resource: 'orders', rows: [], refused: [] },
    ]);
    expect(shop.requests).toEqual([]);
  });
});
