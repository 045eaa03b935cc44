/** A worker for the kill test: the delivery of webhooks alone, with short leases. Bundled and forked by server/modules/account/webhooks/delivery/kill.test.ts. */
import { pino } from 'pino';
import { openDatabase } from '@/server/platform/db/client';
import { loadSettings } from '@/server/platform/env';
import { loopbackClient } from '@/server/testing/webhooks';
import { startWebhooks } from '@/server/modules/account/webhooks/delivery/dispatcher';

const settings = loadSettings(process.env);
const services = {
  settings,
  database: openDatabase(settings.databaseUrl, { poolSize: 4 }),
  log: pino({ level: 'silent' }),
};
const { SINK_PORT, SINK_CERTIFICATE = '' } = process.env;
process.once('message', () => {
  // What takes half a minute in production.
  startWebhooks(services, {
    client: loopbackClient({ port: Number(SINK_PORT), certificate: SINK_CERTIFICATE }, { timeoutMs: 1_000 }),
    timing: { idleMs: 20, leaseMs: 2_500, timeoutMs: 1_000 },
  });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
