/**
 * A stand-in for a Shopify shop: its Admin GraphQL, its token endpoint and its webhooks, as the vendor documents them.
 * For tests, benchmarks and the sandbox.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type DocumentNode, execute, GraphQLError, parse, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import { isRecord } from '@/server/platform/lib/narrow';
import { at, parseJson, textAt } from '@/server/platform/vendors/json';
import type { VendorAnswer } from '@/server/platform/vendors/provider';
import { API_VERSION } from '@/server/modules/shops/adapters/shopify/client';
import {
  Bucket,
  type BucketSize,
  costOf,
  MOST_OF_ONE_QUERY,
} from '@/server/modules/shops/adapters/shopify/stand-in-cost';
import type { ShopifyData, StandInToken } from '@/server/modules/shops/adapters/shopify/stand-in-data';
import { rootOf } from '@/server/modules/shops/adapters/shopify/stand-in-graphql';
import { SCHEMA } from '@/server/modules/shops/adapters/shopify/stand-in-schema';

export interface StandInRequest {
  method: string;
  /** The path without the query. */
  path: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface StandInOptions {
  now: () => Date;
  /** Default: that of the smallest plan. */
  bucket?: BucketSize;
  /** Milliseconds, by which the bucket fills. */
  clock?: () => number;
}

export interface ShopifyStandIn {
  handle(request: StandInRequest): Promise<VendorAnswer>;
}

const GRAPHQL_PATH = `/admin/api/${API_VERSION}/graphql.json`;
const TOKEN_PATH = '/admin/oauth/access_token';
const STANDARD: BucketSize = { maximumAvailable: 2000, restoreRate: 100 };
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_399;
const NINETY_DAYS_SECONDS = 7_776_000;

const json = (status: number, body: unknown): VendorAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

const isSame = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const secondsAfter = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();

export function createShopifyStandIn(data: ShopifyData, options: StandInOptions): ShopifyStandIn {
  const bucket = new Bucket(options.bucket ?? STANDARD, options.clock ?? (() => performance.now()));
  return {
    handle: (request) => {
      if (request.method === 'POST' && request.path === TOKEN_PATH) return grantToken(data, request, options.now());
      if (request.method === 'POST' && request.path === GRAPHQL_PATH)
        return answerQuery(data, request, bucket, options.now());
      return Promise.resolve(json(404, { errors: 'Not Found' }));
    },
  };
}

/** Parsed queries, so that a repeated query is not parsed again. */
const documents = new LRUCache<string, DocumentNode>({ max: 100 });

/** @throws GraphQLError for a text that is no query of the schema */
function documentOf(query: string): DocumentNode {
  const known = documents.get(query);
  if (known !== undefined) return known;
  const document = parse(query);
  const [fault] = validate(SCHEMA, document);
  if (fault !== undefined) throw fault;
  documents.set(query, document);
  return document;
}

async function answerQuery(
  data: ShopifyData,
  { headers, body }: StandInRequest,
  bucket: Bucket,
  now: Date,
): Promise<VendorAnswer> {
  const token = await data.tokenByAccess(headers['x-shopify-access-token'] ?? '');
  if (token === null || (token.expiresAt !== null && token.expiresAt <= now.toISOString()))
    return json(401, { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' });
  const asked = parseJson(body);
  const sent = at(asked, 'variables');
  const variableValues = isRecord(sent) ? sent : {};
  let document: DocumentNode;
  try {
    document = documentOf(textAt(asked, 'query') ?? '');
  } catch (error) {
    if (error instanceof GraphQLError) return json(200, { errors: [error.toJSON()] });
    throw error;
  }

  const cost = costOf(document, variableValues);
  const spent = (actual: number | null): unknown => ({
    cost: { requestedQueryCost: cost, actualQueryCost: actual, throttleStatus: bucket.status() },
  });
  if (cost > MOST_OF_ONE_QUERY) {
    const message = `Query cost is ${cost}, which exceeds the single query max cost limit (${MOST_OF_ONE_QUERY}).`;
    const extensions = { code: 'MAX_COST_EXCEEDED', cost, maxCost: MOST_OF_ONE_QUERY };
    return json(200, { errors: [{ message, extensions }] });
  }
  if (!bucket.take(cost))
    return json(200, {
      errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
      extensions: spent(null),
    });
  const rootValue = rootOf(data, await data.shop(), now);
  const result = await execute({ schema: SCHEMA, document, rootValue, variableValues });
  return json(200, { ...result, extensions: spent(cost) });
}

async function grantToken(data: ShopifyData, { body }: StandInRequest, now: Date): Promise<VendorAnswer> {
  const form = new URLSearchParams(body);
  const { clientId, clientSecret, scopes } = await data.shop();
  if (form.get('client_id') !== clientId || !isSame(form.get('client_secret') ?? '', clientSecret))
    return json(400, { error: 'invalid_client', error_description: 'The client is not known.' });

  const answer = async (token: StandInToken, more: Record<string, unknown>): Promise<VendorAnswer> => {
    await data.putToken(token);
    return json(200, { access_token: token.accessToken, scope: scopes.join(','), ...more });
  };
  const accessToken = `shpat_${randomBytes(16).toString('hex')}`;
  const pair = (): Promise<VendorAnswer> => {
    const refreshToken = `shprt_${randomBytes(16).toString('hex')}`;
    return answer(
      { accessToken, refreshToken, expiresAt: secondsAfter(now, HOUR_SECONDS) },
      {
        expires_in: HOUR_SECONDS,
        refresh_token: refreshToken,
        refresh_token_expires_in: NINETY_DAYS_SECONDS,
      },
    );
  };

  if (form.get('grant_type') === 'client_credentials')
    return await answer(
      { accessToken, refreshToken: null, expiresAt: secondsAfter(now, DAY_SECONDS) },
      { expires_in: DAY_SECONDS },
    );
  if (form.get('grant_type') === 'refresh_token') {
    const before = await data.tokenByRefresh(form.get('refresh_token') ?? '');
    if (before === null)
      return json(400, { error: 'invalid_grant', error_description: 'The refresh token is not known.' });
    // Until the new pair is used Shopify still takes the old refresh token, and here a lapsed token stays for that.
    await data.putToken({ ...before, expiresAt: now.toISOString() });
    return await pair();
  }
  if (await data.takeCode(form.get('code') ?? ''))
    return form.get('expiring') === '1'
      ? await pair()
      : await answer({ accessToken, refreshToken: null, expiresAt: null }, {});
  return json(400, {
    error: 'invalid_request',
    error_description: 'The authorization code was not found or was already used.',
  });
}
