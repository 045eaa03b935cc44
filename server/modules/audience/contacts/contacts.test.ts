/** Contacts through the doors: create or update, retrieve, update, unsubscribe (docs/contract/contacts.md). */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError } from '@/server/testing/http';
import { useServer, type Answer } from '@/server/testing/server';

const server = useServer();
const PATH = '/api/v1/contacts';
const post = (body: unknown, key = server.ours.key): Promise<Answer> => server.call(key, 'POST', PATH, { body });
const get = async (id: string) => expectData(await server.call(server.ours.key, 'GET', `${PATH}/${id}`));
const patch = (id: string, body: unknown): Promise<Answer> =>
  server.call(server.ours.key, 'PATCH', `${PATH}/${id}`, { body });
const remove = (id: string, key = server.ours.key): Promise<Answer> => server.call(key, 'DELETE', `${PATH}/${id}`);
const made = async (body: unknown) => expectData(await post(body), 201);
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const email = (): string => `${unique('sari')}@example.test`;
let numbers = 10_000_000;
const phone = (): string => `+62812${numbers++}`;

describe('POST /contacts', () => {
  it('makes a contact with every field, and answers 201 with the row', async () => {
    const address = email();
    const sent = {
      email: `  ${address.toUpperCase()} `,
      phone: '+62 (812) 999-000',
      firstName: 'Sari',
      lastName: 'Wati',
      socialHandles: { telegram: '7', mars: 'x' },
      subscriptions: { email: 'pending' },
      attributes: { city: 'Bandung', n: { deep: [1, null] } },
      source: 'shop',
      externalRef: 'u1',
    };
    const contact = await made(sent);
    expect(contact).toEqual({
      ...sent,
      email: address,
      id: expect.stringMatching(/^c[0-9a-z]{24}$/),
      accountId: server.ours.accountId,
      identityHash: sha(`${address}|+62812999000`),
      createdAt: expect.any(String),
      updatedAt: contact.createdAt,
    });
    expect(await get(contact.id)).toEqual(contact);
  });

  it('stores defaults', async () => {
    const contact = await made({ phone: ' 081-2 ' });
    expect(contact).toMatchObject({
      email: null,
      phone: ' 081-2 ',
      firstName: null,
      lastName: null,
      socialHandles: {},
      subscriptions: {},
      attributes: {},
      source: null,
      externalRef: null,
      identityHash: sha('|0812'),
    });
  });

  it.each([{}, { firstName: 'A' }, { email: null }, { phone: '+-() ' }, { email: null, phone: null }])(
    'refuses %j: neither e-mail nor phone',
    async (body) => {
      const answer = await post(body);
      expect(answer.status).toBe(400);
      expect(answer.body.error?.code).toBe('VALIDATION');
    },
  );

  it.each([
    { email: 'nobody' },
    { email: '' },
    { email: 'a@b' },
    { email: 'a b@example.com' },
    { email: 'a@-x.com' },
    { email: '.a@example.com' },
    { email: `${'a'.repeat(65)}@example.com` },
    { phone: '123' },
    { phone: '1'.repeat(41) },
    { email: 'a@example.com', firstName: 'x'.repeat(121) },
    { email: 'a@example.com', source: 'x'.repeat(121) },
    { email: 'a@example.com', externalRef: 'x'.repeat(201) },
    { email: 'a@example.com', attributes: [] },
    { email: 'a@example.com', attributes: { a: '\0' } },
    { email: 'a@example.com', subscriptions: { email: 1 } },
    { email: 'a@example.com', socialHandles: null },
  ])('refuses %j', async (body) => {
    expect((await post(body)).body.error?.code).toBe('VALIDATION');
  });

  it.each(["o'neil+x/y=z@sub.example.co.id", '"a b"@example.com', 'jürgen@exämple.de', 'a@xn--p1ai.xn--p1ai'])(
    'takes the e-mail %s',
    async (address) => {
      expect((await made({ email: address })).email).toBe(address);
    },
  );

  it('updates an existing identity in place, only in the fields that are sent, maps key by key', async () => {
    const address = email();
    const first = await made({
      email: address,
      firstName: 'A',
      lastName: 'B',
      source: 'one',
      socialHandles: { line: '1', x: '2' },
      attributes: { a: 1, b: { c: 1 } },
      subscriptions: { push: 'pending' },
    });
    const second = await made({
      email: address.toUpperCase(),
      lastName: null,
      socialHandles: { x: null, t: '3' },
      attributes: { b: { d: 2 }, e: null },
      subscriptions: { email: 'subscribed' },
    });
    expect(second).toMatchObject({
      id: first.id,
      createdAt: first.createdAt,
      firstName: 'A',
      lastName: null,
      source: 'one',
      socialHandles: { line: '1', t: '3' },
      attributes: { a: 1, b: { d: 2 } },
      subscriptions: { push: 'pending', email: 'subscribed' },
    });
    expect(second.updatedAt > first.updatedAt).toBe(true);
  });

  it('tells e-mail alone, phone alone and both apart', async () => {
    const [address, number] = [email(), phone()];
    const ids = new Set(
      (await Promise.all([{ email: address }, { phone: number }, { email: address, phone: number }].map(made))).map(
        ({ id }) => id,
      ),
    );
    expect(ids.size).toBe(3);
  });

  it('does not meet the neighbour', async () => {
    const address = email();
    const theirs = expectData(await post({ email: address, firstName: 'Theirs' }, server.theirs.key), 201);
    const ours = await made({ email: address });
    expect(ours).toMatchObject({ identityHash: theirs.identityHash, firstName: null });
    expect(ours.id).not.toBe(theirs.id);
    for (const answer of [
      await server.call(server.ours.key, 'GET', `${PATH}/${theirs.id}`),
      await patch(theirs.id, { firstName: 'x' }),
      await remove(theirs.id),
    ])
      expect(answer.body.error?.code).toBe('NOT_FOUND');
  });

  it('makes one contact of 20 at once', async () => {
    const address = email();
    const ids = new Set(
      (
        await Promise.all(Array.from({ length: 20 }, (_, i) => made({ email: address, attributes: { [`k${i}`]: i } })))
      ).map(({ id }) => id),
    );
    expect(ids.size).toBe(1);
    expect(Object.keys((await get([...ids][0])).attributes)).toHaveLength(20);
  });
});

describe('PATCH /contacts/:id', () => {
  it('answers with the id, changes what is sent and keeps the rest', async () => {
    const contact = await made({ email: email(), firstName: 'A', attributes: { a: 1, b: 2 } });
    expect(expectData(await patch(contact.id, { lastName: 'B', attributes: { a: null, c: 3 } }))).toEqual({
      id: contact.id,
    });
    expect(await get(contact.id)).toMatchObject({
      firstName: 'A',
      lastName: 'B',
      attributes: { b: 2, c: 3 },
      identityHash: contact.identityHash,
    });
  });

  it('writes nothing when nothing is sent', async () => {
    const contact = await made({ email: email() });
    expectData(await patch(contact.id, { unknown: 1 }));
    expect(await get(contact.id)).toEqual(contact);
  });

  it('re-keys on another e-mail or phone and keeps the id; e-mail null re-keys on the phone', async () => {
    const [address, number] = [email(), phone()];
    const { id } = await made({ email: email(), phone: number });
    expectData(await patch(id, { email: address }));
    expect((await get(id)).identityHash).toBe(sha(`${address}|${number}`));
    expectData(await patch(id, { email: null }));
    expect((await get(id)).identityHash).toBe(sha(`|${number}`));
    // The old identity is free again.
    expect((await made({ email: address, phone: number })).id).not.toBe(id);
  });

  it('refuses to leave neither', async () => {
    const { id } = await made({ email: email() });
    expect((await patch(id, { email: null })).body.error?.code).toBe('VALIDATION');
    expect((await patch(id, { email: null, phone: '----' })).body.error?.code).toBe('VALIDATION');
  });

  it('answers 409 IDENTITY_TAKEN and changes nothing', async () => {
    const taken = await made({ email: email() });
    const contact = await made({ email: email(), firstName: 'A' });
    const answer = await patch(contact.id, { email: taken.email, firstName: 'B' });
    expect([answer.status, answer.body.error?.code]).toEqual([409, 'IDENTITY_TAKEN']);
    expect(await get(contact.id)).toEqual(contact);
  });

  it('lets one of many re-keys onto one identity win', async () => {
    const address = email();
    const contacts = await Promise.all(Array.from({ length: 8 }, () => made({ email: email() })));
    const answers = await Promise.all(contacts.map(({ id }) => patch(id, { email: address })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
  });

  it('survives two that swap their identities at once, and imports of both', async () => {
    const [a, b] = [await made({ email: email() }), await made({ email: email() })];
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        patch(a.id, { email: b.email }),
        patch(b.id, { email: a.email }),
        server.call(server.ours.key, 'POST', `${PATH}/import`, {
          body: { rows: [{ email: b.email }, { email: a.email }] },
        }),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    }
  });
});

describe("what a contact's maps hold", () => {
  /** JSON of so many kilobytes under one key. */
  const kilobytes = (key: string, size: number) => ({ [key]: 'x'.repeat(size * 1024 - key.length - 7) });

  it('is at most 64 KB of attributes in one request', async () => {
    const contact = await made({ email: email(), attributes: kilobytes('a', 64) });
    expect(contact.attributes).toEqual(kilobytes('a', 64));
    for (const body of [
      { attributes: { a: 'x'.repeat(64 * 1024) } },
      { socialHandles: Object.fromEntries(Array.from({ length: 51 }, (_, key) => [`k${key}`, 'x'])) },
    ]) {
      expectError(await post({ email: email(), ...body }), 400, 'VALIDATION');
      expectError(await patch(contact.id, body), 400, 'VALIDATION');
    }
  });

  it('does not grow past 96 KB by merging, whichever way it comes, and nothing of such a request is written', async () => {
    const address = email();
    const { id } = await made({ email: address, attributes: kilobytes('a', 60) });
    const more = { attributes: kilobytes('b', 60), firstName: 'Sari' };
    const refusals = [await patch(id, more), await post({ email: address, ...more })];
    for (const answer of refusals)
      expect(expectError(answer, 400, 'VALIDATION').details.issues[0].path).toBe('attributes');
    const [before, other] = [await get(id), email()];
    const imported = await server.call(server.ours.key, 'POST', `${PATH}/import`, {
      body: {
        rows: [
          { email: address, ...more },
          { email: other, attributes: kilobytes('a', 60) },
          { email: email(), attributes: kilobytes('a', 60) },
          { email: other, ...more },
        ],
      },
    });
    expect(expectData(imported)).toMatchObject({
      created: 1,
      updated: 0,
      skipped: 0,
      errors: [0, 1, 3].map((row) => ({ row, reason: 'ATTRIBUTES_TOO_LARGE' })),
    });
    expect(await get(id)).toEqual(before);
    expect(await server.services.database.prisma.contact.count({ where: { email: other } })).toBe(0);
  });

  it('that is larger from before can be read, and made smaller', async () => {
    const { id } = await made({ email: email() });
    const attributes = { a: 'x'.repeat(300_000), b: 'y'.repeat(300_000) };
    await server.services.database.prisma.contact.updateMany({ where: { id }, data: { attributes } });
    expect((await get(id)).attributes).toEqual(attributes);
    expectData(await patch(id, { attributes: { a: null }, firstName: 'Sari' }));
    expect(await get(id)).toMatchObject({ attributes: { b: attributes.b }, firstName: 'Sari' });
    expectError(await patch(id, { attributes: kilobytes('c', 10) }), 400, 'VALIDATION');
  });
});

describe('DELETE /contacts/:id', () => {
  it('unsubscribes and keeps the row', async () => {
    const contact = await made({ email: email(), subscriptions: { email: 'subscribed', push: 'subscribed' } });
    expect(expectData(await remove(contact.id))).toEqual({ id: contact.id, status: 'unsubscribed' });
    expect((await get(contact.id)).subscriptions).toEqual({
      email: 'unsubscribed',
      sms: 'unsubscribed',
      whatsapp: 'unsubscribed',
      push: 'subscribed',
    });
    expectData(await remove(contact.id));
  });
});

describe('an opt-out', () => {
  const suppressions = (address: string) =>
    server.services.database.prisma.suppression.findMany({
      where: { accountId: server.ours.accountId, address },
      orderBy: { family: 'asc' },
      select: { family: true, reason: true },
    });
  const subscriptions = async (id: string) => (await get(id)).subscriptions;

  it('holds for the address: written to every contact that has it, and inherited by later ones', async () => {
    const [address, number] = [email(), phone()];
    const [one, two, three] = await Promise.all(
      [{ email: address }, { email: address, phone: number }, { phone: number.replace('+62', '0') }].map(made),
    );
    const neighbour = expectData(await post({ email: address }, server.theirs.key), 201);
    expectData(await patch(one!.id, { subscriptions: { email: 'unsubscribed' } }));
    expect(await subscriptions(two!.id)).toEqual({ email: 'unsubscribed' });
    expectData(await remove(two!.id));
    expect(await subscriptions(three!.id)).toEqual({ sms: 'unsubscribed', whatsapp: 'unsubscribed' });
    expect((await made({ email: address, phone: phone() })).subscriptions).toEqual({ email: 'unsubscribed' });
    expect((await made({ phone: `${number} ` })).subscriptions).toEqual({
      sms: 'unsubscribed',
      whatsapp: 'unsubscribed',
    });
    expect(await suppressions(address)).toEqual([{ family: 'email', reason: 'merchant' }]);
    expect(expectData(await server.call(server.theirs.key, 'GET', `${PATH}/${neighbour.id}`)).subscriptions).toEqual(
      {},
    );
  });

  it('is inherited by a contact that moves to the address', async () => {
    const address = email();
    await made({ email: address, subscriptions: { email: 'unsubscribed' } });
    const { id } = await made({ email: email(), phone: phone() });
    expectData(await patch(id, { email: address }));
    expect(await subscriptions(id)).toEqual({ email: 'unsubscribed' });
  });

  it.each(['subscribed', null])(
    'of a merchant gives way to the word %j of the merchant on that contact only, and stays for the address',
    async (word) => {
      const address = email();
      const one = await made({ email: address, subscriptions: { email: 'unsubscribed' } });
      const two = await made({ email: address, phone: phone() });
      expectData(await patch(one.id, { subscriptions: { email: word } }));
      expect(await subscriptions(one.id)).toEqual(word === null ? {} : { email: word });
      expect(await subscriptions(two.id)).toEqual({ email: 'unsubscribed' });
      expect(await suppressions(address)).toEqual([{ family: 'email', reason: 'merchant' }]);
    },
  );

  it.each(['recipient', 'bounce', 'complaint'])('by %s stays whatever the merchant writes', async (reason) => {
    const address = email();
    const { id } = await made({ email: address });
    await server.services.database.prisma.suppression.create({
      data: { accountId: server.ours.accountId, family: 'email', address, reason, createdAt: new Date() },
    });
    expectData(await patch(id, { subscriptions: { email: 'subscribed' } }));
    expect(await subscriptions(id)).toEqual({ email: 'unsubscribed' });
    expect((await made({ email: address, subscriptions: { email: null } })).subscriptions).toEqual({
      email: 'unsubscribed',
    });
    expect(await suppressions(address)).toEqual([{ family: 'email', reason }]);
  });

  it('leaves pending as sent', async () => {
    const address = email();
    await made({ email: address, subscriptions: { email: 'unsubscribed' } });
    expect((await made({ email: address, phone: phone(), subscriptions: { email: 'pending' } })).subscriptions).toEqual(
      { email: 'pending' },
    );
  });

  it('reaches a contact that is made at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const address = email();
      const one = await made({ email: address });
      const [two] = await Promise.all([made({ email: address, phone: phone() }), remove(one.id)]);
      expect((await subscriptions(two.id)).email).toBe('unsubscribed');
    }
  });
});

describe('the plan', () => {
  it('limits the contacts of a month, also when they come at once; an update is never refused', async () => {
    const tenant = await server.makeTenant({ plan: null });
    const at = new Date();
    const before = await makeContact(server.services.database, tenant.accountId, {
      createdAt: new Date(at.getTime() - 40 * 86_400_000),
    });
    await server.services.database.prisma.contactTally.updateMany({
      where: { accountId: tenant.accountId },
      data: { created: 900 },
    });
    await server.services.database.prisma.contactTally.create({
      data: { accountId: tenant.accountId, month: at.toISOString().slice(0, 7), created: 495 },
    });
    const answers = await Promise.all(Array.from({ length: 12 }, () => post({ email: email() }, tenant.key)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.find(({ status }) => status === 403)?.body.error).toMatchObject({
      code: 'PLAN_LIMIT',
      details: { plan: 'free', resource: 'contacts', limit: 500 },
    });
    expectData(await post({ email: before.email, firstName: 'New' }, tenant.key), 201);
  });
});
