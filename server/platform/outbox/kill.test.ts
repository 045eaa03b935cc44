/** kill -9 of a worker between what it writes and the mark that it did, again and again: every change is told once. */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { openDatabase } from '@/server/platform/db/client';
import { loadSettings } from '@/server/platform/env';
import { createTestDatabase } from '@/server/testing/database';
import { makeAccount, makeWebhookEndpoint } from '@/server/testing/factories/account';
import { makeContact } from '@/server/testing/factories/audience';
import { eventually } from '@/server/testing/http';
import { kill9, useProgram } from '@/server/testing/program';

const KILLS = 5;
const PER_TURN = 20;
const program = useProgram('server/testing/events-worker.ts');

it('loses nothing and doubles nothing', { timeout: 240_000 }, async () => {
  const testDatabase = await createTestDatabase();
  const environment = {
    DATABASE_URL: testDatabase.url,
    LARIS_EMBEDDED: '1',
    APP_SECRET: 'a'.repeat(40),
    UNSUBSCRIBE_SECRET: 'u'.repeat(40),
  };
  const database = openDatabase(testDatabase.url, { notesChanges: true });
  const start = () => program.start(environment);
  const accountId = await makeAccount(database);
  const endpoints = await Promise.all(
    [1, 2].map(() => makeWebhookEndpoint({ database, settings: loadSettings(environment) }, accountId)),
  );
  const ids: string[] = [];
  const left = () => database.prisma.change.count({ where: { accountId } });
  let worker = await start();
  try {
    for (let kills = 0; kills < KILLS; kills++) {
      for (let n = 0; n < PER_TURN; n++) ids.push((await makeContact(database, accountId)).id);
      const written = once(worker, 'message');
      worker.send('stop short');
      await written;
      const next = start();
      await kill9(worker);
      // It had written, and nothing of it is there.
      expect(await left()).toBe(ids.length);
      expect(await database.prisma.webhookDelivery.count({ where: { accountId } })).toBe(0);
      worker = await next;
    }
    worker.send('go');
    await eventually(async () => expect(await left()).toBe(0));
    const delivered = await database.prisma.webhookDelivery.findMany({ where: { accountId } });
    expect(
      delivered
        .map(
          ({ endpointId, payload }) =>
            `${endpointId} ${(payload as { data: { contact: { id: string } } }).data.contact.id}`,
        )
        .sort(),
    ).toEqual(endpoints.flatMap((endpoint) => ids.map((id) => `${endpoint.id} ${id}`)).sort());
  } finally {
    await kill9(worker);
    await database.close();
    await testDatabase.drop();
  }
});
