/** PUT and GET /api/v1/integrations/orders and /checkouts (docs/contract/integrations.md). */
import { beforeEach, describe, expect, it } from 'vitest';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { bySession, expectData, expectError } from '@/server/testing/http';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';

const server = useServer();
const ROOT = '/api/v1/integrations';
const prisma = () => server.services.database.prisma;

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant();
});

const order = (externalRef: string, more: object = {}) => ({
  externalRef,
  amount: 150_000,
  currency: 'idr',
  status: 'pending',
  placedAt: '2026-01-01T09:00:00+07:00',
  ...more,
});
const checkout = (externalRef: string, more: object = {}) => ({ externalRef, value: 90_000, currency: 'idr', ...more });
const put = (what: 'orders' | 'checkouts', rows: unknown[], who = us, externalSource = 'toko'): Promise<Answer> =>
  server.call(who.key, 'PUT', `${ROOT}/${what}`, { body: { externalSource, rows } });
const putAll = async (what: 'orders' | 'checkouts', ...rows: unknown[]) => expectData(await put(what, rows));
const list = async (what: 'orders' | 'checkouts', query = '', who = us) =>
  expectData(await server.call(who.key, 'GET', `${ROOT}/${what}${query}`)) as {
    data: Record<string, unknown>[];
    cursor: string | null;
    hasMore: boolean;
  };
const counts = (created: number, updated: number, unchanged: number) => ({ created, updated, unchanged, errors: [] });

describe('an order', () => {
  it('is kept with all that is reported of it', async () => {
    const contact = await makeContact(server.services.database, us.accountId, { email: 'ani@example.test' });
    const whole = {
      number: '#1001',
      checkoutSessionId: 's-1',
      checkoutRef: 'c-1',
      customerRef: 'p-1',
      email: ' Ani@Example.test',
      phone: '0812 0000 1111',
      shipping: 10_000,
      tax: 1,
      discount: 5_000,
      refunded: 7,
      discountCodes: ['HEMAT'],
      items: [{ name: 'Kemeja', quantity: 2, price: 75_000 }],
      landingUrl: 'https://toko.example/?utm_source=ig',
      paidAt: '2026-01-01T10:00:00+07:00',
      updatedAt: '2026-01-01T10:00:01+07:00',
      status: 'paid',
    };
    expect(await putAll('orders', order('1', whole))).toEqual(counts(1, 0, 0));
    const [row] = (await list('orders')).data;
    expect(row).toEqual({
      ...whole,
      id: expect.any(String),
      accountId: us.accountId,
      integrationId: null,
      externalSource: 'toko',
      externalRef: '1',
      contactId: contact.id,
      email: 'ani@example.test',
      amount: 150_000,
      currency: 'IDR',
      items: [{ productRef: null, name: 'Kemeja', quantity: 2, price: 75_000 }],
      placedAt: '2026-01-01T02:00:00.000Z',
      paidAt: '2026-01-01T03:00:00.000Z',
      sourceUpdatedAt: '2026-01-01T03:00:01.000Z',
      updatedAt: expect.any(String),
      createdAt: expect.any(String),
    });
    expect(expectData(await server.call(us.key, 'GET', `${ROOT}/orders/${String(row?.id)}`))).toEqual(row);
  });

  it('has the session that it was not given, and belongs to nobody where nobody fits', async () => {
    await putAll('orders', order('1'));
    expect((await list('orders')).data[0]).toMatchObject({ checkoutSessionId: 'toko:1', contactId: null, refunded: 0 });
  });

  it('counts what is new, other, as it was, and older than what is here; twice in a call as if sent twice', async () => {
    const updatedAt = '2026-01-02T00:00:00Z';
    expect(await putAll('orders', order('1', { updatedAt }), order('2', { updatedAt }))).toEqual(counts(2, 0, 0));
    expect(
      await putAll(
        'orders',
        order('1', { updatedAt, amount: 5 }),
        order('2', { updatedAt: '2026-01-01T00:00:00Z', amount: 6 }),
        order('3', { updatedAt }),
        order('3', { updatedAt }),
      ),
    ).toEqual(counts(1, 1, 2));
    expect((await list('orders')).data.map(({ externalRef, amount }) => [externalRef, amount]).sort()).toEqual([
      ['1', 5],
      ['2', 150_000],
      ['3', 150_000],
    ]);
  });

  it('keeps our own time of change where only the time of the shop has moved', async () => {
    await putAll('orders', order('1', { updatedAt: '2026-01-01T00:00:00Z' }));
    const [before] = (await list('orders')).data;
    expect(await putAll('orders', order('1', { updatedAt: '2026-01-02T00:00:00Z' }))).toEqual(counts(0, 0, 1));
    expect((await list('orders')).data).toEqual([{ ...before, sourceUpdatedAt: '2026-01-02T00:00:00.000Z' }]);
  });

  it.each([
    ['by e-mail, whatever the phone', { email: 'b@x.test', phone: '+62811000001', customerRef: 'p' }, 'email'],
    [
      'else by phone, however it is written',
      { email: 'none@x.test', phone: '0811 000 001', customerRef: 'p' },
      'phone',
    ],
    ['else by the id of the customer', { email: 'none@x.test', customerRef: 'p' }, 'ref'],
  ])('belongs to the newest contact %s', async (_, reported, whose) => {
    const { database } = server.services;
    const ids: Record<string, string> = {};
    ids.old = (await makeContact(database, us.accountId, { email: 'b@x.test', phone: '1111' })).id;
    ids.email = (await makeContact(database, us.accountId, { email: 'b@x.test' })).id;
    const person = await server.call(us.key, 'POST', '/api/v1/contacts', { body: { phone: '+62811000001' } });
    ids.phone = (expectData(person, person.status) as { id: string }).id;
    ids.ref = (await makeContact(database, us.accountId, { email: unique('r') + '@x.test', externalRef: 'p' })).id;
    await putAll('orders', order('1', reported));
    expect((await list('orders')).data[0]?.contactId).toBe(ids[whose]);
  });

  it('completes the checkout that it names when it is placed, whichever is reported first', async () => {
    await putAll('checkouts', checkout('c-1'), checkout('other'));
    await putAll('orders', order('1', { checkoutRef: 'c-1' }));
    await putAll('orders', order('1', { checkoutRef: 'c-1', status: 'paid', paidAt: '2026-01-01T03:00:00Z' }));
    await putAll('orders', order('2', { checkoutRef: 'c-2', status: 'paid' }));
    await putAll('checkouts', checkout('c-2'));
    const ids = new Map((await list('orders')).data.map(({ externalRef, id }) => [externalRef, id]));
    const completed = (await list('checkouts', '?status=completed')).data;
    const placedAt = '2026-01-01T02:00:00.000Z';
    expect(
      completed.map(({ externalRef, orderId, completedAt }) => [externalRef, orderId, completedAt]).sort(),
    ).toEqual([
      ['c-1', ids.get('1'), placedAt],
      ['c-2', ids.get('2'), placedAt],
    ]);
    // What the shop tells afterwards opens nothing again.
    await putAll('checkouts', checkout('c-1', { value: 1 }));
    expect((await list('checkouts', '?status=completed')).data).toHaveLength(2);
  });

  it('told by fifty calls at once is one order', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        put('orders', [order('1', { amount: at, updatedAt: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString() })]),
      ),
    );
    const data = answers.map((answer) => expectData(answer) as { created: number });
    expect(data.filter(({ created }) => created === 1)).toHaveLength(1);
    expect((await list('orders')).data.map(({ amount }) => amount)).toEqual([49]);
  });
});

describe('who may', () => {
  it('tell is a partner, by a key, of the workspace of its key', async () => {
    const body = { externalSource: 'toko', rows: [order('1')] };
    expectError(await bySession(server, us.cookie, 'PUT', `${ROOT}/orders`, { body }), 403, 'FORBIDDEN');
    expectError(
      await server.call(us.key, 'PUT', `${ROOT}/orders`, { body: { ...body, accountId: server.theirs.accountId } }),
      403,
      'ACCOUNT_MISMATCH',
    );
    expect(await prisma().order.count({ where: { accountId: us.accountId } })).toBe(0);
  });

  it('read is the workspace itself', async () => {
    await putAll('orders', order('1'));
    await putAll('checkouts', checkout('1'));
    for (const what of ['orders', 'checkouts'] as const) {
      const [row] = (await list(what)).data;
      const path = `${ROOT}/${what}/${String(row?.id)}`;
      expect(expectData(await server.call(us.key, 'GET', path))).toEqual(row);
      expectError(await server.call(server.theirs.key, 'GET', path), 404, 'NOT_FOUND');
      expect((await list(what, '', server.theirs)).data.some(({ id }) => id === row?.id)).toBe(false);
    }
  });

  it('one malformed value refuses the whole call', async () => {
    for (const row of [
      order('2', { amount: -1 }),
      order('2', { currency: 'RUPIAH' }),
      order('', {}),
      { externalRef: '2' },
    ])
      expectError(await put('orders', [order('1'), row]), 400, 'VALIDATION');
    expectError(await put('orders', [order('1')], us, ''), 400, 'VALIDATION');
    expectError(await put('checkouts', [checkout('1', { url: 'javascript:alert(1)' })]), 400, 'VALIDATION');
    expect(await prisma().order.count({ where: { accountId: us.accountId } })).toBe(0);
  });
});

describe('a list', () => {
  it('walks all orders, last placed first, and is filtered', async () => {
    const contact = await makeContact(server.services.database, us.accountId, { email: 'ani@example.test' });
    await putAll(
      'orders',
      ...Array.from({ length: 7 }, (_, at) =>
        order(`o${at}`, {
          placedAt: `2026-01-0${1 + (at % 3)}T00:00:00Z`,
          status: at < 4 ? 'paid' : 'canceled',
          ...(at === 2 && { email: 'ani@example.test' }),
        }),
      ),
    );
    const walked: unknown[] = [];
    for (let query = '?limit=3'; ;) {
      const page = await list('orders', query);
      walked.push(...page.data.map(({ externalRef }) => externalRef));
      expect(page.hasMore).toBe(page.cursor !== null);
      if (page.cursor === null) break;
      query = `?limit=3&cursor=${page.cursor}`;
    }
    expect(new Set(walked)).toEqual(new Set(Array.from({ length: 7 }, (_, at) => `o${at}`)));
    expect(walked).toHaveLength(7);
    const refs = async (query: string) =>
      (await list('orders', query)).data.map(({ externalRef }) => externalRef).sort();
    expect(await refs('?status=canceled,unknown')).toEqual(['o4', 'o5', 'o6']);
    expect(await refs('?status=unknown')).toHaveLength(7);
    expect(await refs(`?contactId=${contact.id}`)).toEqual(['o2']);
    expect(await refs('?from=2026-01-02T00:00:00Z&to=2026-01-03T00:00:00Z')).toEqual(['o1', 'o4']);
    expect(await refs('?integrationId=cunknown')).toEqual([]);
  });
});
