/** A worker for the kill test: the consumer of webhooks alone, which on the word `stop short` never comes to its mark. Bundled and forked by server/platform/outbox/kill.test.ts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase } from '@/server/platform/db/client';
import { loadSettings } from '@/server/platform/env';
import { startConsumer } from '@/server/assembly/consumer';
import { webhooks } from '@/server/modules/account/webhooks/delivery/enqueue';

/** Killed before. */
const NEVER_MS = 600_000;
const settings = loadSettings(process.env);
const services = { database: openDatabase(settings.databaseUrl, { poolSize: 4 }), log: pino({ level: 'silent' }) };
process.once('message', (word) => {
  startConsumer(
    services,
    {
      ...webhooks,
      async act(client, accountId, changes) {
        await webhooks.act(client, accountId, changes);
        process.send?.('written');
        if (word === 'stop short') await sleep(NEVER_MS);
      },
    },
    { everyMs: 10 },
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
