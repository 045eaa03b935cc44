/** A worker for the kill test: what links the audit log alone, which on the word `stop short` never comes to its commit. Bundled and forked by server/modules/account/audit-log/kill.test.ts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase } from '@/server/platform/db/client';
import { loadSettings } from '@/server/platform/env';
import { startChainer } from '@/server/modules/account/audit-log/chainer';

/** Killed before. */
const NEVER_MS = 600_000;
const database = openDatabase(loadSettings(process.env).databaseUrl, { poolSize: 4 });
process.once('message', (word) => {
  if (word === 'stop short')
    database.pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
      Object.assign(client, {
        query: async (...given: unknown[]) => {
          const result = await query(...given);
          if ((given[0] as { name?: string }).name !== 'audit-chain.taken') return result;
          process.send?.('written');
          await sleep(NEVER_MS);
          return result;
        },
      });
    });
  startChainer({ database, log: pino({ level: 'silent' }) }, { everyMs: 10 });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
