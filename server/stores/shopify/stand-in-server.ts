/** A stand-in behind a local HTTP server, for tests and benchmarks: requests go over the wire as they do to the vendor. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { VendorAnswer } from '@/server/providers/provider';
import type { ShopifyStandIn, StandInRequest } from '@/server/stores/shopify/stand-in';

export interface ServedStandIn {
  /** `http://127.0.0.1:<port>`, to be a shop's `base`. */
  base: string;
  /** Every request so far, oldest first. */
  requests: StandInRequest[];
  /** Answered once in the stand-in's place, the first one first. */
  instead: VendorAnswer[];
  /** Called before each other request is answered; what it returns is the answer. */
  before: (request: StandInRequest) => VendorAnswer | undefined;
  stop(): Promise<void>;
}

async function received(request: IncomingMessage): Promise<StandInRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return {
    method: request.method ?? '',
    path: (request.url ?? '').split('?')[0] ?? '',
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

export async function serveStandIn(standIn: ShopifyStandIn): Promise<ServedStandIn> {
  const requests: StandInRequest[] = [];
  const instead: VendorAnswer[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await received(request);
    requests.push(asked);
    const { status, headers, body } = instead.shift() ?? served.before(asked) ?? (await standIn.handle(asked));
    response.writeHead(status, headers);
    response.end(body);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const served: ServedStandIn = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    instead,
    before: () => undefined,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return served;
}
