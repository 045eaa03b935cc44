/**
 * No single request makes others wait longer than 250 ms: every route of every door, with bodies that are made to be slow
 * and as large as its schema lets in, and the doors themselves with the 10 MiB that the contract takes, signed and not. What is measured cannot be the machine's fault
 * (server/testing/stall.ts); what goes over is tried again, for a collection of garbage may fall into any request.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { bodyLimitOf, MAX_BODY, USUAL_BODY } from '@/server/doors/body-limit';
import { API_PREFIX, procedures, restRoutes } from '@/server/doors/rest-routes';
import {
  LARGEST_BODIES,
  LONG_VALUES,
  MANY_VALUES,
  MANY_VALUES_BYTES,
  nearly,
  REFUSED_BEFORE_SCHEMA,
} from '@/server/testing/bodies';
import { isDeep, sampleOf } from '@/server/testing/lane';
import { useServer } from '@/server/testing/server';
import { signedHeaders } from '@/server/testing/sign';
import { stallMeter, type SlowRequest } from '@/server/testing/stall';

const LIMIT_MS = 250;
const TRIES = 3;
const MINUTES = 60_000;

const server = useServer({ PROVIDERS: 'sandbox', PAYMENT_PROVIDER: 'sandbox' });
let meter: ReturnType<typeof stallMeter>;
beforeAll(() => {
  meter = stallMeter(server.baseUrl);
});
afterAll(async () => void (await meter.close()));

/** What it did to others at best, and that it was answered. */
async function stallOf(request: SlowRequest): Promise<number> {
  let least = Infinity;
  for (let tried = 0; tried < TRIES && least > LIMIT_MS; tried++) {
    const { status, ms } = await meter.measure(request);
    expect(status, `${request.method} ${request.url}`).not.toBe(500);
    least = Math.min(least, ms);
  }
  return least;
}

/** Names of the requests that made others wait, with their milliseconds. */
async function stalls(requests: Iterable<[name: string, request: SlowRequest]>): Promise<string[]> {
  const slow: string[] = [];
  for (const [name, request] of requests) {
    const ms = await stallOf(request);
    if (process.env.STALL_LOG !== undefined && ms > 60)
      console.log(request.method, request.url, name, request.body.length, Math.round(ms));
    if (ms > LIMIT_MS) slow.push(`${name}: ${Math.round(ms)} ms`);
  }
  return slow;
}

const fieldsOf = (schemas: readonly z.ZodType[]): string[] => {
  const names = schemas.flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []));
  return names.length === 0 ? ['a'] : [...new Set(names)];
};
const inputsOf = ({ procedure }: Pick<ReturnType<typeof procedures>[number], 'procedure'>): z.ZodType[] =>
  (procedure._def as unknown as { inputs: z.ZodType[] }).inputs;

/** What is as large as it may be, valid and nearly. */
function largest(name: string): [string, string][] {
  const body = LARGEST_BODIES[name]?.(server.ours.accountId);
  return body === undefined
    ? []
    : [
        ['the largest, nearly valid', JSON.stringify(nearly(body))],
        ['the largest', JSON.stringify(body)],
      ];
}

const json = { 'content-type': 'application/json' };
/** Ten megabytes of it are read and signed at every route, and parsed only where the schema could let them in. */
const deepest = REFUSED_BEFORE_SCHEMA.deep!(['a'], MAX_BODY);

/** Bodies that are slow for the schema. The fast lane makes them no larger than the door lets through, except where all is asked for. */
function* slowFor(schemas: readonly z.ZodType[], limit: number, all: boolean): Generator<[name: string, body: Buffer]> {
  const fields = fieldsOf(schemas);
  const many = all || isDeep ? limit : Math.min(limit, MANY_VALUES_BYTES);
  for (const [name, make] of Object.entries(MANY_VALUES)) yield [name, make(fields, many)];
  for (const [name, make] of Object.entries(LONG_VALUES)) yield [name, make(fields, limit)];
}

/** Kilobytes that are held after everything that is garbage is gone. */
function held(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024;
}
let heldBefore = 0;

describe('memory', () => {
  it('is looked at once everything was loaded', { timeout: MINUTES }, async () => {
    const url = `${API_PREFIX}/contacts/import`;
    const body = JSON.stringify(nearly(LARGEST_BODIES['contacts.import']!(server.ours.accountId)));
    for (const round of [1, 2]) {
      const { status } = await meter.measure({
        method: 'POST',
        url,
        headers: { ...json, ...signedHeaders(server.ours.key, { method: 'POST', url, body }) },
        body,
      });
      expect([round, status]).toEqual([round, 400]);
    }
    heldBefore = held();
  });
});

const routes = restRoutes();
const all = procedures();
/** One that takes more than others is a kind of its own, for those who are let in. */
const ownLimit = (isIn: boolean, limit: number, name: string): string => (isIn && limit > USUAL_BODY ? name : '');

describe.each(['signed', 'unsigned'])('/api/v1, %s', (kind) => {
  const requestTo = (route: (typeof routes)[number], body: string | Buffer): SlowRequest => {
    const url = API_PREFIX + route.path.replace(/\{\w+\}/g, 'c06b6cfa81f3a9d2e4b7c6058');
    const { method } = route;
    const key = route.accessLevel === 'platform' ? server.platform : server.ours.key;
    const signature = kind === 'signed' ? signedHeaders(key, { method, url, body }) : {};
    return { method, url, headers: { ...json, ...signature }, body };
  };

  it.each(
    sampleOf(routes, ({ accessLevel, method, bodyLimit, name }) =>
      [accessLevel, method, ownLimit(kind === 'signed', bodyLimit, name)].join(' '),
    ),
  )('$method $path, whatever its schema says', { timeout: 3 * MINUTES }, async (route) => {
    function* requests(): Generator<[string, SlowRequest]> {
      yield ['10 MiB', requestTo(route, deepest)];
      if (route.type === 'query' || kind === 'unsigned') return;
      for (const [name, make] of Object.entries(REFUSED_BEFORE_SCHEMA))
        yield [name, requestTo(route, make(['a'], route.bodyLimit))];
    }
    expect(await stalls(requests())).toEqual([]);
  });

  if (kind === 'unsigned') return;
  it.each(routes.filter(({ type }) => type !== 'query'))('$method $path', { timeout: 3 * MINUTES }, async (route) => {
    function* requests(): Generator<[string, SlowRequest]> {
      for (const [name, body] of slowFor(inputsOf(route), route.bodyLimit, route.name === 'contacts.import'))
        yield [name, requestTo(route, body)];
      for (const [name, body] of largest(route.name)) yield [name, requestTo(route, body)];
    }
    expect(await stalls(requests())).toEqual([]);
  });
});

describe.each(['signed in', 'not signed in'])('/api/trpc, %s', (kind) => {
  const isIn = kind === 'signed in';
  const requestTo = (name: string, body: string | Buffer): SlowRequest => ({
    method: 'POST',
    url: `/api/trpc/${name}`,
    headers: { ...json, origin: server.baseUrl, ...(isIn ? { cookie: server.ours.cookie } : {}) },
    body,
  });

  const limitOf = ({ procedure }: (typeof all)[number]): number => (isIn ? bodyLimitOf(procedure) : 64 * 1024);

  it.each(
    sampleOf(all, (each) =>
      [each.meta.accessLevel, each.procedure._def.type, ownLimit(isIn, bodyLimitOf(each.procedure), each.name)].join(
        ' ',
      ),
    ),
  )('$name, whatever its schema says', { timeout: 3 * MINUTES }, async (each) => {
    function* requests(): Generator<[string, SlowRequest]> {
      yield ['10 MiB', requestTo(each.name, deepest)];
      for (const [name, make] of Object.entries(REFUSED_BEFORE_SCHEMA))
        yield [name, requestTo(each.name, make(['a'], limitOf(each)))];
    }
    expect(await stalls(requests())).toEqual([]);
  });

  // The door is the same for all; who has no REST route is looked at here with everything.
  it.each(all.filter(({ meta }) => meta.openapi === undefined))('$name', { timeout: 3 * MINUTES }, async (each) => {
    function* requests(): Generator<[string, SlowRequest]> {
      for (const [name, body] of slowFor(inputsOf(each), limitOf(each), each.name === 'feeds.importProducts'))
        yield [name, requestTo(each.name, body)];
      if (isIn) for (const [name, body] of largest(each.name)) yield [name, requestTo(each.name, body)];
    }
    expect(await stalls(requests())).toEqual([]);
  });
});

describe('what is neither', () => {
  const id = 'c06b6cfa81f3a9d2e4b7c6058';
  const callback = 1024 * 1024;
  it.each([
    ['POST', `/api/v1/channels/${id}/callbacks`, callback],
    ['GET', `/api/v1/channels/${id}/callbacks`, MAX_BODY],
    ['GET', '/api/v1/channels/oauth/social_p1/start', MAX_BODY],
    ['GET', '/api/v1/channels/oauth/social_p1/callback?code=x&state=x', MAX_BODY],
    ...['xendit', 'paypal', 'sandbox'].map(
      (provider) => ['POST', `/api/v1/billing/callbacks/${provider}`, callback] as const,
    ),
    ['POST', '/api/v1/abandoned-cart/unsubscribe', 10 * 1024],
    ['PUT', '/api/v1/abandoned-cart/unsubscribe', MAX_BODY],
    ['POST', '/u/x', 10 * 1024],
    ['PUT', '/u/x', MAX_BODY],
    ['POST', '/sandbox-checkout/x', 16 * 1024],
    ['PUT', '/uploads/x/y', MAX_BODY],
    ['GET', '/uploads/x/y', MAX_BODY],
    ['GET', '/api/v1/openapi.json', MAX_BODY],
    ['GET', '/api/v1/audit-log/export', MAX_BODY],
    ['GET', `/api/v1/feeds/shopping/${id}.xml`, MAX_BODY],
    ['GET', `/b/${id}`, MAX_BODY],
    ['GET', '/healthz', MAX_BODY],
    ['GET', '/docs', MAX_BODY],
    ['POST', '/api/v1/nothing', MAX_BODY],
    ['POST', '/api/trpc/nothing', MAX_BODY],
    ['POST', '/api/auth/callback/credentials', MAX_BODY],
  ] as const)('%s %s', { timeout: 3 * MINUTES }, async (method, url, bytes) => {
    function* requests(): Generator<[string, SlowRequest]> {
      for (const [name, make] of Object.entries({ ...REFUSED_BEFORE_SCHEMA, ...MANY_VALUES, ...LONG_VALUES })) {
        if (bytes === MAX_BODY && name !== 'deep' && name !== 'many keys') continue;
        yield [name, { method, url, headers: { ...json, origin: server.baseUrl }, body: make(['id', 'data'], bytes) }];
      }
    }
    expect(await stalls(requests())).toEqual([]);
  });
});

describe('memory after all that', () => {
  it('is within 20 % of what it was', () => {
    expect(held()).toBeLessThan(heldBefore * 1.2);
  });
});
