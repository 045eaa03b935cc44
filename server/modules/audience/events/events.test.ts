/** POST /api/v1/events and what becomes of what was told (docs/contract/events.md). */
import { beforeEach, describe, expect, it } from 'vitest';
import { findPeopleJob } from '@/server/modules/audience/events/jobs';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { bySession, expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';

const server = useServer();
const prisma = () => server.services.database.prisma;
const DAY_MS = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant();
});

const event = (id: string, more: object = {}) => ({ name: 'page_viewed', id, at: ago(1), ...more });
const send = (events: unknown[], who = us): Promise<Answer> =>
  server.call(who.key, 'POST', '/api/v1/events', { body: { events } });
const sendAll = async (...events: unknown[]) => expectData(await send(events));
const kept = (who = us) =>
  prisma().shopperEvent.findMany({ where: { accountId: who.accountId }, orderBy: [{ at: 'asc' }, { id: 'asc' }] });
const outcome = (accepted: number, duplicates: number, errors: unknown[] = []) => ({ accepted, duplicates, errors });

describe('POST /events', () => {
  it('keeps what it is told, with whose it is', async () => {
    const { database } = server.services;
    const email = `${unique('ani')}@example.test`;
    const byEmail = await makeContact(database, us.accountId, { email });
    const byId = await makeContact(database, us.accountId, { externalRef: 'c-2' });
    await makeContact(database, server.theirs.accountId, { externalRef: 'c-3' });
    expect(
      await sendAll(
        event('1', { email: ` ${email.toUpperCase()} `, customerId: 'c-2', properties: { path: '/', n: 1.5 } }),
        event('2', { customerId: 'c-2', name: 'Added to wishlist' }),
        event('3', { customerId: 'c-3', email: 'Nobody@example.test' }),
        event('4'),
      ),
    ).toEqual(outcome(4, 0));
    const none = { contactId: null, customerId: null, email: null };
    expect((await kept()).map(({ at: _, createdAt: _created, accountId: _account, ...row }) => row)).toEqual([
      { ...none, id: '1', name: 'page_viewed', contactId: byEmail.id, properties: { path: '/', n: 1.5 } },
      { ...none, id: '2', name: 'Added to wishlist', contactId: byId.id, properties: {} },
      { ...none, id: '3', name: 'page_viewed', customerId: 'c-3', email: 'nobody@example.test', properties: {} },
      { ...none, id: '4', name: 'page_viewed', properties: {} },
    ]);
  });

  it('counts an id once: in one call, again, and with another time, name and month', async () => {
    expect(await sendAll(event('1'), event('2'), event('1', { name: 'other' }))).toEqual(outcome(2, 1));
    expect(await sendAll(event('1', { at: ago(200) }), event('2', { name: 'other' }), event('3'))).toEqual(
      outcome(1, 2),
    );
    expect((await kept()).map(({ id, name }) => [id, name])).toEqual([
      ['1', 'page_viewed'],
      ['2', 'page_viewed'],
      ['3', 'page_viewed'],
    ]);
    // Another workspace has ids of its own.
    expect(expectData(await send([event('1')], server.theirs))).toEqual(outcome(1, 0));
  });

  it('is the same when the same 500 are told 20 times at once', async () => {
    const batch = Array.from({ length: 500 }, (_, n) => event(`e-${n}`, { at: ago(n % 390) }));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => send(n % 2 === 0 ? batch : batch.toReversed())),
    );
    const sums = answers.map((answer) => expectData(answer) as { accepted: number; duplicates: number });
    expect(sums.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(500);
    expect(sums.every(({ accepted, duplicates }) => accepted + duplicates === 500)).toBe(true);
    const rows = await kept();
    expect(rows).toHaveLength(500);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(500);
  });

  it('leaves out what cannot have happened then, and takes a fast clock for now', async () => {
    const ahead = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
    const before = Date.now();
    expect(
      await sendAll(
        event('old', { at: ago(397.1) }),
        event('oldest', { at: ago(396.9) }),
        event('soon', { at: ahead(23) }),
        event('later', { at: ahead(25) }),
      ),
    ).toEqual(
      outcome(2, 0, [
        { id: 'old', reason: 'TOO_OLD' },
        { id: 'later', reason: 'IN_FUTURE' },
      ]),
    );
    const [, soon] = await kept();
    expect(soon?.id).toBe('soon');
    expect(Math.abs((soon?.at.getTime() ?? 0) - before)).toBeLessThan(60_000);
    // What was refused was not told: it may come with a time that can be.
    expect(await sendAll(event('later'))).toEqual(outcome(1, 0));
  });

  it.each<[string, object]>([
    ['no name', { name: '' }],
    ['a long name', { name: 'x'.repeat(61) }],
    ['no id', { id: '' }],
    ['a long id', { id: 'x'.repeat(256) }],
    ['no time', { at: 'yesterday' }],
    ['an e-mail that is none', { email: 'ani' }],
    ['properties that are too large', { properties: { a: 'x'.repeat(4096) } }],
    ['properties that are no object', { properties: ['a'] }],
  ])('refuses a call with %s, and keeps nothing of it', async (_, more) => {
    expectError(await send([event('1'), { ...event('2'), ...more }]), 400, 'VALIDATION');
    expect(await kept()).toEqual([]);
  });

  it('takes 500 and not 501', async () => {
    const batch = (count: number) => Array.from({ length: count }, (_, n) => event(`n-${n}`));
    expectError(await send(batch(501)), 400, 'VALIDATION');
    expect(expectData(await send(batch(500)))).toEqual(outcome(500, 0));
  });

  it("is a partner's: a session may not, and nobody reports another workspace", async () => {
    expectError(
      await bySession(server, us.cookie, 'POST', '/api/v1/events', { events: [event('1')] }),
      403,
      'FORBIDDEN',
    );
    expectError(
      await server.call(us.key, 'POST', '/api/v1/events', {
        body: { accountId: server.theirs.accountId, events: [event('1')] },
      }),
      403,
      'ACCOUNT_MISMATCH',
    );
  });
});

describe('whose it is', () => {
  it('is found out within the hour for a contact that comes later, the e-mail before the id', async () => {
    const email = `${unique('budi')}@example.test`;
    await sendAll(
      event('mail', { email }),
      event('both', { email, customerId: 'c-9' }),
      event('id', { customerId: 'c-9' }),
      event('old', { email, at: ago(31) }),
      event('other', { customerId: 'c-10' }),
    );
    const { database } = server.services;
    const byMail = await makeContact(database, us.accountId, { email });
    const byId = await makeContact(database, us.accountId, { externalRef: 'c-9' });
    await makeContact(database, server.theirs.accountId, { externalRef: 'c-10' });
    await findPeopleJob.run(server.services, {});
    const now = Object.fromEntries((await kept()).map((row) => [row.id, row]));
    const found = { email: null, customerId: null };
    expect(now).toMatchObject({
      mail: { contactId: byMail.id, ...found },
      both: { contactId: byMail.id, ...found },
      id: { contactId: byId.id, ...found },
      old: { contactId: null, email },
      other: { contactId: null, customerId: 'c-10' },
    });
  });

  it('is found by what went away in a merge', async () => {
    const email = `${unique('budi')}@example.test`;
    await sendAll(event('mail', { email }), event('id', { customerId: 'c-9' }));
    const { database } = server.services;
    const keep = await makeContact(database, us.accountId);
    const other = await makeContact(database, us.accountId, { email, externalRef: 'c-9' });
    const body = { keepId: keep.id, mergeIds: [other.id] };
    expectData(await server.call(us.key, 'POST', '/api/v1/contacts/merge', { body }));
    await findPeopleJob.run(server.services, {});
    expect((await kept()).map(({ contactId }) => contactId)).toEqual([keep.id, keep.id]);
  });

  it('comes along when contacts become one, and goes back with the undo', async () => {
    const { database } = server.services;
    const [keep, other] = [
      await makeContact(database, us.accountId, { externalRef: 'k' }),
      await makeContact(database, us.accountId, { externalRef: 'o' }),
    ];
    await sendAll(event('1', { customerId: 'k' }), event('2', { customerId: 'o' }), event('3', { customerId: 'o' }));
    const merged = expectData(
      await server.call(us.key, 'POST', '/api/v1/contacts/merge', { body: { keepId: keep.id, mergeIds: [other.id] } }),
    );
    expect((await kept()).map(({ contactId }) => contactId)).toEqual([keep.id, keep.id, keep.id]);
    expectData(await server.call(us.key, 'POST', `/api/v1/contacts/merges/${merged.id}/undo`, { body: {} }));
    expect((await kept()).map(({ contactId }) => contactId)).toEqual([keep.id, other.id, other.id]);
  });

  it('stands on their page and in their export, and goes when they are erased', async () => {
    const email = `${unique('citra')}@example.test`;
    await sendAll(event('before', { email }), event('others', { email: 'dewi@example.test' }));
    const { id } = await makeContact(server.services.database, us.accountId, { email });
    await sendAll(event('after', { email, name: 'product_viewed', at: ago(0.5), properties: { sku: 'a' } }));
    const timeline = await trpc(server, 'query', 'contacts.timeline', { id }, { cookie: us.cookie });
    expect(timeline.data.items).toMatchObject([
      { kind: 'event', id: 'after', name: 'product_viewed', detail: '{"sku": "a"}' },
    ]);
    const exported = expectData(await server.call(us.key, 'GET', `/api/v1/contacts/${id}/export`));
    expect(exported.events).toMatchObject([{ id: 'after', properties: { sku: 'a' } }, { id: 'before' }]);
    expectData(await server.call(us.key, 'POST', `/api/v1/contacts/${id}/erase`));
    expect((await kept()).map(({ id: left }) => left)).toEqual(['others']);
    // It does not come back by being told again.
    expect(await sendAll(event('after', { email }))).toEqual(outcome(0, 1));
  });
});

it('shows what came lately, by name, with whose it is', async () => {
  const { id } = await makeContact(server.services.database, us.accountId, {
    firstName: 'Eka',
    lastName: 'Putri',
    externalRef: 'c-1',
  });
  await sendAll(
    event('1', { customerId: 'c-1' }),
    event('2', { at: ago(2) }),
    event('3', { name: 'product_viewed', customerId: 'unknown', at: ago(3), properties: { sku: 'a' } }),
    event('4', { at: ago(31) }),
  );
  expectData(await send([event('1')], server.theirs));
  const recent = (input: object) => trpc(server, 'query', 'events.recent', input, { cookie: us.cookie });
  expect((await recent({})).data).toMatchObject({
    names: [
      { name: 'page_viewed', count: 2, ofContacts: 1 },
      { name: 'product_viewed', count: 1, ofContacts: 0 },
    ],
    events: [
      { id: '1', contact: { id, name: 'Eka Putri' }, told: null },
      { id: '2', contact: null, told: null },
      { id: '3', contact: null, told: 'unknown', properties: { sku: 'a' } },
    ],
  });
  expect((await recent({ name: 'product_viewed' })).data.events.map((each: { id: string }) => each.id)).toEqual(['3']);
});

it('are counted to 10,000 of a name, and it is said that there are more', async () => {
  const us = await server.makeTenant();
  await server.services.database.pool.query(
    `INSERT INTO "ShopperEvent" ("accountId", id, name, at, "contactId", properties, "createdAt")
     SELECT $1, 'e' || n, CASE WHEN n > 10000 THEN 'more' ELSE 'most' END, $2::timestamptz - n * interval '1 second', 'somebody', '{}', $2 FROM generate_series(1, 20001) n`,
    [us.accountId, new Date()],
  );
  expect((await trpc(server, 'query', 'events.recent', {}, { cookie: us.cookie })).data.names).toEqual([
    { name: 'more', count: 10_000, hasMore: true, ofContacts: 10_000, lastAt: expect.any(String) },
    { name: 'most', count: 10_000, hasMore: false, ofContacts: 10_000, lastAt: expect.any(String) },
  ]);
});
