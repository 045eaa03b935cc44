/**
 * The vendors that can only be connected (docs/contract/channels.md#providers); the pages on their accounts are named
 * in their files.
 */
import { describe, expect, it } from 'vitest';
import { ADAPTERS, threads, linkedin, tiktok } from '@/server/modules/messaging/adapters/adapters';
import { CATALOG } from '@/server/platform/vendors/catalog';
import { PROVIDER_IDS } from '@/server/platform/vendors/provider-ids';
import type { Connection, Provider } from '@/server/platform/vendors/provider';
import { youtube } from '@/server/modules/messaging/adapters/youtube';
import { loopbackTransport, noTransport, useVendor } from '@/server/testing/vendor';

const vendor = useVendor();
const connection = (base: string): Connection => ({
  channelId: 'c1',
  credentials: { accessToken: 'the-access-token' },
  config: {},
  externalId: null,
  base,
});

const CASES: [
  string,
  Provider,
  { path: string; query: Record<string, string>; answer: string; accounts: object[]; refusal: string },
][] = [
  [
    'Threads',
    threads,
    {
      path: '/v1.0/me',
      query: { fields: 'id,username,name' },
      answer: '{"id":"1","username":"toko","name":"Toko"}',
      accounts: [{ id: '1', name: '@toko' }],
      refusal: '{"error":{"message":"WORDS","code":190}}',
    },
  ],
  [
    'TikTok',
    tiktok,
    {
      path: '/v2/user/info/',
      query: { fields: 'open_id,display_name' },
      answer: '{"data":{"user":{"open_id":"o-1","display_name":"Toko"}},"error":{"code":"ok","message":""}}',
      accounts: [{ id: 'o-1', name: 'Toko' }],
      refusal: '{"error":{"code":"access_token_invalid","message":"WORDS"}}',
    },
  ],
  [
    'LinkedIn',
    linkedin,
    {
      path: '/v2/userinfo',
      query: {},
      answer: '{"sub":"782bbtaQ","name":"Budi"}',
      accounts: [{ id: '782bbtaQ', name: 'Budi' }],
      refusal: '{"status":401,"code":"REVOKED_ACCESS_TOKEN","message":"WORDS"}',
    },
  ],
  [
    'YouTube',
    youtube,
    {
      path: '/youtube/v3/channels',
      query: { part: 'snippet', mine: 'true', maxResults: '50' },
      answer: '{"items":[{"id":"UC1","snippet":{"title":"Toko"}},{"id":"UC2"}]}',
      accounts: [
        { id: 'UC1', name: 'Toko' },
        { id: 'UC2', name: 'UC2' },
      ],
      refusal: '{"error":{"code":401,"message":"WORDS"}}',
    },
  ],
];

describe.each(CASES)('%s', (label, provider, { path, query, answer, accounts, refusal }) => {
  it('fails every message, saying so, without asking anybody', async () => {
    const message = { id: 'c1', now: new Date(), recipient: 'someone', content: { text: 'Halo' } };
    expect(await provider.send(message, connection(''), noTransport)).toEqual({
      kind: 'failed',
      reason: `${label} has no API to message a person.`,
    });
    expect(CATALOG.get(provider.id)).toMatchObject({ label, unreachable: true });
  });

  it('lists the accounts under the token', async () => {
    vendor.answers({ status: 200, body: answer });
    expect(await provider.assets!(connection(vendor.base), loopbackTransport)).toEqual(accounts);
    const { request } = vendor;
    expect([request.method, request.path, Object.fromEntries(request.query), request.headers.authorization]).toEqual([
      'GET',
      path,
      query,
      'Bearer the-access-token',
    ]);
  });

  it('fails in the vendor’s words, without the token', async () => {
    vendor.answers({ status: 401, body: refusal.replace('WORDS', 'Sorry: the-access-token') });
    await expect(provider.assets!(connection(vendor.base), loopbackTransport)).rejects.toThrow(/^Sorry: …/);
  });

  it.each(['', '[]', 'null', '{"data":7,"items":{}}'])('lists nothing of %j', async (body) => {
    vendor.answers({ status: 200, body });
    expect(await provider.assets!(connection(vendor.base), loopbackTransport)).toEqual([]);
  });
});

describe('ADAPTERS', () => {
  it('has every provider under its own id, with callbacks as the catalogue says', () => {
    for (const id of PROVIDER_IDS) {
      expect(ADAPTERS[id].id).toBe(id);
      expect(ADAPTERS[id].callbacks === undefined, id).toBe(CATALOG.get(id)!.callbacks === 'none');
      expect(ADAPTERS[id].assets !== undefined, id).toBe(CATALOG.get(id)!.oauth !== undefined);
    }
  });
});
