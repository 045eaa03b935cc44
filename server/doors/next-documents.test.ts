/** What Next answers for itself is no document: it fails at once, and nobody is sent it or waits for it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { documentsVia } from '@/server/doors/next-documents';
import { feedRoutes } from '@/server/modules/shops/feeds/routes';
import type { RawCall } from '@/server/platform/access/route';

const [route] = feedRoutes;
const call = {
  method: 'GET',
  headers: {},
  body: Buffer.alloc(0),
  url: '/api/v1/feeds/shopping/c1.xml',
  params: { accountId: 'c1' },
} as unknown as RawCall;
const ask = (handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>) =>
  documentsVia(handle)(route!, call);

it('a path that Next does not have', async () => {
  await expect(
    ask((_request, response) => {
      response.writeHead(404).end('This page could not be found.');
      return Promise.resolve();
    }),
  ).rejects.toThrow('Next answered 404 in place of /api/v1/feeds/shopping/{accountId}.xml.');
});

it('is asked for with what a browser says of itself, and in nobody else’s name', async () => {
  const asked: IncomingMessage['headers'][] = [];
  const listen = (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    asked.push(request.headers);
    response.writeHead(404).end();
    return Promise.resolve();
  };
  const headers = { 'user-agent': 'Mozilla/5.0', 'sec-purpose': 'prefetch', cookie: 'a=b' };
  for (const each of [headers, {}])
    await documentsVia(listen)(route!, { ...call, headers: each }).catch(() => undefined);
  expect(asked[0]).toMatchObject({ 'user-agent': 'Mozilla/5.0', 'sec-purpose': 'prefetch' });
  expect(asked[0]).not.toHaveProperty('cookie');
  expect(asked[1]?.['user-agent']).toBe('');
});

it('a failure of Next itself', async () => {
  await expect(ask(() => Promise.reject(new Error('out of order')))).rejects.toThrow('out of order');
});
