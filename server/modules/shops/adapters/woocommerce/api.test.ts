import { describe, expect, it } from 'vitest';
import type { Transport } from '@/server/platform/vendors/provider';
import {
  type Reader,
  ShopAnswerError,
  ShopBusyError,
  ShopGoneError,
  ShopRefusedError,
} from '@/server/modules/shops/adapters/store';
import { twoAtATime } from '@/server/modules/shops/adapters/woocommerce/api';
import { wooCommerceStore } from '@/server/modules/shops/adapters/stores';
import { CONSUMER_SECRET, useWooShop } from '@/server/modules/shops/adapters/woocommerce/testing';
import { loopbackTransport, noTransport } from '@/server/testing/vendor';

const shop = useWooShop();

const reader = (opened = shop.opened()): Reader =>
  wooCommerceStore.open!(opened, { resource: 'orders', since: null, kind: 'backfill', mark: null });

const answering = (status: number, body: string, headers: Record<string, string> = {}): void => {
  shop.before = () => ({ status, body, headers: { 'content-type': 'application/json', ...headers } });
};
const failure = (): Promise<unknown> =>
  reader()
    .next(null)
    .then(
      () => undefined,
      (error: unknown) => error,
    );

describe('what a shop answers', () => {
  it('asks to wait, and says for how long', async () => {
    answering(429, '{"message":"Too many requests"}', { 'retry-after': '17' });
    expect(await failure()).toMatchObject({ message: 'Too many requests', afterMs: 17_000 });
    answering(503, '<h1>Briefly unavailable for scheduled maintenance.</h1>');
    const error = await failure();
    expect(error).toBeInstanceOf(ShopBusyError);
    expect(error).toMatchObject({ afterMs: 30_000 });
  });

  it('refuses keys that it does not know', async () => {
    shop.data.keys.clear();
    const error = await failure();
    expect(error).toBeInstanceOf(ShopRefusedError);
    expect(error).toMatchObject({ message: 'Consumer key is invalid.' });
    answering(403, '{"code":"woocommerce_rest_cannot_view","message":"Sorry, you cannot list resources."}');
    expect(await failure()).toBeInstanceOf(ShopRefusedError);
  });

  it('is gone where there is no WooCommerce at its address', async () => {
    answering(404, '{"code":"rest_no_route","message":"No route was found"}');
    expect(await failure()).toBeInstanceOf(ShopGoneError);
    answering(404, '<html><body>Not found</body></html>');
    expect(await failure()).toBeInstanceOf(ShopGoneError);
  });

  it('is told in its own words, without markup and without our keys', async () => {
    const basic = Buffer.from(CONSUMER_SECRET).toString('base64');
    const message = `<p>There has been a <b>critical</b> error: ${CONSUMER_SECRET} ${basic}</p>`;
    answering(500, JSON.stringify({ code: 'internal_server_error', message }));
    const error = await failure();
    expect(error).toBeInstanceOf(ShopAnswerError);
    expect((error as Error).message).toBe('There has been a critical error: … …');
    answering(502, '<html></html>');
    expect(await failure()).toMatchObject({ message: 'HTTP 502' });
  });

  it('is an error where it is no list', async () => {
    answering(200, '<br /><b>Warning</b>: Undefined variable in functions.php\n[]');
    expect(await failure()).toMatchObject({ message: 'The shop did not answer with JSON.' });
    answering(200, '{}');
    expect(await failure()).toMatchObject({ message: 'The shop did not answer with a list.' });
  });

  it('is read past a byte order mark, and to the end where it does not count', async () => {
    answering(200, '\uFEFF[]');
    expect(await reader().next(null)).toMatchObject({ count: 0, position: null });
  });
});

describe('a merchant’s address', () => {
  it('is asked through the guard', async () => {
    const guardOnly: Transport = { ...noTransport, guarded: (...request) => loopbackTransport.guarded(...request) };
    const page = await reader(shop.opened({ isGuarded: true, transport: guardOnly })).next(null);
    expect(page.count).toBe(0);
    await expect(reader(shop.opened({ isGuarded: false, transport: guardOnly })).next(null)).rejects.toThrow('asked');
  });
});

describe('two at a time', () => {
  it('keeps the order, and stops where one fails', async () => {
    expect(
      await twoAtATime([3, 1, 2], (ms) => new Promise((resolve) => setTimeout(() => resolve(ms * 2), ms))),
    ).toEqual([6, 2, 4]);
    await expect(
      twoAtATime([1, 2, 3], (n) => (n === 2 ? Promise.reject(new Error('no')) : Promise.resolve(n))),
    ).rejects.toThrow('no');
  });
});
