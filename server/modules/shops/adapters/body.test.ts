/** Large bodies of every shop are read with turns for others: as many as the body has portions, on a busy machine too. */
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { PORTION } from '@/server/platform/lib/json-in-portions';
import { parseBody } from '@/server/modules/shops/adapters/body';
import { parseExactly } from '@/server/modules/shops/adapters/shopify/exact-json';
import { configWith } from '@/server/modules/shops/adapters/woocommerce/testing';
import { STORES } from '@/server/modules/shops/adapters/stores';

const RECEIVED_AT = new Date('2026-04-01T10:00:00Z');
const SECRET = 'hush';
const LINES = Array.from(
  { length: 20_000 },
  (_, at) => `{"id":9007199254740993${at},"name":"Kopi, [\\"Gayo\\"] ${'x'.repeat(150)}"}`,
);
const BODY = Buffer.from(`{"id":1,"rows":[${LINES.join()}],"line_items":[{"id":2}]}`);

/** How often others had their turn while it was worked at. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const others = (): void => {
    turns++;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  await work();
  isDone = true;
  return turns;
}

const base64 = createHmac('sha256', SECRET).update(BODY).digest('base64');
const seconds = RECEIVED_AT.getTime() / 1000;
const hex = createHmac('sha256', SECRET).update(`${seconds}.`).update(BODY).digest('hex');

it.each([
  [
    'storefront_p1' as const,
    {
      'x-shopify-hmac-sha256': base64,
      'x-shopify-shop-domain': 'toko.example',
      'x-shopify-topic': 'products/update',
      'x-shopify-webhook-id': '1',
    },
    'changes',
  ],
  ['storefront_p2' as const, { 'x-wc-webhook-signature': base64, 'x-wc-webhook-topic': 'product.updated' }, 'changes'],
  ['http_generic' as const, { 'svc-signature': `t=${seconds},v1=${hex}` }, 'malformed'],
])('%s lets others have their turns', async (provider, headers, kind) => {
  const shop = {
    externalId: 'toko.example',
    credentials: { clientSecret: SECRET, webhookSecret: SECRET, secret: SECRET },
    app: null,
    config: configWith(),
  };
  let reported: unknown;
  const turns = await turnsDuring(async () => {
    reported = (await STORES[provider].readWebhook!(shop, { headers, body: BODY, receivedAt: RECEIVED_AT })).kind;
  });
  expect(reported).toBe(kind);
  expect(turns).toBeGreaterThanOrEqual(Math.floor(BODY.length / PORTION));
});

it('reads in portions what it would read at once, with the parser of the shop', async () => {
  expect(await parseBody(BODY, parseExactly)).toEqual(parseExactly(BODY.toString()));
  expect(await parseBody(BODY)).toEqual(JSON.parse(BODY.toString()));
  expect(await parseBody(Buffer.concat([Buffer.from('\ufeff'), BODY]))).toEqual(JSON.parse(BODY.toString()));
});

it('takes what is no JSON, or would hold everybody up, for unreadable', async () => {
  const large = ' '.repeat(PORTION);
  for (const json of [`{"rows":[1,]}${large}`, `${'['.repeat(100)}${']'.repeat(100)}${large}`, '{', '"\xff"'])
    expect(await parseBody(Buffer.from(json, 'latin1'))).toBeUndefined();
});
