/** POST /api/v1/abandoned-cart/reminders (docs/contract/abandoned-cart.md#recording-a-reminder). */
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCartConfig, makeDiscountCode, makeReminder } from '@/server/testing/factories/offers';
import { makeContact } from '@/server/testing/factories/audience';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, bySession, expectData, expectError, snapshotOf } from '@/server/testing/http';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';

const server = useServer();
const PATH = '/api/v1/abandoned-cart/reminders';
const prisma = () => server.services.database.prisma;

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant();
});

const cart = (more: object = {}) => ({
  customerId: 'ani',
  cartId: 'cart-1',
  email: 'ani@example.test',
  cartSnapshot: { items: [{ name: 'Kemeja', price: 5 }], note: null },
  valueAtSend: 150_000,
  currencyAtSend: 'idr',
  ...more,
});
const record = (more: object = {}, who = us): Promise<Answer> =>
  server.call(who.key, 'POST', PATH, { body: cart(more) });
const rows = (who = us) =>
  prisma().abandonedCartReminder.findMany({ where: { accountId: who.accountId }, orderBy: { sentAt: 'asc' } });
const contacts = (who = us) => prisma().contact.findMany({ where: { accountId: who.accountId } });
const events = (who = us) =>
  prisma().domainEvent.findMany({ where: { accountId: who.accountId }, orderBy: { position: 'asc' } });
const suppress = async (email: string, who = us) =>
  expectData(await server.call(who.key, 'POST', '/api/v1/abandoned-cart/suppressions', { body: { email } }), 201);
const OPTED_OUT = { id: '', created: false, reason: 'opted_out' };

describe('a reminder', () => {
  it('is recorded with all that it has; 200, audited by nobody', async () => {
    const { database } = server.services;
    const code = await makeDiscountCode(database, us.accountId);
    const marketingCampaignId = await makeMarketingCampaign(database, us.accountId);
    const data = expectData(
      await record({
        email: ' Ani@Example.TEST',
        discountCodeId: code.id,
        marketingCampaignId,
        externalSource: 'shop',
        externalRef: 'r1',
        accountId: us.accountId,
        sentAt: '2020-01-01T00:00:00Z',
        note: 'ignored',
      }),
    );
    expect(data).toEqual({ id: expect.stringMatching(/^c[a-z0-9]{24}$/), created: true });
    const { items } = expectData(await server.call(us.key, 'GET', PATH));
    expect(items).toEqual([
      {
        id: data.id,
        accountId: us.accountId,
        customerId: 'ani',
        cartId: 'cart-1',
        email: 'ani@example.test',
        cartSnapshot: { items: [{ name: 'Kemeja', price: 5 }], note: null },
        valueAtSend: 150_000,
        currencyAtSend: 'IDR',
        discountCodeId: code.id,
        marketingCampaignId,
        externalSource: 'shop',
        externalRef: 'r1',
        sentAt: expect.any(String),
        recoveredAt: null,
        recoveredBySessionId: null,
      },
    ]);
    expect(Math.abs(Date.parse(items[0].sentAt as string) - Date.now())).toBeLessThan(60_000);
    expect(await auditOf(server, us.accountId)).toEqual([]);
  });

  it('is recorded whether reminders are enabled or not, and on every plan', async () => {
    us = await server.makeTenant({ plan: 'free' });
    expect(expectData(await record()).created).toBe(true);
    await makeCartConfig(server.services.database, us.accountId, { enabled: false });
    expect(expectData(await record()).created).toBe(true);
  });

  it.each([
    { customerId: undefined },
    { customerId: '' },
    { customerId: 5 },
    { customerId: 'x'.repeat(256) },
    { cartId: undefined },
    { email: undefined },
    { email: null },
    { email: 'ani' },
    { cartSnapshot: undefined },
    { cartSnapshot: [] },
    { cartSnapshot: 'cart' },
    { cartSnapshot: null },
    { cartSnapshot: { a: 'b\0' } },
    { valueAtSend: undefined },
    { valueAtSend: -1 },
    { valueAtSend: 1.5 },
    { valueAtSend: '5' },
    { valueAtSend: 2 ** 53 },
    { currencyAtSend: undefined },
    { currencyAtSend: 'ID' },
    { currencyAtSend: 'RUPIAH' },
    { externalSource: 5 },
    { externalRef: '' },
    { discountCodeId: 'cunknown' },
    { discountCodeId: '' },
    { marketingCampaignId: '' },
  ])('without a rule kept is 400 VALIDATION and leaves nothing behind: %j', async (more) => {
    const before = await snapshotOf(server, us.accountId);
    expectError(await record(more), 400, 'VALIDATION');
    expect(await snapshotOf(server, us.accountId)).toEqual(before);
  });

  it('keeps no snapshot that is too deep or too long', async () => {
    for (const cartSnapshot of [
      JSON.parse(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`) as object,
      { a: 'x'.repeat(64 * 1024) },
    ])
      expectError(await record({ cartSnapshot }), 400, 'VALIDATION');
    expect(await rows()).toEqual([]);
  });

  it('takes zero, the largest amount, and JSON of 32 levels', async () => {
    for (const more of [
      { cartSnapshot: { a: 'x'.repeat(64 * 1024 - 8) } },
      { valueAtSend: 0 },
      { valueAtSend: 2 ** 53 - 1 },
      { cartSnapshot: JSON.parse(`${'{"a":'.repeat(32)}1${'}'.repeat(32)}`) as object },
      { cartSnapshot: {} },
    ])
      expect(expectData(await record(more)).created).toBe(true);
    expect(expectData(await server.call(us.key, 'GET', `${PATH}?limit=3`)).items[2].valueAtSend).toBe(2 ** 53 - 1);
  });

  it('refers to our own code and campaign only', async () => {
    const { database } = server.services;
    const code = await makeDiscountCode(database, server.theirs.accountId);
    expect(expectError(await record({ discountCodeId: code.id }), 400, 'VALIDATION').details).toMatchObject({
      issues: [{ path: 'discountCodeId' }],
    });
    for (const marketingCampaignId of [await makeMarketingCampaign(database, server.theirs.accountId), 'cunknown'])
      expect(expectError(await record({ marketingCampaignId }), 400, 'VALIDATION').details).toEqual({
        reason: 'CAMPAIGN_NOT_IN_ACCOUNT',
      });
    expect([await rows(), await contacts(), await events()]).toEqual([[], [], []]);
  });

  it('is told by a signed principal of the workspace: platform on behalf, or its own key that may write', async () => {
    const body = cart();
    const onBehalf = { 'X-Svc-On-Behalf-Of': us.accountId };
    expect(expectData(await server.call(server.platform, 'POST', PATH, { body, headers: onBehalf })).created).toBe(
      true,
    );
    expectError(await server.call(server.platform, 'POST', PATH, { body }), 403, 'NO_ACCOUNT');
    expectError(await bySession(server, us.cookie, 'POST', PATH, body), 403, 'FORBIDDEN');
    expectError(await server.fetch('POST', PATH, { body }), 401, 'UNAUTHENTICATED');
    expectError(await record({ accountId: server.theirs.accountId }), 403, 'ACCOUNT_MISMATCH');
    expect(await rows()).toHaveLength(1);
    expect(await rows(server.theirs)).toEqual([]);
  });
});

describe('a retry', () => {
  it('is known by externalSource and externalRef together, and by nothing less', async () => {
    const first = expectData(await record({ externalSource: 'shop', externalRef: 'r' }));
    expect(
      expectData(
        await record({
          externalSource: 'shop',
          externalRef: 'r',
          cartId: 'another',
          email: 'other@example.test',
          valueAtSend: 1,
        }),
      ),
    ).toEqual({ id: first.id, created: false });
    for (const more of [
      {},
      {},
      { externalSource: 'shop' },
      { externalSource: 'shop' },
      { externalRef: 'r' },
      { externalRef: 'r' },
      { externalSource: 'shop', externalRef: null },
      { externalSource: 'shop', externalRef: 'R' },
      { externalSource: 'shop2', externalRef: 'r' },
    ])
      expect(expectData(await record(more)).created).toBe(true);
    expect(expectData(await record({ externalSource: 'shop', externalRef: 'r' }, server.theirs)).created).toBe(true);
    expect(await rows()).toHaveLength(10);
    expect(await prisma().abandonedCartReminder.findFirst({ where: { id: first.id } })).toMatchObject({
      cartId: 'cart-1',
      email: 'ani@example.test',
    });
  });

  it('makes neither a contact nor a trigger', async () => {
    const once = { externalSource: 'shop', externalRef: 'r' };
    await record(once);
    const before = await snapshotOf(server, us.accountId);
    await record({ ...once, email: 'other@example.test' });
    expect(await snapshotOf(server, us.accountId)).toEqual(before);
  });

  it('of thirty at once is one that is created, and the same id for all, round after round', async () => {
    for (let round = 0; round < 6; round++) {
      const key = { externalSource: 'shop', externalRef: unique('r') };
      // With the same e-mail they meet at the buyer's lock, with thirty at the index alone.
      const data = (
        await Promise.all(
          Array.from({ length: 30 }, (_, n) =>
            record({ ...key, ...(round % 2 === 0 ? {} : { email: `ani${n}@example.test` }) }),
          ),
        )
      ).map((answer) => expectData(answer) as { id: string; created: boolean });
      expect(data.filter(({ created }) => created)).toHaveLength(1);
      expect(new Set(data.map(({ id }) => id)).size).toBe(1);
      expect(data[0]!.id).not.toBe('');
      expect(await prisma().abandonedCartReminder.count({ where: { accountId: us.accountId, ...key } })).toBe(1);
      expect(await prisma().domainEvent.count({ where: { accountId: us.accountId } })).toBe(round + 1);
    }
  });
});

describe('a buyer who has opted out', () => {
  it('gets no row, in whatever case the e-mail comes, also on a retry; and is reminded again once that is lifted', async () => {
    const once = { externalSource: 'shop', externalRef: 'r' };
    const { id } = expectData(await record(once));
    await suppress('ANI@example.test');
    const before = await snapshotOf(server, us.accountId);
    for (const more of [{}, { email: 'Ani@Example.test ' }, once, { externalSource: 'shop', externalRef: 'new' }])
      expect(expectData(await record(more))).toEqual(OPTED_OUT);
    expect(await snapshotOf(server, us.accountId)).toEqual(before);
    expect(expectData(await record({}, server.theirs)).created).toBe(true);

    await server.call(us.key, 'DELETE', '/api/v1/abandoned-cart/suppressions/ani@example.test');
    expect(expectData(await record(once))).toEqual({ id, created: false });
    expect(expectData(await record()).created).toBe(true);
  });

  it('gets none from the moment at which that was acknowledged, while reminders come in', async () => {
    for (let round = 0; round < 8; round++) {
      const email = `${unique('buyer')}@example.test`;
      const count = () => prisma().abandonedCartReminder.count({ where: { accountId: us.accountId, email } });
      const recording = Array.from({ length: 12 }, () => record({ email, customerId: email }));
      const atTheEnd = (async () => {
        await new Promise((resolve) => setTimeout(resolve, round * 3));
        await suppress(email);
        return await count();
      })();
      const answers = (await Promise.all(recording)).map((answer) => expectData(answer) as { id: string });
      // Whatever was recorded was so when the opt-out was acknowledged; nothing came after.
      expect(await count()).toBe(await atTheEnd);
      expect(answers.filter(({ id }) => id !== '')).toHaveLength(await count());
      expect(expectData(await record({ email }))).toEqual(OPTED_OUT);
    }
  });
});

describe('what follows', () => {
  it('is a contact with the source abandoned_cart and its trigger', async () => {
    const { id } = expectData(await record());
    const [ani, ...others] = await contacts();
    expect(others).toEqual([]);
    expect(ani).toMatchObject({
      email: 'ani@example.test',
      phone: null,
      source: 'abandoned_cart',
      externalRef: null,
      subscriptions: {},
    });
    expect(await events()).toMatchObject([
      { type: 'abandoned_cart', subjectId: ani!.id, data: { reminderId: id, cartId: 'cart-1', customerId: 'ani' } },
    ]);
    await record();
    expect(await contacts()).toEqual([ani]);
    expect((await events()).map(({ subjectId }) => subjectId)).toEqual([ani!.id, ani!.id]);
  });

  it('leaves a contact who is there as it is, also one who has a phone', async () => {
    const { database } = server.services;
    const [ani, budi] = [
      await makeContact(database, us.accountId, { email: 'ani@example.test', source: 'csv_import' }),
      await makeContact(database, us.accountId, { email: 'budi@example.test', phone: '+628123456', source: null }),
    ];
    await makeContact(database, (await server.makeTenant()).accountId, { email: 'ani@example.test' });
    const before = await contacts();
    await record();
    await record({ email: 'budi@example.test' });
    expect(await contacts()).toEqual(before);
    expect((await events()).map(({ subjectId }) => subjectId)).toEqual([ani.id, budi.id]);
  });

  it('inherits an opt-out from marketing, which is another than that from reminders', async () => {
    await prisma().suppression.create({
      data: {
        accountId: us.accountId,
        family: 'email',
        address: 'ani@example.test',
        reason: 'recipient',
        createdAt: new Date(),
      },
    });
    expect(expectData(await record()).created).toBe(true);
    expect((await contacts())[0]!.subscriptions).toEqual({ email: 'unsubscribed' });
  });

  it('is left out without an error over the plan’s limit of contacts', async () => {
    us = await server.makeTenant({ plan: 'free' });
    await server.services.database.pool.query(
      `INSERT INTO "Contact" ("accountId", "identityHash", email, "createdAt", "updatedAt") SELECT $1, 'h' || n, 'p' || n || '@example.test', now(), now() FROM generate_series(1, 500) n`,
      [us.accountId],
    );
    expect(expectData(await record()).created).toBe(true);
    expect(await prisma().contact.count({ where: { accountId: us.accountId } })).toBe(500);
    expect(await events()).toEqual([]);
    expect(expectData(await record({ email: 'p7@example.test' })).created).toBe(true);
    expect(await events()).toHaveLength(1);
  });

  it('never fails the call', async () => {
    const { pool } = server.services.database;
    await pool.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`,
    );
    await pool.query(`CREATE TRIGGER refuse BEFORE INSERT ON "DomainEvent" FOR EACH ROW EXECUTE FUNCTION refuse()`);
    try {
      expect(expectData(await record()).created).toBe(true);
      expect([(await rows()).length, await contacts()]).toEqual([1, []]);
    } finally {
      await pool.query(`DROP TRIGGER refuse ON "DomainEvent"`);
      await pool.query('DROP FUNCTION refuse()');
    }
    expect(expectData(await record()).created).toBe(true);
    expect(await contacts()).toHaveLength(1);
  });

  it('is one contact when twenty carts of a new buyer come at once, and a trigger for each', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => record({ cartId: `cart-${n}` })));
    for (const answer of answers) expect(expectData(answer).created).toBe(true);
    expect(await contacts()).toHaveLength(1);
    expect(await events()).toHaveLength(20);
  });
});

describe('the list', () => {
  const ask = (query: string) => server.call(us.key, 'GET', `${PATH}${query}`);

  it('has the newest first, 50 unless told otherwise and 200 at most; 0 is none and less is refused', async () => {
    const at = new Date('2026-01-01T00:00:00Z');
    const base = {
      accountId: us.accountId,
      customerId: 'ani',
      email: 'ani@example.test',
      cartSnapshot: {},
      valueAtSend: 1n,
      currencyAtSend: 'IDR',
    };
    await prisma().abandonedCartReminder.createMany({
      data: Array.from({ length: 201 }, (_, n) => ({
        ...base,
        cartId: String(n),
        sentAt: new Date(at.getTime() + n * 1000),
      })),
    });
    await makeReminder(server.services.database, server.theirs.accountId);
    const all = Array.from({ length: 201 }, (_, n) => String(200 - n));
    for (const [query, length] of [
      ['', 50],
      ['?limit=0', 0],
      ['?limit=1', 1],
      ['?limit=200', 200],
      ['?limit=201', 200],
      [`?limit=${'9'.repeat(30)}`, 200],
    ] as const) {
      expect((expectData(await ask(query)).items as { cartId: string }[]).map(({ cartId }) => cartId)).toEqual(
        all.slice(0, length),
      );
    }
    for (const limit of ['-1', '1.5', 'x', '']) expectError(await ask(`?limit=${limit}`), 400, 'VALIDATION');
  });
});
