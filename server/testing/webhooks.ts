/**
 * The common part of the tests of webhook delivery: an HTTPS endpoint on loopback that the guard takes for a public
 * one, and rows.
 */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { buildConnector } from 'undici';
import type { Services } from '@/server/platform/access/context';
import type { Database } from '@/server/platform/db/client';
import { selfSigned } from '@/server/testing/certificate';
import { makeWebhookEndpoint } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import {
  createMerchantClient,
  type MerchantClient,
  type MerchantClientOptions,
} from '@/server/modules/account/webhooks/delivery/merchant-client';

/** Every endpoint's name is under it; its certificate holds for one label more. */
const DOMAIN = 'hook.example';
/** A public address that nobody is asked at: connections to it end at the stand-in. */
export const PUBLIC_ADDRESS = '93.184.216.34';

export interface Arrival {
  /** The endpoint's host, as the client named it. */
  host: string;
  path: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: Buffer;
}

/** `silence`: no answer ever. `cut`: the connection is closed once the request was read. A function writes what it likes. */
export type EndpointAnswer =
  | { status: number; headers?: Record<string, string>; body?: string | Buffer }
  | 'silence'
  | 'cut'
  | ((response: ServerResponse) => void);

/** Stands in for the endpoints of merchants: https://<anything>.hook.example/. */
export class StandInEndpoints {
  arrivals: Arrival[] = [];
  /** The answer of the endpoint; 200 unless told otherwise. */
  answer: (arrival: Arrival) => EndpointAnswer | Promise<EndpointAnswer> = () => ({ status: 200, body: 'ok' });
  readonly certificate: string;
  private readonly server: https.Server;

  constructor() {
    const { pem, privateKey } = selfSigned(`*.${DOMAIN}`);
    this.certificate = pem;
    this.server = https.createServer(
      { cert: pem, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) },
      (request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const headers = Object.fromEntries(
            Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
          );
          const arrival = { host: headers.host ?? '', path: request.url ?? '', headers, body: Buffer.concat(chunks) };
          this.arrivals.push(arrival);
          void Promise.resolve(this.answer(arrival)).then((answer) => {
            if (answer === 'silence') return;
            if (answer === 'cut') return void request.socket.destroy();
            if (typeof answer === 'function') return answer(response);
            response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
          });
        });
      },
    );
  }

  /** Returns the number of times that each event came. */
  counts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { headers } of this.arrivals)
      counts.set(headers['webhook-id'] ?? '', (counts.get(headers['webhook-id'] ?? '') ?? 0) + 1);
    return counts;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  /** The worker's own way out, its guard included, but that the public address ends here. */
  client(options: MerchantClientOptions = {}): MerchantClient {
    return loopbackClient({ port: this.port, certificate: this.certificate }, options);
  }
}

/** @param sink the port of loopback that connections go to, and the certificate that is trusted there */
export function loopbackClient(
  { port, certificate }: { port: number; certificate: string },
  options: MerchantClientOptions = {},
): MerchantClient {
  const connect = buildConnector({ ca: certificate });
  return createMerchantClient({
    lookup: () => Promise.resolve([{ address: PUBLIC_ADDRESS }]),
    connect: (to, callback) => connect({ ...to, hostname: '127.0.0.1', port: String(port) }, callback),
    ...options,
  });
}

export interface MadeEndpoint {
  accountId: string;
  id: string;
  url: string;
  secret: string;
}

/** An endpoint at a name of its own, under the stand-in. */
export async function makeEndpoint(
  services: Pick<Services, 'database' | 'settings'>,
  accountId: string,
  options: { url?: string; active?: boolean } = {},
): Promise<MadeEndpoint> {
  return {
    accountId,
    ...(await makeWebhookEndpoint(services, accountId, { url: `https://${unique('e')}.${DOMAIN}/hooks`, ...options })),
  };
}

/** Deliveries that are due, each of an event of its own. @returns the events' ids */
export async function makeDeliveries(
  database: Database,
  endpoint: MadeEndpoint,
  count: number,
  options: { attempts?: number; claimableAt?: Date; createdAt?: Date } = {},
): Promise<string[]> {
  const { createdAt = new Date(), attempts = 0, claimableAt = createdAt } = options;
  const rows = Array.from({ length: count }, () => {
    const eventId = unique('evt');
    const payload = {
      id: eventId,
      type: 'svc.contact.created.v1',
      createdAt: createdAt.toISOString(),
      accountId: endpoint.accountId,
      data: { name: 'Siti “Rahma” 👩‍🦰', email: `${eventId}@example.test` },
    };
    return {
      accountId: endpoint.accountId,
      endpointId: endpoint.id,
      eventId,
      type: payload.type,
      payload,
      attempts,
      claimableAt,
      createdAt,
      updatedAt: createdAt,
    };
  });
  await database.prisma.webhookDelivery.createMany({ data: rows });
  return rows.map(({ eventId }) => eventId);
}
