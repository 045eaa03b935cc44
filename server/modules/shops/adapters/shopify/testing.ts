/** A shop for tests: the stand-in behind a local HTTP server, called through the worker's own transport. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { VendorAnswer } from '@/server/platform/vendors/provider';
import type { Config } from '@/server/modules/shops/connections/schema';
import { parseJson } from '@/server/platform/vendors/json';
import {
  createShopifyStandIn,
  type ShopifyStandIn,
  type StandInRequest,
} from '@/server/modules/shops/adapters/shopify/stand-in';
import type { BucketSize } from '@/server/modules/shops/adapters/shopify/stand-in-cost';
import { MemoryShop } from '@/server/modules/shops/adapters/shopify/stand-in-memory';
import type { OpenedShop, Reading } from '@/server/modules/shops/adapters/store';
import { GENEROUS, SHOP } from '@/server/testing/shopify-shop';
import { loopbackTransport } from '@/server/testing/vendor';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A stand-in behind a local HTTP server, for tests and benchmarks: requests travel over the network as they do to
 * Shopify.
 */
interface ServedStandIn {
  /** `http://127.0.0.1:<port>`, to be a shop's `base`. */
  base: string;
  /** All requests so far, oldest first. */
  requests: StandInRequest[];
  /** Answers that replace the stand-in's, each used once, the first one first. */
  instead: VendorAnswer[];
  /** Called before every other request is answered; a returned value replaces the answer. */
  before: (request: StandInRequest) => VendorAnswer | undefined;
  stop(): Promise<void>;
}

async function received(request: IncomingMessage): Promise<StandInRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return {
    method: request.method ?? '',
    path: (request.url ?? '').split('?')[0] ?? '',
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

export async function serveStandIn(standIn: ShopifyStandIn): Promise<ServedStandIn> {
  const requests: StandInRequest[] = [];
  const instead: VendorAnswer[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await received(request);
    requests.push(asked);
    const { status, headers, body } = instead.shift() ?? served.before(asked) ?? (await standIn.handle(asked));
    response.writeHead(status, headers);
    response.end(body);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const served: ServedStandIn = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    instead,
    before: () => undefined,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return served;
}

export const NOW = new Date('2026-11-25T00:00:00.000Z');
export const ACCESS_TOKEN = 'shpat_0123456789abcdef0123456789abcdef';

const ALL: Config['sync'] = { products: true, customers: true, orders: true, checkouts: true, codes: true };

export const configWith = (sync: Partial<Config['sync']> = {}): Config => ({
  sync: { ...ALL, ...sync },
  consent: null,
  abandonAfterMinutes: 60,
  cartConsent: 'accepting',
  redeem: true,
});

/** Reads a file with one of Shopify's documents as sent over the network; its people and shops are invented. */
export const fixture = (name: string): string =>
  readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8');
export const node = (name: string): unknown => parseJson(fixture(name));

export const answered = (status: number, body: unknown, headers: Record<string, string> = {}): VendorAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

export const backfillOf = (resource: Reading['resource'], since: Date | null = null): Reading => ({
  resource,
  since,
  kind: 'backfill',
  mark: null,
});

export class TestShop {
  data = new MemoryShop(SHOP);
  private served: ServedStandIn | undefined;

  get base(): string {
    return this.server.base;
  }

  /** The GraphQL requests so far: document and variables. */
  get asked(): { query: string; variables: Record<string, unknown> }[] {
    return this.server.requests
      .filter(({ path }) => path.endsWith('/graphql.json'))
      .map(({ body }) => parseJson(body) as { query: string; variables: Record<string, unknown> });
  }

  get server(): ServedStandIn {
    if (this.served === undefined) throw new Error('The stand-in does not run.');
    return this.served;
  }

  async start(data: MemoryShop, bucket: BucketSize): Promise<void> {
    this.data = data;
    await data.putToken({ accessToken: ACCESS_TOKEN, refreshToken: null, expiresAt: null });
    this.served = await serveStandIn(createShopifyStandIn(data, { now: () => NOW, bucket }));
  }

  /** Other rows, or another bucket, from now on. */
  async restart(data: MemoryShop, bucket: BucketSize = GENEROUS): Promise<void> {
    await this.stop();
    await this.start(data, bucket);
  }

  async stop(): Promise<void> {
    await this.served?.stop();
    this.served = undefined;
  }

  /** Returns the shop as the worker opens it. */
  opened(more: Partial<OpenedShop> = {}): OpenedShop {
    return {
      integrationId: 'cintegration',
      externalId: SHOP.domain,
      credentials: { shop: SHOP.domain, accessToken: ACCESS_TOKEN, clientSecret: SHOP.clientSecret },
      config: configWith(),
      base: this.base,
      isGuarded: false,
      transport: loopbackTransport,
      app: null,
      workspace: { country: 'ID', currency: 'IDR' },
      now: NOW,
      ...more,
    };
  }
}

/** Starts a shop without rows, a new one for each test of a file. */
export function useShop(): TestShop {
  const shop = new TestShop();
  beforeAll(() => shop.start(new MemoryShop(SHOP), GENEROUS));
  beforeEach(() => shop.restart(new MemoryShop(SHOP)));
  afterAll(() => shop.stop());
  return shop;
}
