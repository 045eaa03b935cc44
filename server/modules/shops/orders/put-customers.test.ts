/** PUT /api/v1/integrations/customers (docs/contract/integrations.md#customers). */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { bySession, expectData, expectError } from '@/server/testing/http';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';
import { nextMillisecond } from '@/server/testing/waits';

const server = useServer();
const prisma = () => server.services.database.prisma;

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant();
});

const put = (rows: unknown[], who = us, externalSource = 'toko'): Promise<Answer> =>
  server.call(who.key, 'PUT', '/api/v1/integrations/customers', { body: { externalSource, rows } });
const putAll = async (...rows: unknown[]) => expectData(await put(rows));
const counts = (created: number, updated: number, unchanged: number, ...errors: object[]) => ({
  created,
  updated,
  unchanged,
  errors,
});
const contacts = (who = us) =>
  prisma().contact.findMany({ where: { accountId: who.accountId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
const only = async () => {
  const all = await contacts();
  expect(all).toHaveLength(1);
  return all[0];
};
const contact = (values: Partial<Parameters<typeof makeContact>[2]>) =>
  makeContact(server.services.database, us.accountId, values);

describe('a customer who is nobody here', () => {
  it('becomes a contact with all that is told', async () => {
    const row = {
      externalRef: 'p-1',
      email: ' Ani@Example.test',
      phone: '0812 0000 1111',
      firstName: 'Ani',
      lastName: 'Wijaya',
      socialHandles: { instagram: 'ani' },
      subscriptions: { email: 'pending' },
      attributes: { shop: { ordersCount: 3, tags: ['vip'] }, size: 'M' },
      updatedAt: '2026-01-01T00:00:00Z',
    };
    expect(await putAll(row)).toEqual(counts(1, 0, 0));
    expect(await only()).toMatchObject({
      email: 'ani@example.test',
      phone: '0812 0000 1111',
      phoneE164: '+6281200001111',
      firstName: 'Ani',
      lastName: 'Wijaya',
      socialHandles: { instagram: 'ani' },
      subscriptions: { email: 'pending' },
      attributes: { shop: { ordersCount: 3, tags: ['vip'] }, size: 'M' },
      source: 'http',
      externalRef: 'p-1',
    });
    expect(await putAll(row)).toEqual(counts(0, 0, 1));
  });

  it('keeps the source that it is told with', async () => {
    await putAll({ externalRef: 'p', email: 'a@example.test', source: 'kasir' });
    expect(await only()).toMatchObject({ source: 'kasir' });
  });

  it('is refused without e-mail and phone, by itself', async () => {
    expect(
      await putAll(
        { externalRef: '1' },
        { externalRef: '2', email: 'b@example.test' },
        { externalRef: '3', phone: 'none' },
      ),
    ).toEqual(counts(1, 0, 0, { row: 0, reason: 'NO_IDENTITY' }, { row: 2, reason: 'NO_IDENTITY' }));
  });

  it('is left out where the plan has no room, and those who are here are not', async () => {
    us = await server.makeTenant({ plan: null });
    await contact({ email: 'here@example.test' });
    await prisma().contactTally.updateMany({ where: { accountId: us.accountId }, data: { created: 499 } });
    expect(
      await putAll(
        { externalRef: '1', email: 'new@example.test' },
        { externalRef: '2', email: 'newer@example.test' },
        { externalRef: '3', email: 'here@example.test', firstName: 'Budi' },
      ),
    ).toEqual(counts(1, 1, 0, { row: 1, reason: 'PLAN_LIMIT' }));
  });

  it('inherits the opt-out that stands at its address', async () => {
    const { id } = await contact({ email: 'gone@example.test' });
    expectData(await server.call(us.key, 'DELETE', `/api/v1/contacts/${id}`));
    expect(await putAll({ externalRef: '1', phone: '+6281200002222', email: 'gone@example.test' })).toEqual(
      counts(0, 1, 0),
    );
    expect(await putAll({ externalRef: '2', phone: '+6281200002222' })).toEqual(counts(0, 0, 1));
    expect(await only()).toMatchObject({ subscriptions: { email: 'unsubscribed' } });
  });
});

describe('a customer who is a contact', () => {
  it('is found by the e-mail whatever the phone, then by the phone; the newest of several', async () => {
    await contact({ email: 'ani@example.test', phone: '+6281200001111' });
    await contact({ email: 'budi@example.test', phone: '+6281200002222' });
    await nextMillisecond();
    const newer = await contact({ email: 'budi@example.test', phone: '+6281200003333' });
    expect(
      await putAll(
        { externalRef: 'a', email: 'ani@example.test', phone: '+6281200002222', firstName: 'Ani' },
        { externalRef: 'b', email: 'budi@example.test', firstName: 'Budi' },
        { externalRef: 'c', email: 'other@example.test', phone: '0812-0000-2222', firstName: 'Citra' },
      ),
    ).toEqual(counts(0, 3, 0));
    expect((await contacts()).map(({ phone, firstName }) => [phone, firstName])).toEqual([
      ['+6281200001111', 'Ani'],
      ['+6281200002222', 'Citra'],
      ['+6281200003333', 'Budi'],
    ]);
    expect(
      (await prisma().customer.findFirst({ where: { accountId: us.accountId, externalRef: 'b' } }))?.contactId,
    ).toBe(newer.id);
  });

  it('is filled where it is empty, and nothing that it has is overwritten', async () => {
    await contact({
      email: 'ani@example.test',
      firstName: 'Ani',
      source: 'form',
      attributes: { size: 'S', shop: { ordersCount: 1 } },
      socialHandles: { line: 'ani' },
    });
    const row = {
      externalRef: 'p-1',
      email: 'ani@example.test',
      phone: '0812 0000 1111',
      firstName: 'Anita',
      lastName: 'Wijaya',
      source: 'shop',
      attributes: { size: 'M', shop: { ordersCount: 2 } },
      socialHandles: { line: 'other' },
      subscriptions: { email: 'subscribed' },
    };
    expect(await putAll(row)).toEqual(counts(0, 1, 0));
    expect(await only()).toMatchObject({
      phone: '0812 0000 1111',
      phoneE164: '+6281200001111',
      firstName: 'Ani',
      lastName: 'Wijaya',
      source: 'form',
      externalRef: 'p-1',
      attributes: { size: 'S', shop: { ordersCount: 2 } },
      socialHandles: { line: 'ani' },
      subscriptions: {},
    });
    // Their identity has the phone by now: who sends both finds them.
    expectData(
      await server.call(us.key, 'POST', '/api/v1/contacts', {
        body: { email: 'ani@example.test', phone: '081200001111', lastName: 'W.' },
      }),
      201,
    );
    expect(await contacts()).toHaveLength(1);
    expect(await putAll(row)).toEqual(counts(0, 0, 1));
  });

  it('is not given a phone that would make it somebody who is here already', async () => {
    await contact({ email: 'ani@example.test', phone: '081200001111' });
    await nextMillisecond();
    const newest = await contact({ email: 'ani@example.test' });
    expect(
      await putAll({ externalRef: 'p', email: 'ani@example.test', phone: '081200001111', lastName: 'W.' }),
    ).toEqual(counts(0, 1, 0));
    expect(await prisma().contact.findFirst({ where: { accountId: us.accountId, id: newest.id } })).toMatchObject({
      phone: null,
      lastName: 'W.',
    });
  });

  it('is not changed by what is older than what is here; what is as old counts', async () => {
    const at = (updatedAt: string, ordersCount: number) => ({
      externalRef: 'p',
      email: 'ani@example.test',
      attributes: { shop: { ordersCount } },
      updatedAt,
    });
    expect(await putAll(at('2026-01-02T00:00:00Z', 2))).toEqual(counts(1, 0, 0));
    expect(await putAll(at('2026-01-01T00:00:00Z', 1))).toEqual(counts(0, 0, 1));
    expect(await putAll(at('2026-01-02T00:00:00Z', 3), at('2026-01-01T23:59:59Z', 4))).toEqual(counts(0, 1, 1));
    expect(await only()).toMatchObject({ attributes: { shop: { ordersCount: 3 } } });
    // Another shop has customers of its own.
    expect(expectData(await put([at('2025-01-01T00:00:00Z', 9)], us, 'pasar'))).toEqual(counts(0, 1, 0));
  });

  it('is unsubscribed by the opt-out of the shop, at its address; the opt-in lifts nothing', async () => {
    const ani = await contact({ email: 'ani@example.test', phone: '+6281200001111' });
    const twin = await contact({ email: 'ani@example.test', phone: '+6281200002222' });
    const row = (email: string) => ({ externalRef: 'p', email: 'ani@example.test', subscriptions: { email } });
    expect(await putAll(row('unsubscribed'))).toEqual(counts(0, 1, 0));
    for (const each of [ani, twin])
      expect(await prisma().contact.findFirst({ where: { accountId: us.accountId, id: each.id } })).toMatchObject({
        subscriptions: { email: 'unsubscribed' },
      });
    expect(await putAll(row('subscribed'))).toEqual(counts(0, 0, 1));
    expect(await putAll(row('pending'))).toEqual(counts(0, 0, 1));
    expect((await contacts()).map(({ subscriptions }) => subscriptions)).toEqual([
      { email: 'unsubscribed' },
      { email: 'unsubscribed' },
    ]);
    expect(await prisma().suppression.findMany({ where: { accountId: us.accountId } })).toMatchObject([
      { family: 'email', address: 'ani@example.test', reason: 'merchant' },
    ]);
  });

  it('keeps its own subscription where the shop reports another address', async () => {
    await contact({ email: 'ani@example.test', phone: '+6281200001111' });
    await putAll({
      externalRef: 'p',
      email: 'second@example.test',
      phone: '+6281200001111',
      subscriptions: { email: 'unsubscribed' },
    });
    expect(await only()).toMatchObject({ email: 'ani@example.test', subscriptions: {} });
    expect(await prisma().suppression.findMany({ where: { accountId: us.accountId } })).toMatchObject([
      { family: 'email', address: 'second@example.test' },
    ]);
  });
});

describe('PUT /integrations/customers', () => {
  it('is refused as a whole for one malformed value, to a session, and for another workspace', async () => {
    const row = { externalRef: '1', email: 'a@example.test' };
    expectError(await put([row, { externalRef: '2', email: 'no' }]), 400, 'VALIDATION');
    const body = { externalSource: 'toko', rows: [row] };
    const path = '/api/v1/integrations/customers';
    expectError(await bySession(server, us.cookie, 'PUT', path, body), 403, 'FORBIDDEN');
    expectError(
      await server.call(us.key, 'PUT', path, { body: { ...body, accountId: server.theirs.accountId } }),
      403,
      'ACCOUNT_MISMATCH',
    );
    expect(await contacts()).toEqual([]);
  });

  it('refuses by itself who would grow too large', async () => {
    await contact({ email: 'ani@example.test', attributes: { a: 'x'.repeat(60 * 1024) } });
    const shop = { note: 'y'.repeat(50 * 1024) };
    expect(
      await putAll(
        { externalRef: '1', email: 'ani@example.test', attributes: { shop } },
        { externalRef: '2', email: 'budi@example.test', attributes: { shop } },
      ),
    ).toEqual(counts(1, 0, 0, { row: 0, reason: 'ATTRIBUTES_TOO_LARGE' }));
  });

  it('makes one contact of fifty calls at once', async () => {
    const email = `${unique('ani')}@example.test`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) =>
        expectData(await put([{ externalRef: `p-${index % 5}`, email, phone: `+62812000${10_000 + index}` }])),
      ),
    );
    expect(answers.filter((answer) => (answer as { created: number }).created === 1)).toHaveLength(1);
    expect(await contacts()).toHaveLength(1);
  });

  it('comes to the same in one call as row by row', async () => {
    const email = fc.constantFrom('a@example.test', 'b@example.test', null, undefined);
    const phone = fc.constantFrom('081200001111', '+62 812-0000-1111', '081200002222', 'none', null, undefined);
    const name = fc.constantFrom('', 'Ani', 'Budi', null, undefined);
    const word = fc.constantFrom('subscribed', 'unsubscribed', 'pending');
    const row = fc
      .record({
        externalRef: fc.constantFrom('1', '2', '3'),
        email,
        phone,
        firstName: name,
        lastName: name,
        subscriptions: fc.option(
          fc.dictionary(fc.constantFrom('email', 'sms', 'whatsapp', 'line'), word, { maxKeys: 3 }),
          { nil: undefined },
        ),
        attributes: fc.option(fc.record({ shop: fc.record({ ordersCount: fc.nat(2) }) }), { nil: undefined }),
        day: fc.integer({ min: 1, max: 3 }),
      })
      .map(({ day, ...sent }) => ({ ...sent, updatedAt: `2026-01-0${day}T00:00:00Z` }));
    const seen = async (who: Tenant) => {
      const people = await contacts(who);
      const refOf = new Map(people.map(({ id, identityHash }) => [id, identityHash]));
      const customers = await prisma().customer.findMany({
        where: { accountId: who.accountId },
        orderBy: { externalRef: 'asc' },
      });
      const suppressed = await prisma().suppression.findMany({
        where: { accountId: who.accountId },
        orderBy: [{ family: 'asc' }, { address: 'asc' }],
      });
      return {
        people: people
          .map(({ id: _, accountId: __, createdAt: ___, updatedAt: ____, ...rest }) => rest)
          .sort((a, b) => a.identityHash.localeCompare(b.identityHash)),
        customers: customers.map(({ externalRef, contactId, sourceUpdatedAt }) => [
          externalRef,
          refOf.get(contactId),
          sourceUpdatedAt.toISOString(),
        ]),
        suppressed: suppressed.map(({ family, address, reason }) => [family, address, reason]),
      };
    };
    const bare = {
      firstName: undefined,
      lastName: undefined,
      subscriptions: undefined,
      attributes: undefined,
      updatedAt: '2026-01-01T00:00:00Z',
    };
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
        const [together, apart] = [await server.makeTenant(), await server.makeTenant()];
        const whole = expectData(await put(rows, together));
        const sum = counts(0, 0, 0);
        for (const [index, each] of rows.entries()) {
          const one = expectData(await put([each], apart)) as ReturnType<typeof counts>;
          sum.created += one.created;
          sum.updated += one.updated;
          sum.unchanged += one.unchanged;
          sum.errors.push(...one.errors.map((error) => ({ ...error, row: index })));
        }
        expect(whole).toEqual(sum);
        expect(await seen(together)).toEqual(await seen(apart));
      }),
      {
        numRuns: 60,
        // An older contact comes to the number of a newer one: whoever is told by the number stays the newer.
        examples: [
          [
            [
              { externalRef: '1', email: 'a@example.test', phone: 'none', ...bare },
              { externalRef: '1', email: null, phone: '081200001111', ...bare },
              { externalRef: '1', email: 'a@example.test', phone: '081200001111', ...bare },
              { externalRef: '1', email: 'b@example.test', phone: '081200001111', ...bare },
            ],
          ],
        ],
      },
    );
  });
});
