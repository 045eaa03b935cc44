/** kill -9 of two workers while they mint (docs/contract/discount-codes.md#batches): exactly so many codes are there, once. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { makeContact, makeContactList } from '@/server/testing/factories';
import { expectData } from '@/server/testing/http';
import { kill9, useProgram } from '@/server/testing/program';
import { useServer } from '@/server/testing/server';

const KILLS = 8;
const COUNT = 50_000;

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
  const start = async (batchId: string) => {
    const child = await program.start({
      DATABASE_URL: settings.databaseUrl,
      APP_SECRET: settings.appSecrets[0],
      UNSUBSCRIBE_SECRET: 'u'.repeat(40),
    });
    child.send({ accountId, batchId });
    return child;
  };
  const batchId = await create({ count: COUNT, prefix: 'KILL-' });
  const standing = () => prisma.discountBatch.findFirstOrThrow({ where: { id: batchId } });
  let [inTheMiddle, before] = [0, 0];
  for (let kill = 0; kill < KILLS; kill++) {
    const children = await Promise.all([start(batchId), start(batchId)]);
    // They are seen to mint before they are killed: a busy machine takes its time to start them.
    await vi.waitFor(async () => expect((await standing()).minted).toBeGreaterThan(before), {
      timeout: 30_000,
      interval: 5,
    });
    await sleep(Math.random() * 50);
    await Promise.all(children.map(kill9));
    const { minted, status } = await standing();
    before = minted;
    // What is counted is there.
    expect(await prisma.discountCode.count({ where: { accountId, sourceRefId: batchId } })).toBe(minted);
    if (minted > 0 && minted < COUNT) inTheMiddle++;
    if (status === 'ready') break;
  }
  expect(inTheMiddle).toBeGreaterThan(0);
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
