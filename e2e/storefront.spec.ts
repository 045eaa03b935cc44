/** A shop with its own code: laris.js in its pages, the SDK on its server, from a friend's link to an order. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { callApi } from './support/api';
import { demo, expect, test, unique } from './support/test';

const FOLDER = path.resolve('.test', `sdk-e2e-${process.pid}`);

/** What of the built package this shop uses. */
interface Sdk {
  Laris: new (options: { baseUrl: string; keyId: string; secret: string }) => object;
  storefront: (laris: object, options: object) => (request: Request) => Promise<Response>;
}

let shop: http.Server;
let shopUrl: string;
/** Who is signed in to the shop. */
let customer: string | null = null;

test.beforeAll(async ({ baseURL }) => {
  if (baseURL === undefined) throw new Error('The run has no address.');
  await promisify(execFile)(process.execPath, ['--import', 'tsx', 'sdk/build.ts', FOLDER]);
  const { Laris, storefront } = (await import(pathToFileURL(path.join(FOLDER, 'index.js')).href)) as Sdk;
  const { keyId, secret } = demo();
  const take = storefront(new Laris({ baseUrl: baseURL, keyId, secret }), {
    source: 'e2e-shop',
    customerOf: () => (customer === null ? null : { email: customer, acceptsMarketing: true }),
  });
  const pageOf = () =>
    `<!doctype html><html lang="id"><title>Toko</title><script>window.laris = { q: [['product', { id: 'kopi-1' }]] }</script>` +
    `<script src="${baseURL}/laris.js" data-endpoint="/laris" defer></script><h1>Toko</h1><input data-laris-discount aria-label="Kode">`;
  shop = http.createServer((request, response) => {
    if (request.url !== '/laris') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf());
      return;
    }
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const headers = new Headers(request.headers as Record<string, string>);
      const asked = new Request('http://shop.example/laris', { method: 'POST', headers, body: Buffer.concat(pieces) });
      void take(asked).then(({ status }) => response.writeHead(status).end());
    });
  });
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  shop.closeAllConnections();
  shop.close();
  rmSync(FOLDER, { recursive: true, force: true });
});

test('laris.js keeps who brought a visitor and tells the shop’s server, which tells Laris', async ({
  page,
  baseURL,
}) => {
  const api = <Data>(method: 'GET' | 'POST', address: string, body?: object) =>
    callApi<Data>(baseURL, method, `/api/v1${address}`, body);
  const issued = await api<{ link: { id: string; code: string } }>('POST', '/referrals/links/issue', {
    customerId: unique('sari'),
  });
  const { id, code } = issued.data.link;
  const clicks = async () => (await api<{ clicks: number }>('GET', `/referrals/links/${id}`)).data;
  const received: string[] = [];
  page.on('request', (request) => {
    if (request.url() === `${shopUrl}/laris`) received.push((request.postDataJSON() as { type: string }).type);
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));

  await page.goto(`${shopUrl}/r/${code}?discount=ngopi10`);
  await expect(page.getByRole('textbox', { name: 'Kode' })).toHaveValue('NGOPI10');
  await expect.poll(clicks).toMatchObject({ clicks: 1 });
  // A page later it is still known, and no second click.
  await page.goto(`${shopUrl}/produk`);
  const known = () => page.evaluate('[laris.referral(), laris.discount(), laris.affiliate()]');
  expect(await known()).toEqual([code, 'NGOPI10', null]);
  await page.goto(`${shopUrl}/r/${code}`);
  await expect.poll(() => received.filter((type) => type === 'product_viewed').length).toBe(3);
  expect(received.filter((type) => type === 'referral_click')).toHaveLength(1);
  expect(await clicks()).toMatchObject({ clicks: 1 });

  await page.goto(`${shopUrl}/?ref=AFFILIATE1&click=cclick1`);
  expect(await known()).toEqual([code, 'NGOPI10', { code: 'AFFILIATE1', clickId: 'cclick1' }]);

  // A cart has an address only from the shop's own session.
  customer = `${unique('budi')}@example.com`;
  const cart = {
    id: unique('cart'),
    value: 250_000,
    currency: 'IDR',
    items: [{ name: 'Kopi', quantity: 2, price: 125_000 }],
  };
  await page.evaluate(
    (given) => (globalThis as unknown as { laris: { cart(c: object): unknown } }).laris.cart(given),
    cart,
  );
  await expect
    .poll(async () => JSON.stringify((await api('GET', `/integrations/checkouts?limit=20`)).data))
    .toContain(customer);

  await page.evaluate('laris.forget()');
  expect(await known()).toEqual([null, null, null]);
  expect(errors).toEqual([]);
});
