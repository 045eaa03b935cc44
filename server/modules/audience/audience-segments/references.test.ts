/** What is in use by a scheduled broadcast (docs/contract/broadcasts.md#sending), through the doors and the scheduler. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FIELD_OPS } from '@/server/modules/audience/audience-segments/vocabulary';
import type { FieldOp } from '@/server/modules/audience/audience-segments/schema';
import { audience } from '@/server/modules/messaging/broadcasts/schema';
import { startScheduler, type Scheduler } from '@/server/modules/messaging/broadcasts/delivery/scheduler';
import { makeBroadcast, makeChannel } from '@/server/testing/factories/messaging';
import { makeContact, makeContactList, makeSegment } from '@/server/testing/factories/audience';
import { eventually, expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const database = () => server.services.database;
const IN_AN_HOUR = 3_600_000;
let us: Tenant;
let scheduler: Scheduler | undefined;
beforeEach(async () => {
  us = await server.makeTenant({ plan: 'scale' });
});
afterEach(async () => {
  await scheduler?.stop();
  scheduler = undefined;
});

const call = async (method: string, path: string, body?: unknown) =>
  await server.call(us.key, method, `/api/v1${path}`, body === undefined ? {} : { body });
const listOf = async (...contactIds: string[]): Promise<string> =>
  (await makeContactList(database(), us.accountId, { contactIds })).id;
const segmentOf = async (...conditions: object[]): Promise<string> =>
  (
    await makeSegment(database(), us.accountId, {
      definition: { match: 'any', groups: [{ match: 'any', conditions }] } as never,
    })
  ).id;
const asks = (list: string, op = 'member_of'): object => ({ field: 'list', op, value: list });
const schedule = async (asked: object, scheduledAt = new Date(Date.now() + IN_AN_HOUR)): Promise<string> =>
  (
    await makeBroadcast(database(), us.accountId, {
      name: 'New year',
      status: 'scheduled',
      scheduledAt,
      audience: asked as never,
    })
  ).id;

/** Every part of an audience by its schema: a part that is added to it and not to the references fails here. */
const parts = [
  ...Object.keys(audience.shape).map((key) => ({ key, wrap: (ids: string[]): object => ({ [key]: ids }) })),
  ...Object.keys(audience.shape.exclude.unwrap().shape).map((key) => ({
    key,
    wrap: (ids: string[]): object => ({ exclude: { [key]: ids } }),
  })),
].filter(({ key }) => key.endsWith('Ids') && key !== 'contactIds');

describe('what a scheduled broadcast names', () => {
  it.each(parts.map(({ key, wrap }) => ({ key, wrap, named: JSON.stringify(wrap([])) })))(
    'cannot be deleted or archived where it stands in $named',
    async ({ key, wrap }) => {
      const list = await listOf();
      const through = await segmentOf({ field: 'email', op: 'is_set' }, asks(list));
      const id = await schedule(wrap([key === 'listIds' ? list : through]));
      const refused = { broadcasts: [{ id, name: 'New year' }] };
      const tries =
        key === 'listIds' ? [`/contact-lists/${list}`] : [`/audience-segments/${through}`, `/contact-lists/${list}`];
      for (const path of tries)
        expect((await call('DELETE', path)).body.error).toMatchObject({ code: 'IN_USE', details: refused });
      await call('POST', `/broadcasts/${id}/cancel`);
      for (const path of tries) expect((await call('DELETE', path)).status).toBe(200);
    },
  );

  it('are lists by every operator that takes one, and nothing of the neighbour', async () => {
    const byOp: Partial<Record<FieldOp, number>> = {};
    for (const op of FIELD_OPS.filter((each) => each.endsWith('member_of'))) {
      const list = await listOf();
      await schedule({ exclude: { segmentIds: [await segmentOf(asks(list, op))] } });
      byOp[op] = (await call('DELETE', `/contact-lists/${list}`)).status;
    }
    expect(byOp).toEqual({ member_of: 409, not_member_of: 409 });
    const list = await listOf();
    await makeBroadcast(database(), server.theirs.accountId, {
      status: 'scheduled',
      scheduledAt: new Date(Date.now() + IN_AN_HOUR),
      audience: { listIds: [list] },
    });
    expect((await call('DELETE', `/contact-lists/${list}`)).status).toBe(200);
    expectError(await call('DELETE', `/contact-lists/${list}`), 404, 'NOT_FOUND');
  });
});

describe('a scheduled broadcast whose exclusion is gone at its time', () => {
  it('is paused and shown on Home; what only fewer people come of is sent', async () => {
    await makeChannel(server.services, us.accountId);
    const [{ id: one }, { id: other }] = [
      await makeContact(database(), us.accountId),
      await makeContact(database(), us.accountId),
    ];
    const list = await listOf(one, other);
    const gone = await listOf(other);
    const archived = await makeSegment(database(), us.accountId, { status: 'archived' });
    const past = new Date(Date.now() - 1_000);
    const open = [
      { listIds: [list], exclude: { listIds: [gone] } },
      { listIds: [list], exclude: { segmentIds: [archived.id] } },
      { listIds: [list], exclude: { segmentIds: [await segmentOf(asks(gone))] } },
      { segmentIds: [await segmentOf(asks(gone, 'not_member_of'))] },
    ];
    const closed = [
      { listIds: [list, gone] },
      { listIds: [list], segmentIds: [archived.id, await segmentOf(asks(gone))] },
      { listIds: [list], exclude: { contactIds: [other, 'cunknown'] } },
    ];
    // As an older release let it happen.
    await database().prisma.contactList.delete({ where: { accountId_id: { accountId: us.accountId, id: gone } } });
    const [paused, sent]: [string[], string[]] = [[], []];
    for (const asked of open) paused.push(await schedule(asked, past));
    for (const asked of closed) sent.push(await schedule(asked, past));
    scheduler = startScheduler(server.services, { everyMs: 50 });
    const statusOf = async (id: string) => expectData(await call('GET', `/broadcasts/${id}`)).status as string;
    await eventually(async () => {
      for (const id of sent) expect(await statusOf(id)).toBe('sending');
      for (const id of paused) expect(await statusOf(id)).toBe('paused');
    });
    expect(await database().prisma.marketingMessage.count({ where: { campaignId: { in: paused } } })).toBe(0);
    const { problems } = (await trpc(server, 'query', 'insights.problems', undefined, { cookie: us.cookie })).data as {
      problems: { kind: string; id: string }[];
    };
    // Home has the three newest of a kind.
    expect(new Set(problems.flatMap(({ kind, id }) => (kind === 'broadcast_paused' ? [id] : [])))).toEqual(
      new Set(paused.slice(1)),
    );
  });

  it('leaves a contact out by the id of a duplicate that was merged into it', async () => {
    await makeChannel(server.services, us.accountId);
    const [keep, merged, third] = [
      await makeContact(database(), us.accountId),
      await makeContact(database(), us.accountId),
      await makeContact(database(), us.accountId),
    ];
    expectData(await call('POST', '/contacts/merge', { keepId: keep.id, mergeIds: [merged.id] }));
    const id = await schedule(
      { contactIds: [keep.id, third.id], exclude: { contactIds: [merged.id] } },
      new Date(Date.now() - 1_000),
    );
    scheduler = startScheduler(server.services, { everyMs: 50 });
    await eventually(async () => {
      const rows = await database().prisma.marketingMessage.findMany({ where: { campaignId: id } });
      expect(rows.map(({ contactId }) => contactId)).toEqual([third.id]);
    });
  });
});
