/** Where what Laris sends arrives: a vendor of e-mail that speaks Resend's way, and a merchant's endpoint for webhooks. */
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { selfSigned } from '@/server/testing/certificate';
import { SINK_HOST } from './network';

export interface Arrival {
  /** The message, by the vendor's idempotency key. */
  id: string;
  /** The machine that handed it over. */
  from: string;
  /** By performance.now(). */
  at: number;
}

export interface Sinks {
  vendorUrl: string;
  webhookUrl: string;
  /** What trusts the endpoint. */
  certificate: string;
  /** Each hand-over, those of a message that came before too. */
  messages: Arrival[];
  /** How often each event came, by webhook-id; and the ids that they name. */
  events: Map<string, number>;
  contacts: Set<string>;
  close(): void;
}

/** How long the vendor takes to answer: so that hand-overs are under way at any moment. */
const VENDOR_MS = 400;

export async function startSinks(address: string): Promise<Sinks> {
  const { pem, privateKey } = selfSigned(SINK_HOST);
  const messages: Arrival[] = [];
  const events = new Map<string, number>();
  const contacts = new Set<string>();
  const vendor = http.createServer((request, response) => {
    const id = String(request.headers['idempotency-key']);
    messages.push({ id, from: request.socket.remoteAddress ?? '', at: performance.now() });
    request.resume();
    void sleep(VENDOR_MS).then(() =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: `vendor-${id}` })),
    );
  });
  const endpoint = https.createServer(
    { cert: pem, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) },
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const id = String(request.headers['webhook-id']);
        events.set(id, (events.get(id) ?? 0) + 1);
        for (const [, line] of Buffer.concat(chunks)
          .toString()
          .matchAll(/"id":"([a-z0-9]{20,})"/g))
          contacts.add(line as string);
        response.writeHead(200).end('ok');
      });
    },
  );
  for (const server of [vendor, endpoint])
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, address, () => resolve()));
  return {
    vendorUrl: `http://${address}:${portOf(vendor)}`,
    webhookUrl: `https://${SINK_HOST}:${portOf(endpoint)}/laris`,
    certificate: pem,
    messages,
    events,
    contacts,
    close() {
      for (const server of [vendor, endpoint]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

const portOf = (server: http.Server): number => (server.address() as AddressInfo).port;
