/** The Postman collection has every route once, and its script signs as the server wants it. */
import { createHash, createHmac } from 'node:crypto';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { isRecord } from '@/server/platform/lib/narrow';
import { listOf } from '@/server/doors/openapi/json';
import { SIGNING_SCRIPT } from '@/server/doors/openapi/postman';
import { useServer } from '@/server/testing/server';

const server = useServer();

interface Item {
  name: string;
  request: { method: string; url: { raw: string; path: string[] }; body?: { raw: string } };
}
interface Collection {
  info: { schema: string };
  item: { name: string; item: Item[] }[];
  variable: { key: string; value: string }[];
}

/** What of Postman's sandbox the script uses. */
function sandbox(variables: Record<string, string>, sent: { method: string; path: string; body?: string }) {
  const headers: Record<string, string> = {};
  const body = sent.body === undefined ? undefined : { mode: 'raw', raw: sent.body };
  const CryptoJS = {
    enc: { Hex: 'hex' },
    SHA256: (text: string) => ({ toString: () => createHash('sha256').update(text).digest('hex') }),
    HmacSHA256: (text: string, key: string) => ({
      toString: () => createHmac('sha256', key).update(text).digest('hex'),
    }),
  };
  const replaceIn = (text: string): string =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => variables[name] ?? whole);
  const pm = {
    variables: { get: (name: string) => variables[name], replaceIn },
    request: {
      method: sent.method,
      url: { getPath: () => sent.path },
      body,
      headers: { upsert: ({ key, value }: { key: string; value: string }) => (headers[key] = value) },
    },
  };
  const require = (name: string) => (name === 'crypto-js' ? CryptoJS : undefined);
  const context = createContext({ pm, require, encodeURIComponent });
  // Postman declares this name before a script runs.
  runInContext('let CryptoJS', context);
  runInContext(SIGNING_SCRIPT, context);
  return { headers, body: body?.raw };
}

describe('the Postman collection', () => {
  it('has every operation of the document once, in the folder of its tag, with the example as its body', async () => {
    const answer = await fetch(`${server.baseUrl}/docs/laris.postman_collection.json`);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const collection = (await answer.json()) as Collection;
    expect(collection.info.schema).toContain('v2.1.0');
    const document = (await (await fetch(`${server.baseUrl}/api/v1/openapi.json`)).json()) as Record<string, unknown>;
    const paths = isRecord(document.paths) ? document.paths : {};
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(isRecord(item) ? item : {})
        .filter((key) => key !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    const requests = collection.item.flatMap(({ item }) => item.map(({ request }) => request));
    const ours = requests.map(({ method, url }) => `${method} /${url.path.join('/').replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(ours.sort()).toEqual(operations.sort());
    expect(collection.item.map(({ name }) => name)).toEqual(
      listOf(document.tags)
        .map(({ name }) => name)
        .filter((name) => collection.item.some((folder) => folder.name === name)),
    );
    for (const { body } of requests) if (body) expect(JSON.parse(body.raw)).toBeTypeOf('object');
    // An id that only the caller knows is a variable of the collection.
    const used = [...JSON.stringify(requests).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    expect(used).toContain('contactId');
    expect(collection.variable.map(({ key }) => key)).toEqual(expect.arrayContaining(used));
    expect(JSON.stringify(requests)).not.toMatch(/"<\w+>/);
  });

  it.each([
    ['a read', 'GET', '/api/v1/whoami', undefined, 200],
    [
      'a write, with variables in it',
      'POST',
      '/api/v1/contacts',
      '{"email":"{{who}}@example.test","firstName":"Sari 🛍"}',
      201,
    ],
    ['an address in the path', 'DELETE', '/api/v1/abandoned-cart/suppressions/sari@example.test', undefined, 404],
    ['a path with blanks', 'GET', '/api/v1/contacts/tidak ada', undefined, 404],
  ])('signs %s', async (_, method, path, body, status) => {
    const { keyId, secret } = server.ours.key;
    const signed = sandbox({ keyId, secret, who: 'sari' }, { method, path, ...(body !== undefined && { body }) });
    const answer = await fetch(`${server.baseUrl}${path}`, {
      method,
      headers: { ...signed.headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(signed.body !== undefined && { body: signed.body }),
    });
    expect(answer.status).toBe(status);
  });

  it('sends the workspace of a platform’s key, and signs nothing without a key', () => {
    const request = { method: 'GET', path: '/api/v1/whoami' };
    expect(sandbox({ onBehalfOf: 'c1' }, request).headers).toEqual({ 'X-Svc-On-Behalf-Of': 'c1' });
  });
});
