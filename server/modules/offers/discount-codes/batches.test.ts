/** Batches of codes (docs/contract/discount-codes.md#batches) through their routes. */
import { describe, expect, it } from 'vitest';
import { makeContact, makeContactList, makeSegment } from '@/server/testing/factories/audience';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, expectData, expectError, snapshotOf } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

const server = useServer();
const prisma = () => server.services.database.prisma;
const PATH = '/api/v1/discount-codes';
const TEMPLATE = { type: 'percent', value: 10, currency: 'IDR' };

const call = (method: 'GET' | 'HEAD' | 'POST' | 'DELETE', path: string, body?: object, tenant: Tenant = server.ours) =>
  server.call(tenant.key, method, `${PATH}${path}`, body && { body });
const data = async (...given: Parameters<typeof call>) => expectData(await call(...given));
const create = (body: object, tenant: Tenant = server.ours) =>
  call('POST', '/batches', { name: 'Lebaran', template: TEMPLATE, ...body }, tenant);
const made = async (body: object, tenant: Tenant = server.ours) => {
  const { id } = expectData(await create(body, tenant), 201);
  await runJobs(server.services);
  return {
    id,
    codes: (await data('GET', `/batches/${id}/codes`, undefined, tenant)).data as { id: string; code: string }[],
  };
};
const redeem = (discountCodeId: string, more: object = {}, tenant: Tenant = server.ours) =>
  data('POST', '/redeem', { discountCodeId, checkoutSessionId: unique('s'), appliedAmount: 1, ...more }, tenant);
const reasonOf = async (code: string, more: object = {}): Promise<string | undefined> =>
  (
    await data('POST', '/validate', {
      accountId: server.ours.accountId,
      code,
      subtotal: 1000,
      currency: 'IDR',
      ...more,
    })
  ).reason;

describe('a batch', () => {
  it('answers at once, and then has exactly as many codes as were asked for', async () => {
    const sent = { ...TEMPLATE, description: 'Untuk kasir', minPurchaseAmount: 5, expiresAt: '2099-01-01T00:00:00Z' };
    const answer = expectData(await create({ count: 12, prefix: 'RAYA-', length: 6, template: sent }), 201);
    expect(answer).toEqual({
      id: expect.stringMatching(/^c[a-z0-9]{24}$/),
      name: 'Lebaran',
      status: 'minting',
      count: 12,
      minted: 0,
      redeemed: 0,
      totalLimit: null,
      template: {
        ...TEMPLATE,
        description: 'Untuk kasir',
        scope: 'cart',
        productIds: [],
        tagFilter: [],
        minPurchaseAmount: 5,
        maxUsesTotal: 1,
        maxUsesPerCustomer: null,
        startsAt: null,
        expiresAt: '2099-01-01T00:00:00.000Z',
        active: true,
        public: false,
        marketingCampaignId: null,
      },
      createdAt: expect.any(String),
      readyAt: null,
    });
    await runJobs(server.services);
    expect(await data('GET', `/batches/${answer.id}`)).toEqual({
      ...answer,
      status: 'ready',
      minted: 12,
      readyAt: expect.stringMatching(/Z$/),
    });
    const { data: codes } = await data('GET', `/batches/${answer.id}/codes`);
    expect(codes).toHaveLength(12);
    for (const { code } of codes) expect(code).toMatch(/^RAYA-[A-HJ-NP-Z2-9]{6}$/);
    expect(await data('GET', `/${codes[0].id}`)).toMatchObject({
      ...TEMPLATE,
      maxUsesTotal: 1,
      minPurchaseAmount: 5,
      source: 'batch',
      sourceRefId: answer.id,
      expiresAt: '2099-01-01T00:00:00.000Z',
    });
    expect((await auditOf(server, server.ours.accountId)).at(-1)).toMatchObject({
      action: 'discount_batch.create',
      targetId: answer.id,
      data: { name: 'Lebaran', count: 12 },
    });
    expect((await data('GET', '/batches?limit=1')).data).toMatchObject([{ id: answer.id }]);
  });

  it('is in no list of codes, in no total and under no limit of the plan, but where it is asked for', async () => {
    const tenant = await server.makeTenant();
    const own = await makeDiscountCode(server.services.database, tenant.accountId, { code: unique('OWN-') });
    const { id, codes } = await made({ count: 30 }, tenant);
    for (const query of ['', '?sort=code', '?sort=most_redeemed', '?active=true', '?q=o', '?sort=oldest'])
      expect(await data('GET', query, undefined, tenant)).toMatchObject({ total: 1, items: [{ id: own.id }] });
    const listed = await data('GET', '?source=batch&limit=100', undefined, tenant);
    expect([listed.total, listed.items.map((code: { id: string }) => code.id).sort()]).toEqual([
      30,
      codes.map((code) => code.id).sort(),
    ]);
    await data('DELETE', `/batches/${id}`, undefined, tenant);
    expect(await data('GET', '?active=false', undefined, tenant)).toMatchObject({ total: 0 });
    expect(
      await prisma().discountCodeTally.findUniqueOrThrow({ where: { accountId: tenant.accountId } }),
    ).toMatchObject({ active: 1, inactive: 0, activeManual: 1 });
  });

  it('needs a paid plan, a rule that holds, and either a count or an audience', async () => {
    const free = await server.makeTenant({ plan: null });
    const refused = await create({ count: 1 }, free);
    expectError(refused, 403, 'PLAN_LIMIT');
    expect(refused.body.error?.details).toMatchObject({ resource: 'discountBatches', plan: 'free' });
    const before = await snapshotOf(server, server.ours.accountId);
    const theirs = await makeMarketingCampaign(server.services.database, server.theirs.accountId);
    const segment = await makeSegment(server.services.database, server.theirs.accountId);
    for (const wrong of [
      {},
      { count: 0 },
      { count: 50_001 },
      { count: 1, audience: {} },
      { count: 1, length: 5 },
      { count: 1, length: 17 },
      { count: 1, prefix: 'kecil' },
      { count: 1, prefix: 'X'.repeat(21) },
      { count: 1, name: '' },
      { count: 1, totalLimit: 0 },
      { count: 1, template: { ...TEMPLATE, marketingCampaignId: theirs } },
      { count: 1, template: { ...TEMPLATE, eligibility: { segmentId: segment.id } } },
    ])
      expectError(await create(wrong), 400, 'VALIDATION');
    expectError(await create({ count: 1, template: { ...TEMPLATE, value: 101 } }), 400, 'INVALID_VALUE');
    expectError(await create({ count: 1, template: { ...TEMPLATE, scope: 'tags' } }), 400, 'INVALID_SCOPE');
    expect(await snapshotOf(server, server.ours.accountId)).toEqual(before);
    for (const path of ['/batches/cunknown', '/batches/cunknown/codes'])
      expectError(await call('GET', path), 404, 'NOT_FOUND');
    const { id } = await made({ count: 1 }, server.theirs);
    expectError(await call('DELETE', `/batches/${id}`), 404, 'NOT_FOUND');
  });

  it('for an audience has one code for each contact, and knows whose it is', async () => {
    const { accountId } = server.ours;
    const { database } = server.services;
    const list = await makeContactList(database, accountId);
    const people = await Promise.all(
      [1, 2, 3].map(() =>
        makeContact(database, accountId, { externalRef: unique('plg-'), lastName: unique('Segmen') }),
      ),
    );
    await prisma().contactListMember.createMany({
      data: people.slice(0, 2).map(({ id }) => ({ accountId, listId: list.id, contactId: id, addedAt: new Date() })),
    });
    const lastName = (await prisma().contact.findFirstOrThrow({ where: { id: people[2]!.id } })).lastName;
    const segment = await makeSegment(database, accountId, {
      definition: {
        match: 'all',
        groups: [{ match: 'all', conditions: [{ field: 'lastName', op: 'eq', value: lastName }] }],
      },
    });
    const { id, codes } = await made({ audience: { listIds: [list.id, 'cunknown'], segmentIds: [segment.id] } });
    expect(await data('GET', `/batches/${id}`)).toMatchObject({ status: 'ready', count: 3, minted: 3 });
    expect(codes.map((code) => (code as unknown as { contactId: string }).contactId).sort()).toEqual(
      people.map((person) => person.id).sort(),
    );
    const first = codes[0]!;
    const redeemed = await redeem(first.id);
    expect(await data('GET', `/batches/${id}/codes?state=redeemed`)).toMatchObject({
      data: [
        {
          id: first.id,
          redemptionCount: 1,
          redeemedAt: redeemed.redeemedAt,
          checkoutSessionId: redeemed.checkoutSessionId,
        },
      ],
      cursor: null,
      hasMore: false,
    });
    expect((await data('GET', `/batches/${id}/codes?state=unused&limit=1`)).hasMore).toBe(true);
    const { cursor } = await data('GET', `/batches/${id}/codes?limit=2`);
    expect((await data('GET', `/batches/${id}/codes?limit=2&cursor=${cursor}`)).data).toMatchObject([
      { id: codes[2]!.id },
    ]);
    const file = await call('GET', `/batches/${id}/export`);
    expect(file.status).toBe(200);
    const [head, ...rows] = file.text.trim().split('\r\n');
    expect(head).toBe('code,email,externalRef,redeemed,redeemedAt,checkoutSessionId');
    const known = await prisma().contact.findFirstOrThrow({
      where: { id: (first as unknown as { contactId: string }).contactId },
    });
    expect(rows).toContain(
      `${first.code},${known.email},${known.externalRef},true,${redeemed.redeemedAt},${redeemed.checkoutSessionId}`,
    );
    expect(rows).toHaveLength(3);
    const entries = await auditOf(server, accountId);
    expect(entries.at(-1)).toMatchObject({ action: 'discount_batch.export', targetId: id });
    const looked = await call('HEAD', `/batches/${id}/export`);
    expect([looked.status, looked.text, looked.headers.get('content-type')]).toEqual([
      200,
      '',
      file.headers.get('content-type'),
    ]);
    expect(await auditOf(server, accountId)).toHaveLength(entries.length);
    // Whoever is erased leaves the code to nobody.
    expectData(await server.call(server.ours.key, 'POST', `/api/v1/contacts/${known.id}/erase`, { body: {} }));
    expect(await prisma().discountCode.findFirstOrThrow({ where: { id: first.id } })).toMatchObject({
      contactId: null,
    });
  });

  it('of nobody is ready at once', async () => {
    const { id, codes } = await made({ audience: { listIds: ['cunknown'] } });
    expect(codes).toEqual([]);
    expect(await data('GET', `/batches/${id}`)).toMatchObject({ status: 'ready', count: 0, minted: 0 });
  });

  it('that has given all it may says so for every code, and its count is exact under 200 redeems at once', async () => {
    const { id, codes } = await made({ count: 50, totalLimit: 40, template: { ...TEMPLATE, maxUsesTotal: null } });
    await Promise.all(Array.from({ length: 39 }, (_, n) => redeem(codes[n % 50]!.id)));
    expect(await reasonOf(codes[49]!.code)).toBeUndefined();
    // What is set aside of one code counts for all.
    const held = await data('POST', '/holds', { code: codes[0]!.code, checkoutSessionId: unique('s') });
    expect(await reasonOf(codes[49]!.code)).toBe('GLOBAL_LIMIT');
    expectError(
      await call('POST', '/holds', { code: codes[1]!.code, checkoutSessionId: unique('s') }),
      409,
      'HOLD_REFUSED',
    );
    await data('DELETE', `/holds/${held.id}`);
    const rows = await Promise.all(
      Array.from({ length: 200 }, (_, n) => redeem(codes[n % 50]!.id, { customerId: `p${n % 7}` })),
    );
    expect(await data('GET', `/batches/${id}`)).toMatchObject({ redeemed: 239 });
    expect(await reasonOf(codes[7]!.code)).toBe('GLOBAL_LIMIT');
    await Promise.all(rows.map((row) => data('POST', `/redemptions/${row.id}/rollback`, {})));
    expect(await data('GET', `/batches/${id}`)).toMatchObject({ redeemed: 39 });
    expect(await reasonOf(codes[7]!.code)).toBeUndefined();
  });

  it('of a limit of one lets one of 100 holds on its codes win', async () => {
    const { codes } = await made({ count: 50, totalLimit: 1 });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        call('POST', '/holds', { code: codes[n % 50]!.code, checkoutSessionId: unique('s') }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('can be ended while its codes are redeemed and held: nobody is refused, and what is unused then is off', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, codes } = await made({ count: 50, totalLimit: 1000 });
      const [ended, ...rest] = await Promise.all([
        call('DELETE', `/batches/${id}`),
        ...codes.map((code, n) =>
          n % 3 === 0
            ? call('POST', '/holds', { discountCodeId: code.id, checkoutSessionId: unique('s') })
            : call('POST', '/redeem', { discountCodeId: code.id, checkoutSessionId: unique('s'), appliedAmount: 1 }),
        ),
      ]);
      expect(ended.status).toBe(200);
      for (const { status } of rest) expect([200, 409]).toContain(status);
      const used = await prisma().discountRedemption.count({
        where: { discountCodeId: { in: codes.map((c) => c.id) } },
      });
      expect(await data('GET', `/batches/${id}`)).toMatchObject({ status: 'canceled', redeemed: used });
      const { data: unused } = await data('GET', `/batches/${id}/codes?state=unused&limit=100`);
      expect(unused.filter((code: { active: boolean }) => code.active)).toEqual([]);
    }
  });

  it('ends by DELETE: what is unused is switched off, what was redeemed stays, and nothing more is made', async () => {
    const { id, codes } = await made({ count: 5 });
    await redeem(codes[0]!.id);
    expect(await data('DELETE', `/batches/${id}`)).toEqual({ id, deactivated: 4 });
    expect(await data('DELETE', `/batches/${id}`)).toEqual({ id, deactivated: 0 });
    expect(await data('GET', `/batches/${id}`)).toMatchObject({ status: 'canceled', redeemed: 1 });
    expect(await reasonOf(codes[1]!.code)).toBe('INACTIVE');
    expect(await data('GET', `/${codes[0]!.id}`)).toMatchObject({ active: true });
    const early = expectData(await create({ count: 5 }), 201).id;
    expect(await data('DELETE', `/batches/${early}`)).toEqual({ id: early, deactivated: 0 });
    await runJobs(server.services);
    expect(await data('GET', `/batches/${early}`)).toMatchObject({ status: 'canceled', minted: 0, readyAt: null });
  });

  it('that is ended again is audited by nobody whom it changed nothing for', async () => {
    const endings = async (batchId: string) =>
      (await auditOf(server, server.ours.accountId))
        .filter(({ action, targetId }) => action === 'discount_batch.cancel' && targetId === batchId)
        .map((entry) => entry.data as { name: string; deactivated: number });
    const { id } = await made({ count: 3 });
    for (const deactivated of [3, 0, 0]) expect(await data('DELETE', `/batches/${id}`)).toEqual({ id, deactivated });
    expect(await endings(id)).toEqual([{ name: 'Lebaran', deactivated: 3 }]);
    const early = expectData(await create({ count: 5 }), 201).id;
    for (const _ of [1, 2]) await data('DELETE', `/batches/${early}`);
    expect(await endings(early)).toEqual([{ name: 'Lebaran', deactivated: 0 }]);
    // Of many at once one may have ended it, and another have switched its codes off.
    const { id: raced } = await made({ count: 3 });
    await Promise.all(Array.from({ length: 8 }, () => data('DELETE', `/batches/${raced}`)));
    const rows = await endings(raced);
    expect([1, 2]).toContain(rows.length);
    expect(rows.reduce((sum, { deactivated }) => sum + deactivated, 0)).toBe(3);
  });
});
