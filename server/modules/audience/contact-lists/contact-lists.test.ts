/** Contact lists through the doors (docs/contract/contact-lists.md). */
import { describe, expect, it } from 'vitest';
import { makeContact, makeContactList } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { expectData, trpc } from '@/server/testing/http';
import { useServer, type Answer } from '@/server/testing/server';

const server = useServer();
const PATH = '/api/v1/contact-lists';
const call = (method: string, path = '', body?: unknown, key = server.ours.key): Promise<Answer> =>
  server.call(key, method, PATH + path, body === undefined ? {} : { body });
const list = (contactIds: string[] = []) =>
  makeContactList(server.services.database, server.ours.accountId, { contactIds });
const people = async (count: number): Promise<string[]> =>
  (
    await Promise.all(Array.from({ length: count }, () => makeContact(server.services.database, server.ours.accountId)))
  ).map(({ id }) => id);
const rowOf = (id: string) => server.services.database.prisma.contactList.findFirst({ where: { id } });
const membersOf = (listId: string) => server.services.database.prisma.contactListMember.findMany({ where: { listId } });
const events = (listId: string) =>
  server.services.database.prisma.domainEvent.findMany({
    where: { type: 'list_added', data: { path: ['listId'], equals: listId } },
  });

describe('contact lists', () => {
  it('are made with 201, shown newest first as a bare array, and are the workspace’s own', async () => {
    const tenant = await server.makeTenant();
    const names = [unique('A'), unique('B'), unique('C')];
    for (const name of names) {
      const made = expectData(
        await call('POST', '', { name, description: name === names[0] ? 'd' : undefined }, tenant.key),
        201,
      );
      expect(made).toEqual({
        id: expect.any(String),
        accountId: tenant.accountId,
        name,
        description: name === names[0] ? 'd' : null,
        memberCount: 0,
        createdAt: expect.any(String),
        updatedAt: made.createdAt,
      });
    }
    expect(expectData(await call('GET', '', undefined, tenant.key)).map(({ name }: { name: string }) => name)).toEqual(
      names.reverse(),
    );
    expect(expectData(await call('GET', '', undefined, server.theirs.key))).toEqual([]);
  });

  it('have a name of their own in the workspace, also when they are made at once', async () => {
    const name = unique('List ');
    const answers = await Promise.all(Array.from({ length: 6 }, () => call('POST', '', { name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error?.code).toBe('NAME_TAKEN');
    expectData(await call('POST', '', { name }, server.theirs.key), 201);
  });

  it.each([{}, { name: '' }, { name: 'x'.repeat(121) }, { name: 'a', description: 'x'.repeat(501) }, { name: null }])(
    'refuse %j',
    async (body) => {
      expect((await call('POST', '', body)).body.error?.code).toBe('VALIDATION');
    },
  );

  it('show the 100 members that were added last, the newest first', async () => {
    const ids = await people(102);
    const { id } = await list();
    const at = Date.now();
    await server.services.database.prisma.contactListMember.createMany({
      data: ids.map((contactId, i) => ({
        accountId: server.ours.accountId,
        listId: id,
        contactId,
        addedAt: new Date(at + i),
      })),
    });
    const data = expectData(await call('GET', `/${id}`));
    expect(data.memberCount).toBe(102);
    expect(data.members.map(({ contact }: { contact: { id: string } }) => contact.id)).toEqual(
      ids.reverse().slice(0, 100),
    );
    expect(data.members[0]).toEqual({
      addedAt: expect.any(String),
      contact: expectData(await server.call(server.ours.key, 'GET', `/api/v1/contacts/${ids[0]}`)),
    });
  });

  it('are deleted with their memberships; the contacts stay', async () => {
    const [contactId] = await people(1);
    const { id } = await list([contactId!]);
    expect((await call('DELETE', `/${id}`, undefined, server.theirs.key)).status).toBe(404);
    expect(expectData(await call('DELETE', `/${id}`))).toEqual({ id, deleted: true });
    for (const answer of [await call('GET', `/${id}`), await call('DELETE', `/${id}`)])
      expect(answer.body.error?.code).toBe('NOT_FOUND');
    expectData(await server.call(server.ours.key, 'GET', `/api/v1/contacts/${contactId}`));
  });

  it('are renamed in the dashboard', async () => {
    const [one, two] = [await list(), await list()];
    const change = (input: object) =>
      trpc(server, 'mutation', 'contactLists.update', input, { cookie: server.ours.cookie });
    const name = unique('New ');
    expect((await change({ id: one.id, name })).data).toMatchObject({ id: one.id, name });
    expect((await change({ id: two.id, name })).code).toBe('NAME_TAKEN');
    expect((await change({ id: 'cunknown', name: 'x' })).code).toBe('NOT_FOUND');
  });
});

describe('members', () => {
  it('are added once each; those there already count too, keep their addedAt and raise no event again', async () => {
    const [a, b] = await people(2);
    const { id } = await list();
    expect(expectData(await call('POST', `/${id}/members`, { contactIds: [a, a] }))).toEqual({ added: 1 });
    const [first] = await membersOf(id);
    expect(expectData(await call('POST', `/${id}/members`, { contactIds: [a, b] }))).toEqual({ added: 2 });
    expect((await membersOf(id)).find(({ contactId }) => contactId === a)).toEqual(first);
    expect(await rowOf(id)).toMatchObject({ memberCount: 2 });
    expect((await events(id)).map(({ subjectId }) => subjectId).sort()).toEqual([a, b].sort());
  });

  it('of other workspaces are left out; none at all is 400 NO_VALID_CONTACTS', async () => {
    const [ours] = await people(1);
    const theirs = await makeContact(server.services.database, server.theirs.accountId);
    const { id } = await list();
    expect(
      (await call('POST', `/${id}/members`, { contactIds: [theirs.id, 'cunknown', 'Not An Id'] })).body.error?.code,
    ).toBe('NO_VALID_CONTACTS');
    expect(expectData(await call('POST', `/${id}/members`, { contactIds: [theirs.id, ours] }))).toEqual({ added: 1 });
    expect((await membersOf(id)).map(({ contactId }) => contactId)).toEqual([ours]);
  });

  it.each([[{}], [{ contactIds: [] }], [{ contactIds: Array(501).fill('c1') }], [{ contactIds: 'c1' }]])(
    'need 1 to 500 ids',
    async (body) => {
      const { id } = await list();
      expect((await call('POST', `/${id}/members`, body)).body.error?.code).toBe('VALIDATION');
    },
  );

  it('of an unknown or foreign list are 404', async () => {
    const [contactId] = await people(1);
    const theirs = await makeContactList(server.services.database, server.theirs.accountId);
    for (const id of ['cunknown', theirs.id]) {
      expect((await call('POST', `/${id}/members`, { contactIds: [contactId] })).body.error?.code).toBe('NOT_FOUND');
      expect((await call('DELETE', `/${id}/members/${contactId}`)).body.error?.code).toBe('NOT_FOUND');
    }
  });

  it('are removed, again and again with 200', async () => {
    const [contactId] = await people(1);
    const { id } = await list([contactId!]);
    expect(expectData(await call('DELETE', `/${id}/members/${contactId}`))).toEqual({ removed: 1 });
    expect(expectData(await call('DELETE', `/${id}/members/${contactId}`))).toEqual({ removed: 0 });
    expect(expectData(await call('DELETE', `/${id}/members/cunknown`))).toEqual({ removed: 0 });
    expect(await rowOf(id)).toMatchObject({ memberCount: 0 });
  });

  it('are counted exactly while many come and go', async () => {
    const ids = await people(40);
    const { id } = await list(ids.slice(0, 10));
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        i % 3 === 0
          ? call('DELETE', `/${id}/members/${ids[i % 40]}`)
          : call('POST', `/${id}/members`, {
              contactIds: [...ids.slice(i % 20, (i % 20) + 12)].sort(() => (i % 2) - 0.5),
            }),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ memberCount: (await membersOf(id)).length });
  });

  it('come and go while the list is deleted, without a fault or a deadlock', async () => {
    const ids = await people(20);
    for (let round = 0; round < 8; round++) {
      const { id } = await list(ids.slice(0, 10));
      const answers = await Promise.all([
        ...ids.map((contactId) => call('DELETE', `/${id}/members/${contactId}`)),
        call('POST', `/${id}/members`, { contactIds: ids }),
        call('DELETE', `/${id}`),
        call('POST', `/${id}/members`, { contactIds: ids }),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 404)).toEqual([]);
      expect(await membersOf(id)).toEqual([]);
    }
    const { rows } = await server.services.database.pool.query<{ deadlocks: bigint }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(rows[0]?.deadlocks).toBe(0n);
  });
});
