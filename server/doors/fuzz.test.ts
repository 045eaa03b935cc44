/**
 * Random requests of near-valid shapes to every route: whatever they are, the answer is in the envelope, says nothing
 * of the inside, and is no fault of ours. New routes come in by themselves, from the OpenAPI document.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX, restRoutes, type Route } from '@/server/doors/rest-routes';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { expectData, expectEnvelope, snapshotOf } from '@/server/testing/http';
import { times } from '@/server/testing/lane';
import { rawHttp, rawText } from '@/server/testing/raw-http';
import { dereferenced, merged, operationAt, type Json } from '@/server/testing/json-schema';
import { useServer, type Answer } from '@/server/testing/server';
import { signedHeaders } from '@/server/testing/sign';

const server = useServer();

/** How many requests each route gets. */
const RUNS = times(40, 150);

/** Lone surrogates have no percent-encoding. */
const wellFormed = (value: string): string => Buffer.from(value, 'utf8').toString('utf8');

let ids: string[] = [];
let document: Json;
let before: Record<string, unknown>;
beforeAll(async () => {
  const { database } = server.services;
  for (const { accountId } of [server.ours, server.theirs])
    ids.push(
      (await makeDiscountCode(database, accountId)).id,
      await makeMarketingCampaign(database, accountId),
      accountId,
    );
  ids = [...ids, server.theirs.key.id, 'cunknown', ''];
  document = JSON.parse((await server.fetch('GET', '/api/v1/openapi.json')).text) as Json;
  before = await snapshotOf(server, server.theirs.accountId);
});

const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfffx',
  '🎉',
  'É',
  'ﬀ',
  '\u202e',
  'x'.repeat(3_000),
  '%',
  '%00',
  "'; DROP TABLE x; --",
  '{}',
  'null',
  '__proto__',
  '2026-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59.999-14:00',
  '-infinity',
  '1e400',
  '9007199254740993',
  '-1',
  '0x10',
];
const NUMBERS = [0, -0, -1, 1, 0.5, 100, 101, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, -(2 ** 63), 1e308, 5e-324];
const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary', maxLength: 60 }));
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom<unknown>(...NUMBERS, null, true, false, [], {}, [[]], [null], { length: -1 }, { toString: 1 }),
  fc.jsonValue({ maxDepth: 4 }),
);
const known = fc.nat().map((n) => ids[n % ids.length] ?? '');

/** A value that a schema allows, and now and then one that it does not. */
function near(schema: Json, name = ''): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: allowed(schema, name) }, { weight: 1, arbitrary: hostile });
}

function allowed(schema: Json, name: string): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === 'string' || schema.allOf !== undefined) return allowed(merged(schema, document), name);
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type: unknown) => allowed({ ...schema, type }, name)));
  const options = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (options !== undefined) return fc.oneof(...options.map((option) => allowed(option, name)));
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...(schema.enum as unknown[]));
  if ('const' in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case 'object': {
      const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
      return fc.record(Object.fromEntries(properties.map(([key, inner]) => [key, near(inner, key)])), {
        requiredKeys: (schema.required ?? []) as string[],
      });
    }
    case 'array':
      return fc.array(near((schema.items ?? {}) as Json, name), { maxLength: 4 });
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom(...NUMBERS));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      if (schema.format === 'date-time')
        return fc.oneof(
          fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
          text,
        );
      if (/Id$|^id$/.test(name)) return fc.oneof(known, text);
      return fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), fc.constantFrom('IDR', 'usd', 'percent'), text);
    default:
      return hostile;
  }
}

const operation = (route: Route) => operationAt(document, API_PREFIX + route.path, route.method);
const pathOf = (route: Route, segments: string[]): string => {
  let next = 0;
  return (
    API_PREFIX + route.path.replace(/\{\w+\}/g, () => encodeURIComponent(wellFormed(segments[next++] ?? '')) || 'x')
  );
};

/**
 * The one 500 of the contract: an externalRef that another checkout session has
 * (docs/contract/discount-codes.md#redeem).
 */
const isDocumentedFault = (route: Route, body: unknown, answer: Answer): boolean => {
  const sent = body as { externalSource?: unknown; externalRef?: unknown } | null;
  return (
    route.name === 'discountCodes.redeem' &&
    answer.status === 500 &&
    answer.body.error?.code === 'INTERNAL' &&
    typeof sent?.externalSource === 'string' &&
    typeof sent.externalRef === 'string'
  );
};

function expectCivil(answer: Pick<Answer, 'status' | 'headers' | 'text'>, sent: unknown): void {
  expect(answer.status, `${JSON.stringify(sent)} → ${answer.text.slice(0, 300)}`).toBeLessThan(500);
  if (answer.status !== 304) expectEnvelope(answer);
}

const routes = restRoutes();

describe('random bodies', () => {
  it.each(routes.filter((route) => route.type === 'mutation' && route.method !== 'DELETE'))(
    'do no harm to $method $path',
    async (route) => {
      const content = (operation(route).requestBody as { content: Record<string, { schema: Json }> } | undefined)
        ?.content['application/json'];
      const body = fc.oneof(
        { weight: 15, arbitrary: allowed(content?.schema ?? { type: 'object' }, '') },
        { weight: 1, arbitrary: hostile },
      );
      const segments = fc.array(fc.oneof({ weight: 3, arbitrary: known }, { weight: 1, arbitrary: text }), {
        minLength: route.parameters.length,
        maxLength: route.parameters.length,
      });
      await fc.assert(
        fc.asyncProperty(segments, body, async (path, sent) => {
          const answer = await server.call(server.ours.key, route.method, pathOf(route, path), {
            body: JSON.stringify(sent),
          });
          if (!isDocumentedFault(route, sent, answer)) expectCivil(answer, { path, sent });
        }),
        { numRuns: RUNS },
      );
    },
  );
});

describe('random queries and ids', () => {
  it.each(routes.filter((route) => route.type === 'query' || route.method === 'DELETE'))(
    'do no harm to $method $path',
    async (route) => {
      const names = operation(route)
        .parameters.map((each) => dereferenced(each, document))
        .filter((parameter) => parameter.in === 'query')
        .map((parameter) => parameter.name as string);
      const value = fc.oneof(
        text,
        fc.constantFrom('1', 'true', '5', 'IDR', 'newest', 'most_redeemed', 'code'),
        fc.json({ maxDepth: 1 }).map((json) => Buffer.from(json).toString('base64url')),
      );
      const pairs = fc.array(fc.tuple(fc.constantFrom(...names, 'other', '__proto__', 'a[b]'), value), {
        maxLength: 5,
      });
      const segments = fc.array(fc.oneof(known, text), {
        minLength: route.parameters.length,
        maxLength: route.parameters.length,
      });
      await fc.assert(
        fc.asyncProperty(segments, pairs, async (path, query) => {
          const search = query
            .map(([name, each]) => `${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(each))}`)
            .join('&');
          const url = pathOf(route, path) + (search === '' ? '' : `?${search}`);
          // fetch tidies paths such as /.. away, which a client on the wire does not.
          const answer = await rawHttp(
            server.baseUrl,
            rawText(route.method, url, signedHeaders(server.ours.key, { method: route.method, url })),
          );
          if (answer.status !== 0) expectCivil({ ...answer, headers: new Headers(answer.headers) }, url);
        }),
        { numRuns: RUNS },
      );
    },
  );

  it('do no harm when they are no query at all', async () => {
    const raw = fc.string({ unit: fc.constantFrom(...Array.from('%&=?+[]{}.;:/\\|"\'`~^-_aZ09éÿ')), maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(raw, async (query) => {
        const answer = await rawHttp(
          server.baseUrl,
          Buffer.from(
            rawText(
              'GET',
              `/api/v1/discount-codes?${query}`,
              signedHeaders(server.ours.key, { method: 'GET', url: '/api/v1/discount-codes' }),
            ),
            'latin1',
          ),
        );
        if (answer.status !== 0) expectCivil({ ...answer, headers: new Headers(answer.headers) }, query);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('random paths and headers', () => {
  it('do no harm', async () => {
    const path = fc.string({ unit: fc.constantFrom(...Array.from('/%.:*;abAB09-_~é')), maxLength: 40 });
    const header = fc.string({
      unit: fc.constantFrom(...Array.from(' !"#$%&\'()*+,-./:;<=>?@[]^_`{|}~aZ09=,éÿ\t')),
      maxLength: 80,
    });
    await fc.assert(
      fc.asyncProperty(
        path,
        fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'),
        header,
        header,
        async (tail, method, authorization, other) => {
          const headers = {
            authorization: `Svc-HMAC-SHA256 ${authorization}`,
            cookie: other,
            'x-svc-timestamp': authorization,
            'idempotency-key': other,
            'x-svc-on-behalf-of': other,
            'if-none-match': other,
            'accept-encoding': other,
            origin: other,
            'x-request-id': other,
            'content-type': other,
          };
          const answer = await rawHttp(
            server.baseUrl,
            Buffer.from(rawText(method, `/api/v1/${tail}`, headers), 'latin1'),
          );
          expect(answer.status, `${method} ${tail} ${JSON.stringify(headers)}`).toBeLessThan(500);
          if (answer.status >= 400 && method !== 'HEAD')
            expectEnvelope({ ...answer, headers: new Headers(answer.headers) });
        },
      ),
      { numRuns: times(100, 400) },
    );
  });
});

it('all of it left the neighbour as it was, and the server alive', async () => {
  expect(await snapshotOf(server, server.theirs.accountId)).toEqual(before);
  expectData(await server.call(server.ours.key, 'GET', '/api/v1/whoami'));
});
