/**
 * Addresses that a merchant types and the service calls: each door refuses what leads into a private network
 * (server/platform/lib/url-guard.ts). A new field for an address fails here until it is sorted.
 */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedures } from '@/server/doors/rest-routes';
import { isRecord } from '@/server/platform/lib/narrow';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { PROVIDER_IDS } from '@/server/platform/vendors/provider-ids';
import { CATALOG } from '@/server/modules/shops/connections/catalog';
import { unique } from '@/server/testing/factories/unique';
import { bySession, expectData, trpc } from '@/server/testing/http';
import { useServer, type Answer } from '@/server/testing/server';

const server = useServer({ EXTENSIONS: 'smtp' });

const PRIVATE = [
  'https://127.0.0.1',
  'https://10.1.2.3',
  'https://192.168.1.1/shop',
  'https://169.254.169.254/latest/meta-data',
  'https://nas.local',
  'https://vault.internal',
  'https://2130706433',
  'https://0x7f.1/',
  'https://[::1]',
  'https://[::ffff:10.0.0.1]/',
  'https://localhost.',
];

interface Verdict {
  status: number;
  code?: string | undefined;
}

const verdictOf = ({ status, body }: Answer): Verdict => ({ status, code: body.error?.code });
const call = async (method: string, path: string, body: object): Promise<Verdict> =>
  verdictOf(await server.call(server.ours.key, method, `/api/v1${path}`, { body }));
const connectShop = (provider: string, more: object): Promise<Verdict> =>
  call('POST', '/integrations', { provider, displayName: 'Toko', ...more });
const connectChannel = (provider: string, credentials: object, config: object = {}): Promise<Verdict> =>
  call('POST', '/channels', { provider, displayName: 'Kanal', credentials, config });
const SHEET = { kind: 'products', mapping: { externalRef: 'id', name: 'name', price: 'price' } };
const MAIL = { port: '587', security: 'starttls', user: 'halo', password: 'rahasia-sekali' };

/** A sheet that is connected, changed to another address. */
async function moveSheet(url: string): Promise<Verdict> {
  const config = {
    ...SHEET,
    url: `https://sheet.example/${unique('sheet')}.csv`,
    kind: 'customers',
    consent: 'subscribed',
    mapping: { email: 'email' },
  };
  const made = await server.call(server.ours.key, 'POST', '/api/v1/integrations', {
    body: { provider: 'sheet_p1', displayName: 'Lembar', config },
  });
  return await call('PATCH', `/integrations/${String(expectData(made, 201).id)}`, { config: { ...config, url } });
}

/** The service calls it: every door that takes it, by its field. */
const CALLED: Readonly<Record<string, (address: string) => Promise<Verdict>>> = {
  'accounts.updateWorkspace.shopUrl': (shopUrl) =>
    trpc(server, 'mutation', 'accounts.updateWorkspace', { shopUrl }, { cookie: server.ours.cookie }),
  'webhooks.create.url': (url) => call('POST', '/webhooks/endpoints', { url, events: ['svc.contact.created.v1'] }),
  'webhooks.update.url': (url) => call('PATCH', '/webhooks/endpoints/unknown', { url }),
  'integrations.create.config.url': (url) => connectShop('sheet_p1', { config: { ...SHEET, url } }),
  'integrations.update.config.url': moveSheet,
  'storefront_p2 storeUrl': (storeUrl) =>
    connectShop('storefront_p2', {
      credentials: { storeUrl, consumerKey: 'ck_1', consumerSecret: 'cs_1' },
      config: { consent: 'subscribed' },
    }),
  'storefront_p2 storeUrl, at the start of its consent page': async (storeUrl) =>
    verdictOf(
      await bySession(
        server,
        server.ours.cookie,
        'GET',
        `/api/v1/integrations/oauth/storefront_p2/start?${new URLSearchParams({ storeUrl }).toString()}`,
      ),
    ),
  'msg_p5 webhookUrl': (webhookUrl) => connectChannel('msg_p5', { webhookUrl }),
  'msg_p6 webhookUrl': (webhookUrl) => connectChannel('msg_p6', { webhookUrl }),
  'webhook_generic url': (url) => connectChannel('webhook_generic', { url, secret: 'whsec_0123456789' }),
  'email_smtp host': (address) =>
    connectChannel(
      'email_smtp',
      { ...MAIL, host: new URL(address).hostname.replace(/^\[|\]$/g, '') },
      { fromEmail: 'halo@toko.example' },
    ),
};

/** Kept, shown, or led to in a person's own browser: the service does not call it. */
const NOT_CALLED: readonly RegExp[] = [
  /^broadcasts\.(?:templates|savedBlocks)\./,
  /^inbox\.(?:begin|reply)\.imageUrl$/,
  /^feeds\.(?:put|import)Products\.products\.imageUrl$/,
  /^forms\.(?:create|update|preview)\.afterUrl$/,
  /^(?:funnels\.simulate\.cart|integrations\.putCheckouts\.rows)\.url$/,
  /^(?:integrations\.putOrders\.rows|programs\.(?:create|update))\.landingUrl$/,
  /^collaborations\.submit\.url$/,
];

const NAMED = /(?:ur[il]s?|address|endpoint|host)$/i;

const isText = (schema: unknown): boolean =>
  isRecord(schema) && !['boolean', 'number', 'integer'].includes(String(schema.type));

/** Dotted paths of what is named like an address in an input. */
function addressPaths(schema: unknown, definitions: unknown, path: string, depth = 0): string[] {
  if (!isRecord(schema) || depth > 12) return [];
  const { $ref, properties, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  const named =
    typeof $ref === 'string' && isRecord(definitions) ? definitions[$ref.split('/').at(-1) ?? ''] : undefined;
  return [
    ...Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, inner]) => [
      ...(NAMED.test(name) && isText(inner) ? [`${path}.${name}`] : []),
      ...addressPaths(inner, definitions, `${path}.${name}`, depth + 1),
    ]),
    ...[named, items, additionalProperties, ...[anyOf, oneOf, allOf].flat()].flatMap((each) =>
      addressPaths(each, definitions, path, depth + 1),
    ),
  ];
}

function everyAddress(): string[] {
  const typed = procedures().flatMap(({ name, procedure }) =>
    (procedure._def as unknown as { inputs: z.ZodType[] }).inputs.flatMap((schema) => {
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      return addressPaths(json, json.$defs, name);
    }),
  );
  const keys = [
    ...PROVIDER_IDS.flatMap((id) => {
      const { credentials, config } = providerEntry(id);
      return [...credentials, ...config].map(({ key }) => `${id} ${key}`);
    }),
    ...Object.entries(CATALOG).flatMap(([id, { credentials }]) => credentials.flat().map((key) => `${id} ${key}`)),
  ];
  return [...new Set([...typed, ...keys.filter((key) => NAMED.test(key))])];
}

describe('an address that is typed', () => {
  it('is called through a door that is tried here, or is never called', () => {
    const unsorted = everyAddress().filter(
      (field) => CALLED[field] === undefined && !NOT_CALLED.some((pattern) => pattern.test(field)),
    );
    expect(unsorted).toEqual([]);
  });

  it.each(Object.entries(CALLED))('into %s leads into no private network', async (_, enter) => {
    for (const address of PRIVATE)
      expect(await enter(address), address).toMatchObject({ status: 400, code: 'VALIDATION' });
  });
});
