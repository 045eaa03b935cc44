/**
 * kill -9 of the worker around and in the end of tests (docs/contract/broadcasts.md#tests), many times: in the end each test
 * is decided once, and whoever waited has one e-mail, that of the variant which was decided on.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServices } from '@/server/assembly/services';
import { systemDb } from '@/server/platform/db/workspace';
import { send } from '@/server/modules/messaging/broadcasts/send';
import { createTestDatabase } from '@/server/testing/database';
import { makeAccount } from '@/server/testing/factories/account';
import { makeBroadcast, makeChannel } from '@/server/testing/factories/messaging';
import { unique } from '@/server/testing/factories/unique';
import { eventually } from '@/server/testing/http';
import { times } from '@/server/testing/lane';
import { kill9, useProgram } from '@/server/testing/program';
import { testSettings } from '@/server/testing/server';
import { startSink, type Sink } from '@/server/testing/sink';

const KILLS = times(12, 20);
const PEOPLE = 1_000;
const WHEN = ['at random', 'in it', 'after it'] as const;
const IS_RELEASING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' AND query LIKE 'WITH given AS%waiting AS%'`;
const SECRETS = { APP_SECRET: 'a'.repeat(40), UNSUBSCRIBE_SECRET: 'u'.repeat(40) };
const program = useProgram('server/testing/ab-ends-worker.ts');
let sink: Sink;
beforeAll(async () => void (sink = await startSink()));
afterAll(() => sink.close());

it('lets the rest go once, with one content', { timeout: 240_000 }, async () => {
  const database = await createTestDatabase();
  const environment = { PROVIDERS: 'live', PROVIDER_BASE_EMAIL_P1: sink.url, ...SECRETS };
  const services = createServices(testSettings(database.url, environment), { name: 'test' });
  const { prisma, pool } = services.database;
  const accountId = await makeAccount(services.database);
  await makeChannel(services, accountId);
  const at = new Date();
  const contacts = await prisma.contact.createManyAndReturn({
    data: Array.from({ length: PEOPLE }, () => ({
      accountId,
      identityHash: unique('h'),
      email: `${unique('a')}@example.test`,
      createdAt: at,
      updatedAt: at,
    })),
    select: { id: true },
  });
  const contactIds = contacts.map(({ id }) => id);
  const tests: string[] = [];
  const start = () => program.start({ ...environment, DATABASE_URL: database.url });
  let worker = await start();
  worker.send('go');
  let [inIt, decided] = [0, 0];
  try {
    for (let kills = 0; kills < KILLS; kills++) {
      const { id } = await makeBroadcast(services.database, accountId, {
        audience: { contactIds },
        content: { email: { subject: 'Own', html: '<p>Own</p>', text: 'Own' } },
        test: { variants: [{}, { subject: 'Other' }], share: 5, metric: 'opened', hours: 1 },
      });
      tests.push(id);
      const next = start();
      await send(systemDb(services.database, accountId), services, id);
      // One variant is better in every second test.
      if (kills % 2 === 0)
        await prisma.marketingMessage.updateMany({
          where: { campaignId: id, variant: 1 },
          data: { status: 'opened', openedAt: at, claimableAt: null },
        });
      await prisma.broadcast.updateMany({ where: { id }, data: { testEndsAt: new Date() } });
      const isDecided = async (): Promise<boolean> =>
        (await prisma.broadcast.findFirstOrThrow({ where: { id } })).testResult !== null;
      const when = WHEN[kills % WHEN.length];
      if (when === 'at random') await sleep(Math.random() * 120);
      if (when === 'in it')
        await eventually(async () =>
          expect((await pool.query(IS_RELEASING)).rowCount === 1 || (await isDecided())).toBe(true),
        );
      if (when === 'after it') await eventually(async () => expect(await isDecided()).toBe(true));
      await kill9(worker);
      // What the database had not been told to commit by then is rolled back a moment later.
      await eventually(async () => expect((await pool.query(IS_RELEASING)).rowCount).toBe(0));
      if (await isDecided()) decided++;
      else if (when === 'in it') inIt++;
      worker = await next;
      worker.send('go');
    }
    await eventually(async () => {
      const left = await prisma.marketingMessage.count({
        where: { accountId, status: { in: ['queued', 'sending'] } },
      });
      expect(left).toBe(0);
    }, 120_000);
    // Kills that never came in the middle would prove nothing.
    expect(inIt).toBeGreaterThan(KILLS / 10);
    expect(decided).toBeGreaterThan(KILLS / 10);
    expect(decided).toBeLessThan(KILLS);
    const counts = sink.counts();
    const subjects = new Map(sink.arrivals.map((arrival) => [arrival.id, arrival.subject]));
    for (const id of tests) {
      const { testResult } = await prisma.broadcast.findFirstOrThrow({ where: { id } });
      const { sent, released } = testResult as { sent: number; released: number };
      const rest = await prisma.marketingMessage.findMany({ where: { campaignId: id, variant: null } });
      expect(rest.length).toBe(PEOPLE * 0.95);
      expect(released).toBe(rest.length);
      expect(new Set(rest.map(({ contentId }) => contentId)).size).toBe(1);
      expect(new Set(rest.map(({ contactId }) => contactId)).size).toBe(rest.length);
      for (const row of rest) {
        expect(row.status).toBe('sent');
        expect(subjects.get(row.id)).toBe(sent === 0 ? 'Own' : 'Other');
        // A hand-over that a kill cut short comes with the same key once more.
        expect(counts.get(row.id) ?? 0).toBeGreaterThanOrEqual(1);
      }
      const ends = await prisma.auditEntry.count({ where: { targetId: id, action: 'broadcast.test_end' } });
      expect(ends).toBe(1);
    }
    const twice = [...counts.values()].filter((count) => count > 1).length;
    expect(twice).toBeLessThan(KILLS * 64);
  } finally {
    await kill9(worker);
    await services.close();
    await database.drop();
  }
});
