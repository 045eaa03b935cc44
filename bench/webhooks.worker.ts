/** A process of bench/webhooks.ts: the endpoint, a bare loop that posts to it, our delivery, or what makes deliveries of changes. */
import { createHmac } from 'node:crypto';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { pino } from 'pino';
import { openDatabase } from '@/server/platform/db/client';
import { loadSettings } from '@/server/platform/env';
import { startConsumer } from '@/server/assembly/consumer';
import { keepHeapSmall } from '@/server/platform/lib/small-heap';
import { selfSigned } from '@/server/testing/certificate';
import { loopbackClient } from '@/server/testing/webhooks';
import { startWebhooks } from '@/server/modules/account/webhooks/delivery/dispatcher';
import { webhooks } from '@/server/modules/account/webhooks/delivery/enqueue';

const report = (message: object): void => void process.send?.(message);

/** Reads a delivery over TLS and takes it. */
function endpoint(): void {
  const { pem, privateKey } = selfSigned('*.hook.example');
  const server = https.createServer(
    { cert: pem, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) },
    (incoming, response) => {
      incoming.resume();
      incoming.on('end', () => response.writeHead(200, { 'content-length': 2 }).end('ok'));
    },
  );
  server.listen(0, '127.0.0.1', () => report({ port: (server.address() as AddressInfo).port, certificate: pem }));
}

/** Nothing but undici and one signature, with as many at once as an endpoint may have. */
async function bare(port: number, certificate: string, count: number, body: string, atOnce: number): Promise<void> {
  const dispatcher = new Agent({ connect: { ca: certificate, servername: 'a.hook.example' } });
  const started = performance.now();
  let next = 0;
  const loop = async (): Promise<void> => {
    while (next++ < count) {
      const t = Math.floor(Date.now() / 1000);
      const v1 = createHmac('sha256', 'whsec_bench').update(`${t}.${body}`).digest('hex');
      const answer = await request(`https://127.0.0.1:${port}/hooks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'svc-signature': `t=${t},v1=${v1}` },
        body,
        dispatcher,
      });
      await answer.body.text();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  report({ ms: performance.now() - started });
}

/** What the worker's process has. */
function workerServices() {
  keepHeapSmall();
  const settings = loadSettings(process.env);
  return { settings, database: openDatabase(settings.databaseUrl, { poolSize: 16 }), log: pino({ level: 'warn' }) };
}

function deliverChanges(): void {
  const services = workerServices();
  process.on('message', () => startConsumer(services, webhooks));
  report({ ready: true });
}

function deliver(port: number, certificate: string): void {
  const services = workerServices();
  process.on('message', () => {
    startWebhooks(services, { client: loopbackClient({ port, certificate }) });
    setInterval(() => report({ rss: process.memoryUsage.rss() }), 200);
  });
  report({ ready: true });
}

const { MODE, PORT, CERTIFICATE = '', COUNT, BODY = '', AT_ONCE } = process.env;
process.on('disconnect', () => process.exit());
if (MODE === 'endpoint') endpoint();
else if (MODE === 'bare') await bare(Number(PORT), CERTIFICATE, Number(COUNT), BODY, Number(AT_ONCE));
else if (MODE === 'tell') deliverChanges();
else deliver(Number(PORT), CERTIFICATE);
