/**
 * Our questions to Shopify beside its Admin API's own schema (@shopify/dev-mcp 1.16.0 has one of each version), and our
 * signatures beside those of its library (@shopify/shopify-api 13.1.0).
 */
import '@shopify/shopify-api/adapters/node';
import { execFileSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ApiVersion, LogSeverity, shopifyApi } from '@shopify/shopify-api';
import {
  buildClientSchema,
  findBreakingChanges,
  type GraphQLSchema,
  type IntrospectionQuery,
  NoDeprecatedCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_VERSION } from '@/server/modules/shops/adapters/shopify/client';
import { isSignedReturn } from '@/server/modules/shops/adapters/shopify/oauth';
import * as queries from '@/server/modules/shops/adapters/shopify/queries';
import { isSigned } from '@/server/modules/shops/adapters/shopify/read-webhook';
import { SCHEMA } from '@/server/modules/shops/adapters/shopify/stand-in-schema';

const SCHEMAS = {
  name: '@shopify/dev-mcp@1.16.0',
  integrity: 'sha512-tqgRnK7sQhjew+htxtleTH23nXB5fZcsrhWgEkomsorGXvLOB2mh2upwZm8uzuTDNTZnqtLMe64yIwh6s2awtw==',
};

/** Only its schemas are read: as a dependency it would bring 300 packages that nothing here needs. */
function schemaOf(folder: string, version: string): GraphQLSchema {
  const file = path.join('package', 'dist', 'data', `admin_${version}.json.gz`);
  execFileSync('tar', ['-xzf', 'package.tgz', file], { cwd: folder });
  const introspection = JSON.parse(gunzipSync(readFileSync(path.join(folder, file))).toString('utf8')) as {
    data: IntrospectionQuery;
  };
  return buildClientSchema(introspection.data);
}

/** Every document that our adapter sends, by its operation. */
const DOCUMENTS = [
  ...Object.values(queries).filter((each) => typeof each === 'string'),
  ...Object.values(queries.ASKINGS).flatMap(({ page, nodes, count, probe }) =>
    [page, nodes ?? [], count, probe].flat(),
  ),
].map(
  (document) =>
    [
      /(?:products|customers|orders|abandonedCheckouts|Product|Customer|Order)\b/.exec(document)?.[0] ?? '',
      document.split('(')[0] ?? '',
      document,
    ] as const,
);

/** Deprecated, and asked for all the same, for the reason beside it in queries.ts. */
const DEPRECATED = ['Order.landingPageUrl'];

describe('the Admin API’s schema', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'shopify-schema-'));
  let schema: GraphQLSchema;
  let unstable: GraphQLSchema;
  beforeAll(() => {
    const packed = execFileSync('npm', ['pack', SCHEMAS.name, '--silent', '--pack-destination', folder], {
      encoding: 'utf8',
    });
    const bytes = readFileSync(path.join(folder, packed.trim()));
    expect(`sha512-${createHash('sha512').update(bytes).digest('base64')}`).toBe(SCHEMAS.integrity);
    execFileSync('mv', [packed.trim(), 'package.tgz'], { cwd: folder });
    schema = schemaOf(folder, API_VERSION);
    unstable = schemaOf(folder, 'unstable');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(DOCUMENTS)(
    'takes what asks for %s: %s, without anything deprecated, and so does the next version',
    (_, __, text) => {
      const document = parse(text);
      expect(validate(schema, document, specifiedRules)).toEqual([]);
      expect(validate(unstable, document, specifiedRules)).toEqual([]);
      const deprecated = validate(schema, document, [NoDeprecatedCustomRule]).map(({ message }) => message);
      expect(deprecated.filter((message) => !DEPRECATED.some((field) => message.includes(field)))).toEqual([]);
    },
  );

  it('has all that our stand-in plays: its types, fields, arguments and words', () => {
    const played = findBreakingChanges(SCHEMA, schema).map(({ description }) => description);
    expect(played.filter((change) => !change.startsWith('DIRECTIVE_'))).toEqual([
      // What is played of them is the same by either.
      'CurrencyCode changed from a Scalar type to an Enum type.',
      'Media changed from an Object type to an Interface type.',
    ]);
  });
});

describe('Shopify’s library', () => {
  const SECRET = 'shpss_0123456789abcdef0123456789abcdef';
  const SHOP = 'toko-bandung.myshopify.com';
  const library = shopifyApi({
    apiKey: 'client-4711',
    apiSecretKey: SECRET,
    isEmbeddedApp: false,
    // The library asks for nothing here.
    apiVersion: ApiVersion.July26,
    hostName: 'laris.example',
    scopes: ['read_products'],
    logger: { level: LogSeverity.Error },
  });

  it('knows the signature of a webhook as we do', async () => {
    const body = '{"id":820982911946154508,"name":"Kopi & Teh"}';
    const signature = createHmac('sha256', SECRET).update(body).digest('base64');
    const takes = async (rawBody: string) => {
      const headers = {
        'x-shopify-hmac-sha256': signature,
        'x-shopify-topic': 'orders/create',
        'x-shopify-api-version': API_VERSION,
        'x-shopify-shop-domain': SHOP,
        'x-shopify-webhook-id': 'b1',
      };
      const theirs = await library.webhooks.validate({ rawBody, rawRequest: { headers, url: '/', method: 'POST' } });
      return [theirs.valid, isSigned(Buffer.from(rawBody), signature, SECRET)];
    };
    expect(await takes(body)).toEqual([true, true]);
    expect(await takes(`${body} `)).toEqual([false, false]);
  });

  it('takes a way back that we take, and no other', async () => {
    const query = {
      code: '0907a61c0c8d55e99db179b68161bc00',
      host: 'YWRtaW4',
      shop: SHOP,
      state: 'a.b-c',
      timestamp: String(Math.floor(Date.now() / 1000)),
    };
    const sorted = new URLSearchParams(query);
    sorted.sort();
    const hmac = createHmac('sha256', SECRET).update(sorted.toString()).digest('hex');
    for (const [more, taken] of [
      [{}, true],
      [{ code: 'another' }, false],
    ] as const) {
      const sent = { ...query, ...more, hmac };
      const theirs = await library.utils.validateHmac(sent).catch(() => false);
      expect([theirs, isSignedReturn(new URLSearchParams(sent), SECRET)]).toEqual([taken, taken]);
    }
  });
});
