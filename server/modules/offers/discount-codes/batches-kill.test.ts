/** kill -9 of two workers while they mint (docs/contract/discount-codes.md#batches): exactly so many codes are there, once. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { killAll } from '@/server/testing/chaos';
import { makeContact, makeContactList } from '@/server/testing/factories/audience';
import { expectData } from '@/server/testing/http';
import { times } from '@/server/testing/lane';
import { kill9, useProgram } from '@/server/testing/program';
import { useServer } from '@/server/testing/server';

const KILLS = times(4, 8);
const COUNT = times(25_000, 50_000);

const server = useServer();
const program = useProgram('server/testing/batch-worker.ts');
const TEMPLATE = { type: 'percent', value: 10, currency: 'IDR' };

it('mints exactly as many as were asked for, and one for each contact', { timeout: 180_000 }, async () => {
  const { database, settings } = server.services;
  const { prisma } = database;
  const tenant = await server.makeTenant();
  const { accountId } = tenant;
  const create = async (body: object): Promise<string> =>
    expectData(
      await server.call(tenant.key, 'POST', '/api/v1/discount-codes/batches', {
        body: { name: 'B', template: TEMPLATE, ...body },
      }),
      201,
    ).id;
  const environment = {
    DATABASE_URL: settings.databaseUrl,
    APP_SECRET: settings.appSecrets[0],
    UNSUBSCRIBE_SECRET: 'u'.repeat(40),
  };
  const start = async (id: string) => {
    const child = await program.start(environment);
    child.send({ accountId, batchId: id });
    return child;
  };
  const batchId = await create({ count: COUNT, prefix: 'KILL-' });
  const minted = async (): Promise<number> =>
    (await prisma.discountBatch.findFirstOrThrow({ where: { id: batchId } })).minted;
  const stoppedAt = await killAll({
    kills: KILLS,
    atOnce: () => 2,
    start: () => program.start(environment),
    word: () => ({ accountId, batchId }),
    done: minted,
    all: COUNT,
    momentMs: 50,
    withinMs: 30_000,
    async afterEach() {
      // Every counted code is there.
      const there = await prisma.discountCode.count({ where: { accountId, sourceRefId: batchId } });
      expect(there).toBe(await minted());
    },
  });
  expect(stoppedAt.filter((count) => count < COUNT).length).toBeGreaterThan(0);
  const last = await start(batchId);
  if (last.exitCode === null) await once(last, 'exit');
  expect(await prisma.discountBatch.findFirstOrThrow({ where: { id: batchId } })).toMatchObject({
    status: 'ready',
    minted: COUNT,
    count: COUNT,
  });
  expect(await prisma.discountCode.count({ where: { accountId, sourceRefId: batchId } })).toBe(COUNT);

  const list = await makeContactList(database, accountId);
  const people = await Promise.all(Array.from({ length: 300 }, () => makeContact(database, accountId)));
  await prisma.contactListMember.createMany({
    data: people.map(({ id }) => ({ accountId, listId: list.id, contactId: id, addedAt: new Date() })),
  });
  const forPeople = await create({ audience: { listIds: [list.id] } });
  const children = await Promise.all([start(forPeople), start(forPeople)]);
  await sleep(20);
  await Promise.all(children.map(kill9));
  const end = await start(forPeople);
  if (end.exitCode === null) await once(end, 'exit');
  const codes = await prisma.discountCode.findMany({ where: { accountId, sourceRefId: forPeople } });
  expect(codes.map(({ contactId }) => contactId).sort()).toEqual(people.map(({ id }) => id).sort());
});
