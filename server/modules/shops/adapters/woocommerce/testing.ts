/** A shop for tests: the stand-in behind a local HTTP server, called through the worker's own transport. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { VendorAnswer } from '@/server/platform/vendors/provider';
import type { Config } from '@/server/modules/shops/connections/schema';
import type { OpenedShop } from '@/server/modules/shops/adapters/store';
import { MemoryWooData } from '@/server/modules/shops/adapters/woocommerce/memory-woo-data';
import {
  createWooStandIn,
  type WooRequest,
  type WooStandIn,
} from '@/server/modules/shops/adapters/woocommerce/stand-in';
import type { WooRow } from '@/server/modules/shops/adapters/woocommerce/woo-data';
import { loopbackTransport } from '@/server/testing/vendor';

export const CONSUMER_KEY = 'ck_0123456789abcdef0123456789abcdef01234567';
export const CONSUMER_SECRET = 'cs_89abcdef0123456789abcdef0123456789abcdef';
export const NOW = new Date('2026-04-01T00:00:00.000Z');

const ALL: Config['sync'] = { products: true, customers: true, orders: true, checkouts: true, codes: true };

export const configWith = (sync: Partial<Config['sync']> = {}): Config => ({
  sync: { ...ALL, ...sync },
  consent: 'subscribed',
  abandonAfterMinutes: 60,
  cartConsent: 'accepting',
  redeem: true,
});

export class WooShop {
  data = new MemoryWooData({ name: 'Toko Bandung', currency: 'USD', address: 'https://toko.example.com/' });
  standIn: WooStandIn = createWooStandIn(this.data, () => NOW);
  /** Every request since the test began, oldest first. */
  requests: WooRequest[] = [];
  /** Most requests that were under way at once. */
  most = 0;
  /** Called before each request is answered; a returned value replaces the answer. */
  before: (request: WooRequest) => VendorAnswer | undefined | Promise<VendorAnswer | undefined> = () => undefined;
  private underWay = 0;
  private server: Server | undefined;

  get base(): string {
    return `http://127.0.0.1:${(this.server?.address() as AddressInfo).port}`;
  }

  reset(): void {
    this.data = new MemoryWooData({ name: 'Toko Bandung', currency: 'USD', address: 'https://toko.example.com/' });
    this.data.keys.set(CONSUMER_KEY, { secret: CONSUMER_SECRET, permissions: 'read_write' });
    this.standIn = createWooStandIn(this.data, () => NOW);
    this.requests = [];
    this.most = 0;
    this.before = () => undefined;
  }

  /** Returns the shop as the worker opens it. */
  opened(more: Partial<OpenedShop> = {}): OpenedShop {
    return {
      integrationId: 'cintegration',
      externalId: 'toko.example.com',
      credentials: {
        storeUrl: 'https://toko.example.com',
        consumerKey: CONSUMER_KEY,
        consumerSecret: CONSUMER_SECRET,
        webhookSecret: 'whsec_test_0123456789',
      },
      config: configWith(),
      base: this.base,
      isGuarded: false,
      transport: loopbackTransport,
      app: null,
      now: NOW,
      workspace: { country: 'ID', currency: 'IDR' },
      ...more,
    };
  }

  /** The requested paths, without their common beginning, e.g. `orders?offset=0`. */
  get asked(): string[] {
    return this.requests.map(({ method, path }) => `${method} ${path.replace('/wp-json/wc/v3/', '')}`);
  }

  async start(): Promise<void> {
    this.server = createServer((request, response) => void this.handle(request, response));
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  private async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    const request: WooRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    this.requests.push(request);
    this.most = Math.max(this.most, ++this.underWay);
    // Long enough that requests which may be under way at once are.
    await new Promise((resolve) => setTimeout(resolve, 2));
    const answer = (await this.before(request)) ?? (await this.standIn.handle(request));
    this.underWay--;
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  }
}

/** Starts a shop for the tests of a file, empty before each test. */
export function useWooShop(): WooShop {
  const shop = new WooShop();
  beforeAll(() => shop.start());
  beforeEach(() => shop.reset());
  afterAll(() => shop.stop());
  return shop;
}

/** Makes rows from one template, with these ids. */
export const rowsLike = (row: object, ids: readonly number[]): WooRow[] => ids.map((id) => ({ ...row, id }));
