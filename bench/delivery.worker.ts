/** A process of bench/delivery.ts: the vendor, a bare loop that calls it, or our delivery with one of two adapters. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { startDelivery } from '@/server/modules/messaging/broadcasts/delivery/delivery';
import { loadSettings } from '@/server/platform/env';
import { keepHeapSmall } from '@/server/platform/lib/small-heap';
import type { Provider } from '@/server/platform/vendors/provider';
import { createTransport } from '@/server/platform/vendors/transport';
import { createServices } from '@/server/assembly/services';

const report = (message: object): void => void process.send?.(message);

/** Reads a request and says what Postmark says. */
function vendor(): void {
  const answer = JSON.stringify({
    ErrorCode: 0,
    Message: 'OK',
    MessageID: '0a129aee-e1cd-480d-b08d-4f48548ff48d',
    SubmittedAt: '2026-01-01T00:00:00Z',
    To: 'a@example.com',
  });
  const server = http.createServer((incoming, response) => {
    incoming.resume();
    incoming.on('end', () =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer),
    );
  });
  server.listen(0, '127.0.0.1', () => report({ ready: true, port: (server.address() as AddressInfo).port }));
}

/** Nothing but undici, with as many at once as a channel has. */
async function bare(url: string, messages: number, html: string, atOnce: number): Promise<void> {
  const dispatcher = new Agent();
  const started = performance.now();
  let next = 0;
  const loop = async (): Promise<void> => {
    while (next < messages) {
      const body = JSON.stringify({
        From: 'halo@example.com',
        To: `user${next++}@example.com`,
        Subject: 'Sale',
        HtmlBody: html,
        TextBody: 'Sale',
        MessageStream: 'broadcast',
      });
      const answer = await request(`${url}/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', 'x-postmark-server-token': 'x' },
        body,
        dispatcher,
      });
      JSON.parse(await answer.body.text());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  report({ ms: performance.now() - started });
}

const NOTHING = {
  id: 'email_p4',
  send: () => Promise.resolve({ kind: 'accepted', providerMessageId: crypto.randomUUID() }),
} as unknown as Provider;

function deliver(adapter: 'nothing' | 'http'): void {
  keepHeapSmall();
  const services = createServices(loadSettings(process.env), { name: 'worker', poolSize: 16 });
  process.on('message', () => {
    startDelivery({
      services,
      transport: createTransport(),
      ...(adapter === 'nothing' ? { adapterOf: () => NOTHING } : {}),
    });
    setInterval(() => report({ rss: process.memoryUsage.rss() }), 200);
  });
  report({ ready: true });
}

const { MODE, VENDOR_URL = '', MESSAGES, HTML = '', AT_ONCE } = process.env;
process.on('disconnect', () => process.exit());
if (MODE === 'vendor') vendor();
else if (MODE === 'bare') await bare(VENDOR_URL, Number(MESSAGES), HTML, Number(AT_ONCE));
else deliver(MODE === 'http' ? 'http' : 'nothing');
