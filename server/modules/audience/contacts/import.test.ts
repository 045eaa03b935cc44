/** POST /contacts/import (docs/contract/contacts.md#importing), against the same rows sent one by one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeContact, makeContactList } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { expectData } from '@/server/testing/http';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';

const server = useServer();
const PATH = '/api/v1/contacts';
const send = (body: unknown, tenant: Tenant = server.ours): Promise<Answer> =>
  server.call(tenant.key, 'POST', `${PATH}/import`, { body });
const imported = async (body: unknown, tenant?: Tenant) => expectData(await send(body, tenant));
const email = (): string => `${unique('row')}@example.test`;
const contactsOf = (tenant: Tenant) =>
  server.services.database.prisma.contact.findMany({
    where: { accountId: tenant.accountId },
    orderBy: { identityHash: 'asc' },
    omit: { id: true, accountId: true, createdAt: true, updatedAt: true },
  });
const find = (address: string) =>
  server.services.database.prisma.contact.findFirstOrThrow({
    where: { accountId: server.ours.accountId, email: address },
  });

describe('POST /contacts/import', () => {
  it('counts what it makes and changes, and gives rows without a source csv_import', async () => {
    const [old, kept, fresh] = [email(), email(), email()];
    await makeContact(server.services.database, server.ours.accountId, { email: old, source: 'shop' });
    expect(
      await imported({ rows: [{ email: old, firstName: 'A' }, { email: kept, source: 'fair' }, { email: fresh }] }),
    ).toEqual({ created: 2, updated: 1, skipped: 0, errors: [], listId: null });
    expect([(await find(old)).source, (await find(kept)).source, (await find(fresh)).source]).toEqual([
      'shop',
      'fair',
      'csv_import',
    ]);
    expect((await find(old)).firstName).toBe('A');
  });

  it('skips a row with neither e-mail nor phone and says so', async () => {
    expect(
      await imported({
        rows: [{ email: email() }, { firstName: 'Nobody' }, { phone: '----' }],
        listName: unique('List '),
      }),
    ).toMatchObject({
      created: 1,
      updated: 0,
      skipped: 2,
      errors: [
        { row: 1, reason: 'EMAIL_OR_PHONE_REQUIRED' },
        { row: 2, reason: 'EMAIL_OR_PHONE_REQUIRED' },
      ],
    });
  });

  it('imports nothing when one value is malformed, and says where', async () => {
    const address = email();
    const answer = await send({ rows: [{ email: address }, {}, {}, { email: 'nobody' }] });
    expect(answer.status).toBe(400);
    expect(answer.body.error?.details.issues).toEqual([{ path: 'rows.3.email', message: expect.any(String) }]);
    expect(await server.services.database.prisma.contact.count({ where: { email: address } })).toBe(0);
  });

  it.each([
    {},
    { rows: [] },
    { rows: Array.from({ length: 5001 }, () => ({})) },
    { rows: [{}], listName: '' },
    { rows: [{}], listName: 'x'.repeat(121) },
    { rows: [{}], skipExisting: 'yes' },
  ])('refuses a body out of bounds', async (body) => {
    expect((await send(body)).body.error?.code).toBe('VALIDATION');
  });

  it('leaves existing identities alone with skipExisting, those that an earlier row made too, and out of the list', async () => {
    const [old, fresh] = [email(), email()];
    await makeContact(server.services.database, server.ours.accountId, { email: old, firstName: 'Old' });
    const result = await imported({
      rows: [
        { email: old, firstName: 'New' },
        { email: fresh, firstName: 'One' },
        { email: fresh, firstName: 'Two' },
      ],
      skipExisting: true,
      listName: unique('List '),
    });
    expect(result).toMatchObject({ created: 1, updated: 0, skipped: 2, errors: [] });
    expect([(await find(old)).firstName, (await find(fresh)).firstName]).toEqual(['Old', 'One']);
    expect(
      expectData(await server.call(server.ours.key, 'GET', `/api/v1/contact-lists/${result.listId}`)).members.map(
        ({ contact }: { contact: { email: string } }) => contact.email,
      ),
    ).toEqual([fresh]);
  });

  it('lets the later of two rows win field by field, counted as created then updated', async () => {
    const address = email();
    expect(
      await imported({
        rows: [
          { email: address, firstName: 'A', lastName: 'B', attributes: { a: 1, b: 2 } },
          { email: address.toUpperCase(), firstName: 'C', attributes: { b: null, c: 3 } },
        ],
      }),
    ).toMatchObject({ created: 1, updated: 1 });
    expect(await find(address)).toMatchObject({ firstName: 'C', lastName: 'B', attributes: { a: 1, c: 3 } });
  });

  it('adds to the list of that name, made when it is missing and only when a row goes in', async () => {
    const there = await makeContactList(server.services.database, server.ours.accountId);
    const rows = [{ email: email() }, { email: email() }];
    expect(await imported({ rows, listName: there.name })).toMatchObject({ listId: there.id });
    const name = unique('List ');
    expect(await imported({ rows: [{}], listName: name })).toMatchObject({ listId: null });
    expect(await server.services.database.prisma.contactList.count({ where: { name } })).toBe(0);
    const { listId } = await imported({ rows, listName: name });
    const list = await server.services.database.prisma.contactList.findFirstOrThrow({ where: { name } });
    expect(list).toMatchObject({ id: listId, memberCount: 2, accountId: server.ours.accountId });
    expect(
      await server.services.database.prisma.domainEvent.count({
        where: { type: 'list_added', data: { path: ['listId'], equals: list.id } },
      }),
    ).toBe(2);
  });

  it('puts rows over the plan into errors, in the order of the rows, and takes updates', async () => {
    const tenant = await server.makeTenant({ plan: null });
    const old = await makeContact(server.services.database, tenant.accountId);
    await server.services.database.prisma.contactTally.updateMany({
      where: { accountId: tenant.accountId },
      data: { created: 498 },
    });
    const again = email();
    const result = await imported(
      { rows: [{ email: email() }, { email: old.email }, { email: email() }, { email: again }, {}, { email: again }] },
      tenant,
    );
    expect(result).toEqual({
      created: 2,
      updated: 1,
      skipped: 1,
      errors: [
        { row: 3, reason: 'PLAN_LIMIT' },
        { row: 4, reason: 'EMAIL_OR_PHONE_REQUIRED' },
        { row: 5, reason: 'PLAN_LIMIT' },
      ],
      listId: null,
    });
  });

  it('keeps the plan exact when imports and single contacts come at once', async () => {
    const tenant = await server.makeTenant({ plan: null });
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () =>
        send({ rows: Array.from({ length: 100 }, () => ({ email: email() })) }, tenant),
      ),
      ...Array.from({ length: 6 }, () => server.call(tenant.key, 'POST', PATH, { body: { email: email() } })),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 403].includes(status))).toEqual([]);
    expect(await server.services.database.prisma.contact.count({ where: { accountId: tenant.accountId } })).toBe(500);
  });

  it('takes overlapping imports in any order at once, without a deadlock', async () => {
    const addresses = Array.from({ length: 300 }, email);
    const name = unique('List ');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        send({
          rows: (i % 2 === 0 ? addresses : [...addresses].reverse()).map((address) => ({
            email: address,
            attributes: { [`k${i}`]: i },
            ...(i > 5 ? { subscriptions: { email: 'unsubscribed' } } : {}),
          })),
          listName: name,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(answers.reduce((sum, { body }) => sum + (body.data.created as number), 0)).toBe(300);
    expect(Object.keys((await find(addresses[7]!)).attributes as object)).toHaveLength(8);
    expect(await server.services.database.prisma.contactList.findFirst({ where: { name } })).toMatchObject({
      memberCount: 300,
    });
    const { rows } = await server.services.database.pool.query<{ deadlocks: bigint }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(rows[0]?.deadlocks).toBe(0n);
  });

  it('comes to the same as the same rows one by one', async () => {
    const word = fc.constantFrom('subscribed', 'unsubscribed', 'pending', null);
    const map = fc.dictionary(
      fc.constantFrom('a', 'b', 'email'),
      fc.oneof(
        fc.constant(null),
        fc.string({ maxLength: 3 }).filter((text) => !text.includes('\0')),
      ),
      { maxKeys: 2 },
    );
    const row = fc.record(
      {
        email: fc.constantFrom('a@example.test', 'B@example.test', null),
        phone: fc.constantFrom('0812000111', '+62812000111', '----', null),
        firstName: fc.constantFrom('A', 'B', null),
        source: fc.constantFrom('s', null),
        attributes: map,
        socialHandles: map,
        subscriptions: fc.record({ email: word, sms: word, push: word }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 8 }),
        fc.array(row, { minLength: 1, maxLength: 8 }),
        async (before, rows) => {
          const [whole, single] = [await server.makeTenant(), await server.makeTenant()];
          for (const tenant of [whole, single]) await imported({ rows: before }, tenant);
          const result = await imported({ rows }, whole);
          const counts = { created: 0, updated: 0, skipped: 0 };
          for (const each of rows) {
            const { created, updated, skipped }: typeof counts = await imported({ rows: [each] }, single);
            counts.created += created;
            counts.updated += updated;
            counts.skipped += skipped;
          }
          expect(result).toMatchObject(counts);
          expect(await contactsOf(whole)).toEqual(await contactsOf(single));
          const suppressed = (tenant: Tenant) =>
            server.services.database.prisma.suppression.findMany({
              where: { accountId: tenant.accountId },
              orderBy: [{ family: 'asc' }, { address: 'asc' }],
              select: { family: true, address: true, reason: true },
            });
          expect(await suppressed(whole)).toEqual(await suppressed(single));
        },
      ),
      { numRuns: 25 },
    );
  });

  it('comes to the same as POST /contacts for each row, but for the source', async () => {
    const [whole, single] = [await server.makeTenant(), await server.makeTenant()];
    const rows = [
      { email: 'a@example.test', phone: '0812000111', subscriptions: { sms: 'unsubscribed' } },
      { phone: '+62812000111', firstName: 'Same phone' },
      { email: 'a@example.test', phone: '0812000111', subscriptions: { sms: 'subscribed', x: 'y' } },
      { phone: '+62812000111', attributes: { a: 1 } },
      { email: 'a@example.test', subscriptions: { email: 'unsubscribed' } },
    ].map((each) => ({ ...each, source: 'same' }));
    await imported({ rows }, whole);
    for (const body of rows) expectData(await server.call(single.key, 'POST', PATH, { body }), 201);
    expect(await contactsOf(whole)).toEqual(await contactsOf(single));
  });

  it('takes 5,000 rows', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => ({
      email: `${i}.${unique('r')}@example.test`,
      phone: `+6281${String(i).padStart(8, '0')}`,
      firstName: 'Sari',
      attributes: { i },
    }));
    expect(await imported({ rows, listName: unique('List ') })).toMatchObject({
      created: 5000,
      updated: 0,
      skipped: 0,
      errors: [],
    });
    expect(await imported({ rows })).toMatchObject({ created: 0, updated: 5000 });
  });
});
