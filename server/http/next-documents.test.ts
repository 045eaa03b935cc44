/** What Next answers for itself is no document: it fails at once, and nobody is sent it or waits for it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { documentsVia } from '@/server/http/next-documents';
import { feedRoutes } from '@/server/resources/feeds/routes';
import type { RawCall } from '@/server/route';

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

it('a failure of Next itself', async () => {
  await expect(ask(() => Promise.reject(new Error('out of order')))).rejects.toThrow('out of order');
});
