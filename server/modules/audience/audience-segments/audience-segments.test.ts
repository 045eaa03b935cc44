/**
 * /api/v1/audience-segments through its door (docs/contract/audience-segments.md). What definitions mean is in
 * compile.test.ts.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { makeContact, makeContactList, makeSegment } from '@/server/testing/factories/audience';
import { makeBroadcast } from '@/server/testing/factories/messaging';
import { makeDiscountCode, makeReminder } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';

const server = useServer();
const PATH = '/api/v1/audience-segments';
const DAY_MS = 86_400_000;

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant();
});

const call = (method: string, path = '', body?: unknown, who = us): Promise<Answer> =>
  server.call(who.key, method, PATH + path, body === undefined ? {} : { body });
const of = (...conditions: unknown[]): object => ({ match: 'all', groups: [{ match: 'all', conditions }] });
const HAS_EMAIL = { field: 'email', op: 'is_set' };
const codeOf = (answer: Answer): unknown[] => [
  answer.status,
  answer.body.error?.code,
  answer.body.error?.details?.path,
];
const make = async (options: object = {}): Promise<{ id: string; name: string }> =>
  makeSegment(server.services.database, us.accountId, options);
const contact = (options: object = {}, who = us): Promise<{ id: string }> =>
  makeContact(server.services.database, who.accountId, options);

describe('create', () => {
  it('answers 201 with the row', async () => {
    const definition = {
      match: 'any',
      groups: [
        {
          match: 'all',
          conditions: [HAS_EMAIL, { event: 'message.clicked', op: 'at_least', count: 1, withinDays: 30 }],
        },
      ],
    };
    const answer = await call('POST', '', { name: 'Clickers', definition: { ...definition, note: 'ignored' } });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(/^c[a-z0-9]{24}$/),
      accountId: us.accountId,
      name: 'Clickers',
      description: null,
      kind: 'custom',
      definition,
      status: 'active',
      lastCount: null,
      lastCountedAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await call('GET', `/${answer.body.data.id}`)).body.data).toEqual(answer.body.data);
  });

  it.each([
    [{ definition: of(HAS_EMAIL) }],
    [{ name: '', definition: of(HAS_EMAIL) }],
    [{ name: 'x'.repeat(121), definition: of(HAS_EMAIL) }],
    [{ name: 'x', description: 'x'.repeat(2001), definition: of(HAS_EMAIL) }],
    [{ name: 'x' }],
    [{ name: 'x', definition: [] }],
    [{ name: 'x', definition: 'everybody' }],
    [{ name: 'x', definition: of({ field: 'firstName', op: 'eq', value: 'a\0b' }) }],
  ])('refuses the body %j as 400 VALIDATION', async (body) => {
    expect((await call('POST', '', body)).body.error?.code).toBe('VALIDATION');
  });

  it.each<[string, unknown, string]>([
    ['no match', { groups: [{ match: 'all', conditions: [HAS_EMAIL] }] }, 'match'],
    ['another match', { match: 'none', groups: [{ match: 'all', conditions: [HAS_EMAIL] }] }, 'match'],
    ['no group', { match: 'all', groups: [] }, 'groups'],
    [
      'six groups',
      { match: 'all', groups: Array.from({ length: 6 }, () => ({ match: 'all', conditions: [HAS_EMAIL] })) },
      'groups',
    ],
    ['a group without conditions', { match: 'all', groups: [{ match: 'all', conditions: [] }] }, 'groups.0.conditions'],
    ['eleven conditions', of(...Array.from({ length: 11 }, () => HAS_EMAIL)), 'groups.0.conditions'],
    ['a group without match', { match: 'all', groups: [{ conditions: [HAS_EMAIL] }] }, 'groups.0.match'],
  ])('refuses %s as 400 INVALID_DEFINITION', async (_what, definition, path) => {
    expect(codeOf(await call('POST', '', { name: 'x', definition }))).toEqual([400, 'INVALID_DEFINITION', path]);
  });

  it.each<[object | null]>([
    [null],
    [{}],
    [{ field: 'nickname', op: 'is_set' }],
    [{ field: 'attributes', op: 'is_set' }],
    [{ field: 'attributes.', op: 'is_set' }],
    [{ field: 'attributes.a..b', op: 'is_set' }],
    [{ field: '__proto__', op: 'is_set' }],
    [{ field: 'email', op: 'like', value: '%' }],
    [{ field: 'email', op: 'gt', value: 5 }],
    [{ field: 'email', op: 'eq' }],
    [{ field: 'email', op: 'eq', value: 5 }],
    [{ field: 'email', op: 'eq', value: null }],
    [{ field: 'email', op: 'contains', value: '  ' }],
    [{ field: 'phone', op: 'contains', value: '--' }],
    [{ field: 'source', op: 'in', value: 'csv' }],
    [{ field: 'source', op: 'in', value: [] }],
    [{ field: 'source', op: 'in', value: Array.from({ length: 101 }, String) }],
    [{ field: 'attributes.a', op: 'in', value: ['a', 1] }],
    [{ field: 'attributes.a', op: 'gt', value: 'soon' }],
    [{ field: 'attributes.a', op: 'gt', value: true }],
    [{ field: 'attributes.a', op: 'between', value: [1, '2026-01-01T00:00:00Z'] }],
    [{ field: 'attributes.a', op: 'between', value: [2, 1] }],
    [{ field: 'attributes.a', op: 'eq', value: [1] }],
    [{ field: 'createdAt', op: 'gt', value: '2026-01-01' }],
    [{ field: 'createdAt', op: 'gt', value: 5 }],
    [{ field: 'createdAt', op: 'is_set' }],
    [{ field: 'createdAt', op: 'within_days', value: 0 }],
    [{ field: 'createdAt', op: 'within_days', value: 1.5 }],
    [{ field: 'list', op: 'eq', value: 'x' }],
    [{ field: 'list', op: 'member_of', value: 'cunknown' }],
    [{ field: 'list', op: 'member_of' }],
    [{ event: 'message.read', op: 'none' }],
    [{ event: 'cart.opened', op: 'none', withinDays: 7 }],
    [{ event: 'message.sent', op: 'at_least' }],
    [{ event: 'message.sent', op: 'at_least', count: 0 }],
    [{ event: 'message.sent', op: 'at_most', count: -1 }],
    [{ event: 'message.sent', op: 'none', withinDays: 366 }],
    [{ event: 'message.sent', op: 'none', withinDays: 0 }],
    [{ event: 'message.sent', op: 'eq', value: 1 }],
    [{ event: 'message.sent', field: 'email', op: 'is_set' }],
    [{ field: 'createdAt', op: 'gt', value: '2026-01-01T00:00:00Z', withinDays: 7 }],
    [{ field: 'email', op: 'is_set', count: 1 }],
    [{ field: 'email', op: 'is_set', where: [] }],
  ])('refuses the condition %j at its path', async (condition) => {
    const definition = {
      match: 'all',
      groups: [
        { match: 'any', conditions: [HAS_EMAIL] },
        { match: 'any', conditions: [HAS_EMAIL, HAS_EMAIL, condition] },
      ],
    };
    const answer = await call('POST', '/preview', { definition });
    expect(codeOf(answer)).toEqual([400, 'INVALID_DEFINITION', 'groups.1.conditions.2']);
  });

  it("does not know the neighbour's list", async () => {
    const list = await makeContactList(server.services.database, server.theirs.accountId);
    expect(
      codeOf(await call('POST', '/preview', { definition: of({ field: 'list', op: 'member_of', value: list.id }) })),
    ).toEqual([400, 'INVALID_DEFINITION', 'groups.0.conditions.0']);
  });

  it('takes a name once in a workspace, an archived one and those of the system included, also when ten come at once', async () => {
    const body = { name: unique('Name '), definition: of(HAS_EMAIL) };
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('POST', '', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    await call('DELETE', `/${answers.find(({ status }) => status === 201)!.body.data.id}`);
    for (const name of [body.name, 'New in 7 days', 'Referrers'])
      expect((await call('POST', '', { ...body, name })).body.error?.code).toBe('NAME_TAKEN');
    expect((await call('POST', '', body, server.theirs)).status).toBe(201);
  });

  it.each(['free', 'starter', 'growth'] as const)(
    'needs more than the plan %s, where reading, trying and changing do not',
    async (plan) => {
      us = await server.makeTenant({ plan });
      const answer = await call('POST', '', { name: 'x', definition: of(HAS_EMAIL) });
      expect([answer.status, answer.body.error]).toMatchObject([
        403,
        { code: 'PLAN_LIMIT', details: { plan, resource: 'segments', limit: 0 } },
      ]);
      const { id } = await make();
      const archived = await make({ status: 'archived' });
      const statuses = await Promise.all([
        call('POST', '/preview', { definition: of(HAS_EMAIL) }),
        call('GET'),
        call('GET', '/fields'),
        call('GET', `/${id}/count`),
        call('POST', `/${id}/to-list`, { name: 'x' }),
        call('PATCH', `/${id}`, { name: 'Other' }),
        call('PATCH', `/${archived.id}`, { status: 'active' }),
      ]);
      expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201, 200, 403]);
    },
  );

  it('is part of the plan scale', async () => {
    us = await server.makeTenant({ plan: 'scale' });
    expect((await call('POST', '', { name: 'x', definition: of(HAS_EMAIL) })).status).toBe(201);
  });
});

describe('list', () => {
  it('has system ones first, then the newest, and filters by status', async () => {
    const older = await make({ createdAt: new Date('2026-01-01T00:00:00Z') });
    const newer = await make({ createdAt: new Date('2026-02-01T00:00:00Z') });
    const archived = await make({ status: 'archived', createdAt: new Date('2026-03-01T00:00:00Z') });
    await makeSegment(server.services.database, server.theirs.accountId);
    const names = async (query: string): Promise<string[]> =>
      ((await call('GET', query)).body.data.segments as { name: string }[]).map(({ name }) => name);
    const SYSTEM = [
      'Subscribed by e-mail',
      'Engaged in 30 days',
      'Not engaged in 90 days',
      'Abandoned a cart in 7 days',
      'Used a discount',
      'Referrers',
      'New in 7 days',
    ];
    expect(await names('')).toEqual([...SYSTEM, archived.name, newer.name, older.name]);
    expect(await names('?status=active')).toEqual([...SYSTEM, newer.name, older.name]);
    expect(await names('?status=archived')).toEqual([archived.name]);
    expect((await call('GET', '?status=gone')).body.error?.code).toBe('VALIDATION');
  });
});

describe('change', () => {
  it('is partial', async () => {
    const { id, name } = await make({ description: 'old' });
    const definition = of({ field: 'source', op: 'eq', value: 'shop' });
    expect((await call('PATCH', `/${id}`, { definition })).body.data).toMatchObject({
      name,
      description: 'old',
      definition,
    });
    expect((await call('PATCH', `/${id}`, { description: null })).body.data).toMatchObject({
      name,
      description: null,
      definition,
    });
    expect(codeOf(await call('PATCH', `/${id}`, { definition: of({ field: 'x', op: 'is_set' }) }))).toEqual([
      400,
      'INVALID_DEFINITION',
      'groups.0.conditions.0',
    ]);
    expect((await call('PATCH', `/${id}`, { name: (await make()).name })).body.error?.code).toBe('NAME_TAKEN');
  });

  it('archives, keeps the row, and brings back', async () => {
    const { id } = await make();
    for (let times = 0; times < 2; times++)
      expect((await call('DELETE', `/${id}`)).body.data).toEqual({ id, status: 'archived' });
    expect((await call('GET', `/${id}`)).body.data.status).toBe('archived');
    expect((await call('PATCH', `/${id}`, { status: 'active' })).body.data.status).toBe('active');
  });

  it('leaves a segment active that a scheduled broadcast uses, and names the broadcast', async () => {
    const { id } = await make();
    const at = new Date('2027-01-01T00:00:00Z');
    const broadcast = await makeBroadcast(server.services.database, us.accountId, {
      name: 'New year',
      audience: { segmentIds: ['cother', id] },
      scheduledAt: at,
      status: 'scheduled',
    });
    for (const answer of [await call('DELETE', `/${id}`), await call('PATCH', `/${id}`, { status: 'archived' })]) {
      expect([answer.status, answer.body.error]).toMatchObject([
        409,
        { code: 'IN_USE', details: { broadcasts: [{ id: broadcast.id, name: 'New year' }] } },
      ]);
    }
    expect((await call('PATCH', `/${id}`, { name: 'Renamed' })).status).toBe(200);
    await server.services.database.prisma.broadcast.updateMany({
      where: { id: broadcast.id },
      data: { status: 'draft' },
    });
    expect((await call('DELETE', `/${id}`)).status).toBe(200);
  });
});

describe('system segments', () => {
  it('find whom they name, and cannot be changed', async () => {
    const { database } = server.services;
    const now = new Date();
    const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
    const people = {
      fresh: await contact({ email: 'fresh@example.test', createdAt: ago(1), externalRef: 'buyer' }),
      opener: await contact({
        email: 'opener@example.test',
        createdAt: ago(100),
        subscriptions: { email: 'unsubscribed' },
      }),
      lapsed: await contact({ email: null, phone: '+628111', createdAt: ago(200) }),
    };
    const message = {
      accountId: us.accountId,
      channelIntegrationId: 'cx',
      provider: 'email_p1',
      recipient: 'x',
      contentId: 'cx',
      status: 'opened',
      createdAt: now,
      updatedAt: now,
    };
    await database.prisma.marketingMessage.createMany({
      data: [
        { ...message, contactId: people.opener.id, openedAt: ago(20) },
        { ...message, contactId: people.lapsed.id, clickedAt: ago(91) },
      ],
    });
    const code = await makeDiscountCode(database, us.accountId);
    await server.call(us.key, 'POST', '/api/v1/discount-codes/redeem', {
      body: { discountCodeId: code.id, checkoutSessionId: unique('s'), appliedAmount: 5, customerId: 'buyer' },
    });

    await makeReminder(database, us.accountId, { email: 'opener@example.test', sentAt: ago(6) });
    await makeReminder(database, us.accountId, { email: 'fresh@example.test', sentAt: ago(8) });
    const program = await database.prisma.referralProgram.create({
      data: {
        accountId: us.accountId,
        rewardType: 'percent',
        referrerValue: 10n,
        refereeValue: 10n,
        currency: 'IDR',
        createdAt: now,
        updatedAt: now,
      },
    });
    const link = await database.prisma.referralLink.create({
      data: { accountId: us.accountId, programId: program.id, customerId: 'buyer', code: 'abcdefgh', createdAt: now },
    });
    await database.prisma.referralAttribution.create({
      data: {
        accountId: us.accountId,
        programId: program.id,
        linkId: link.id,
        referrerCustomerId: 'buyer',
        refereeCustomerId: 'friend',
        status: 'rewarded',
        rewardedAt: ago(300),
        expiresAt: now,
        createdAt: now,
        updatedAt: now,
      },
    });

    const listed = (await call('GET')).body.data.segments as { id: string; name: string; kind: string }[];
    const emails: Record<string, string[]> = {};
    for (const { id, name, kind } of listed) {
      expect(kind).toBe('system');
      expect((await call('GET', `/${id}`)).body.data.name).toBe(name);
      emails[name] = ((await call('GET', `/${id}/contacts`)).body.data.data as { email: string | null }[]).map(
        ({ email }) => email?.split('@')[0] ?? 'lapsed',
      );
      for (const answer of [await call('PATCH', `/${id}`, { name: 'Mine' }), await call('DELETE', `/${id}`)])
        expect([answer.status, answer.body.error?.code]).toEqual([409, 'BAD_STATE']);
    }
    expect(emails).toEqual({
      'Subscribed by e-mail': ['fresh'],
      'Engaged in 30 days': ['opener'],
      'Not engaged in 90 days': ['fresh', 'lapsed'],
      'Abandoned a cart in 7 days': ['opener'],
      'Used a discount': ['fresh'],
      Referrers: ['fresh'],
      'New in 7 days': ['fresh'],
    });
  });

  it('keep their last count as others do, in this workspace only', async () => {
    await contact();
    const find = async (who: Tenant): Promise<{ id: string; lastCount: number | null }> =>
      (await call('GET', '', undefined, who)).body.data.segments.find(
        ({ name }: { name: string }) => name === 'New in 7 days',
      );
    const { id } = await find(us);
    expect((await find(server.theirs)).id).not.toBe(id);
    expect((await call('GET', `/${id}/count`, undefined, server.theirs)).status).toBe(404);
    // HEAD changes nothing.
    expect((await call('HEAD', `/${id}/count`)).status).toBe(200);
    expect(await find(us)).toMatchObject({ lastCount: null });
    for (const expected of [1, 2]) {
      const counted = (await call('GET', `/${id}/count`)).body.data;
      expect(counted.count).toBe(expected);
      expect(await find(us)).toMatchObject({ lastCount: expected, lastCountedAt: counted.countedAt, kind: 'system' });
      await contact();
    }
    expect((await call('GET', `/${id}`)).body.data.lastCount).toBe(2);
  });
});

describe('preview', () => {
  it('counts all and each condition, shows the newest ten, and stores nothing', async () => {
    for (let index = 0; index < 12; index++)
      await contact({
        email: `p${index}@example.test`,
        attributes: { n: index },
        createdAt: new Date(Date.UTC(2026, 0, 1 + index)),
      });
    await contact({ attributes: { n: 3 } }, server.theirs);
    const definition = {
      match: 'any',
      groups: [
        {
          match: 'all',
          conditions: [
            { field: 'attributes.n', op: 'gte', value: 2 },
            { field: 'attributes.n', op: 'neq', value: 5 },
          ],
        },
        { match: 'all', conditions: [{ field: 'attributes.n', op: 'eq', value: 0 }] },
      ],
    };
    const { data } = (await call('POST', '/preview', { definition })).body;
    expect(data).toMatchObject({
      count: 10,
      conditions: [
        { path: 'groups.0.conditions.0', count: 10 },
        { path: 'groups.0.conditions.1', count: 11 },
        { path: 'groups.1.conditions.0', count: 1 },
      ],
    });
    expect((data.sample as { email: string }[]).map(({ email }) => email)).toEqual(
      [11, 10, 9, 8, 7, 6, 4, 3, 2, 0].map((index) => `p${index}@example.test`),
    );
    expect(await server.services.database.prisma.audienceSegment.count({ where: { accountId: us.accountId } })).toBe(0);
  });

  it('finds nobody where nobody is, and takes fifty conditions of every kind', async () => {
    const conditions = Array.from({ length: 10 }, (_, index) => ({
      event: ['message.sent', 'message.opened', 'message.clicked', 'discount.redeemed', 'message.bounced'][index % 5],
      op: 'at_most',
      count: 3,
      withinDays: index + 1,
    }));
    const answer = await call('POST', '/preview', {
      definition: { match: 'all', groups: Array.from({ length: 5 }, () => ({ match: 'any', conditions })) },
    });
    expect([answer.status, answer.body.data.count, answer.body.data.sample]).toEqual([200, 0, []]);
  });
});

describe('contacts', () => {
  it('come in pages that lose and repeat nothing while others come in, deeper than the newest thousands too', async () => {
    const { pool } = server.services.database;
    // One in 700 is in it: the first page must look beyond its slice of the newest.
    await pool.query(
      `INSERT INTO "Contact" ("accountId", "identityHash", email, attributes, "createdAt", "updatedAt")
       SELECT $1, 'h' || n, 'p' || n || '@example.test', jsonb_build_object('in', n % 700 = 0), timestamptz '2026-01-01Z' + (n / 3) * interval '1 minute', now() FROM generate_series(1, 5000) n`,
      [us.accountId],
    );
    const { id } = await make({ definition: of({ field: 'attributes.in', op: 'eq', value: true }) });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { data } = (await call('GET', `/${id}/contacts?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`)).body;
      seen.push(...(data.data as { email: string }[]).map(({ email }) => email));
      cursor = data.cursor as string | null;
      expect(data.hasMore).toBe(cursor !== null);
      await contact({ attributes: { in: true } });
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((each) => `p${each * 700}@example.test`));
    expect((await call('GET', `/${id}/contacts?cursor=forged`)).body.error?.code).toBe('VALIDATION');
  });
});

describe('to-list', () => {
  it('makes a list of who is in it now', async () => {
    const [ani] = [
      await contact({ source: 'shop' }),
      await contact({ source: 'other' }),
      await contact({ source: 'shop' }, server.theirs),
    ];
    const { id } = await make({ definition: of({ field: 'source', op: 'eq', value: 'shop' }) });
    const answer = await call('POST', `/${id}/to-list`, { name: 'From the shop' });
    expect([answer.status, answer.body.data]).toMatchObject([
      201,
      { name: 'From the shop', memberCount: 1, accountId: us.accountId },
    ]);
    const list = await server.call(us.key, 'GET', `/api/v1/contact-lists/${answer.body.data.id}`);
    expect(list.body.data).toMatchObject({ memberCount: 1, members: [{ contact: { id: ani.id } }] });
    expect(
      await server.services.database.prisma.domainEvent.findMany({ where: { accountId: us.accountId } }),
    ).toMatchObject([{ type: 'list_added', subjectId: ani.id }]);
    await contact({ source: 'shop' });
    expect(
      (await server.call(us.key, 'GET', `/api/v1/contact-lists/${answer.body.data.id}`)).body.data.memberCount,
    ).toBe(1);

    const again = await call('POST', `/${id}/to-list`, { name: 'From the shop' });
    expect([again.status, again.body.error?.code]).toEqual([409, 'NAME_TAKEN']);
    expect(await server.services.database.prisma.contactList.count({ where: { accountId: us.accountId } })).toBe(1);
  });
});

describe('fields', () => {
  it('lists the elements of arrays, and finds people by them', async () => {
    const tagged = (tags: unknown): Promise<{ id: string }> => contact({ attributes: { shop: { tags } } });
    const both = await tagged(['vip', 'jkt', 'vip']);
    const one = await tagged(['vip', 7]);
    const none = await tagged([]);
    const absent = await contact();
    await tagged('vip, jkt');
    for (const name of ['checked_out', 'checked_out'])
      await server.services.database.prisma.shopperEvent.create({
        data: {
          accountId: us.accountId,
          id: unique('event'),
          name,
          at: new Date(),
          properties: { skus: ['a', 'b'] },
          createdAt: new Date(),
        },
      });
    const { fields } = (await call('GET', '/fields')).body.data as {
      fields: { field: string; properties?: unknown[] }[];
    };
    expect(fields.find(({ field }) => field === 'attributes.shop.tags')).toEqual({
      field: 'attributes.shop.tags',
      type: 'array',
      ops: ['has', 'has_not', 'is_set', 'not_set'],
      values: ['vip', 'jkt', 7],
    });
    expect(fields.find(({ field }) => field === 'event.checked_out')?.properties).toEqual([
      { property: 'skus', type: 'array', values: ['a', 'b'] },
    ]);
    const foundBy = async (condition: object): Promise<string[]> => {
      const answer = await call('POST', '/preview', { definition: of(condition) });
      expect(answer.status).toBe(200);
      return (answer.body.data.sample as { id: string }[]).map(({ id }) => id).sort();
    };
    const field = 'attributes.shop.tags';
    expect(await foundBy({ field, op: 'has', value: 'vip' })).toEqual([both.id, one.id].sort());
    expect(await foundBy({ field, op: 'has', value: 7 })).toEqual([one.id]);
    expect(await foundBy({ field, op: 'has', value: 'vi' })).toEqual([]);
    expect(await foundBy({ field, op: 'has_not', value: 'jkt' })).toEqual([one.id, none.id, absent.id].sort());
    expect(codeOf(await call('POST', '/preview', { definition: of({ field, op: 'has', value: ['vip'] }) }))).toEqual([
      400,
      'INVALID_DEFINITION',
      'groups.0.conditions.0',
    ]);
  });

  it('are the fixed ones, the attributes that contacts have, lists and events, with frequent values', async () => {
    const rows = [
      {
        city: 'Bandung',
        age: 30,
        vip: true,
        joined: '2026-01-31',
        birthday: '1990-11-29',
        ratio: '1/2',
        address: { zip: '40111' },
      },
      { city: 'Bandung', age: 'unknown', 'a.b': 1, note: 'x'.repeat(300), birthday: '29/11/1990' },
      { city: 'Medan', age: 31, tags: ['a'], birthday: '11-29' },
    ];
    for (const attributes of rows)
      await contact({
        attributes,
        source: 'shop',
        subscriptions: { email: 'subscribed' },
        socialHandles: { line: 'U1' },
      });
    await contact({ attributes: { secret: 1 } }, server.theirs);
    const list = await makeContactList(server.services.database, us.accountId);
    const { fields } = (await call('GET', '/fields')).body.data as {
      fields: { field: string; type: string; ops: string[]; values: unknown[] }[];
    };
    const shown = Object.fromEntries(fields.map(({ field, type, values }) => [field, [type, values]]));
    expect(shown).toMatchObject({
      email: ['text', []],
      createdAt: ['date', []],
      source: ['text', ['shop']],
      'subscriptions.email': ['text', ['subscribed']],
      'subscriptions.sms': ['text', []],
      'socialHandles.line': ['text', []],
      'attributes.city': ['text', ['Bandung', 'Medan']],
      'attributes.age': ['number', expect.arrayContaining([30, 31])],
      'attributes.vip': ['boolean', [true]],
      'attributes.joined': ['date', []],
      // One value is a date, the others only look like one.
      'attributes.birthday': ['date', []],
      'attributes.ratio': ['text', ['1/2']],
      'attributes.address.zip': ['text', ['40111']],
      'attributes.note': ['text', []],
      'attributes.tags': ['array', ['a']],
      list: ['list', [list.id]],
      'message.clicked': ['event', []],
      'cart.abandoned': ['event', []],
      'cart.recovered': ['event', []],
      'order.placed': ['event', []],
      'order.refunded': ['event', []],
      'discount.redeemed': ['event', []],
      'referral.rewarded': ['event', []],
    });
    for (const absent of ['attributes.secret', 'attributes.a.b', 'attributes.address'])
      expect(shown).not.toHaveProperty([absent]);
    const opsOf = (name: string): string[] | undefined => fields.find(({ field }) => field === name)?.ops;
    expect(opsOf('email')).toEqual(['eq', 'neq', 'contains', 'starts_with', 'in', 'not_in', 'is_set', 'not_set']);
    expect(opsOf('createdAt')).toEqual(['gt', 'gte', 'lt', 'lte', 'between', 'within_days', 'not_within_days']);
    expect(opsOf('message.clicked')).toEqual(['at_least', 'at_most', 'none']);
  });
});
