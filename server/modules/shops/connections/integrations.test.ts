/** Integrations and what their shops call with (docs/contract/integrations.md#integrations). */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import { applyWebhooks } from '@/server/modules/shops/connections/apply-webhooks';
import { sweepIntegrationsJob } from '@/server/modules/shops/connections/jobs';
import { makeAffiliate } from '@/server/testing/creators';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';
import { nextMillisecond } from '@/server/testing/waits';

const server = useServer();
const ROOT = '/api/v1/integrations';
const prisma = () => server.services.database.prisma;
const WITHOUT_PRODUCTS = { sync: { products: false } };

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant();
});

interface Made {
  id: string;
  secret: string;
  webhookUrl: string;
  createdAt: string;
}

const call = (method: string, path = '', body?: unknown, who = us): Promise<Answer> =>
  server.call(who.key, method, ROOT + path, body === undefined ? {} : { body });
const connect = (more: object = {}, who = us): Promise<Answer> =>
  call('POST', '', { provider: 'http_generic', displayName: 'Toko', ...more }, who);
/** Connected, and looked at by the worker. */
const connected = async (config: object = {}, who = us): Promise<Made> => {
  const made = expectData(await connect({ config }, who), 201) as unknown as Made;
  await runJobs(server.services);
  return made;
};
const get = async (id: string) => expectData(await call('GET', `/${id}`));

const sign = (secret: string, body: string, seconds = Math.floor(Date.now() / 1000)): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
const post = (id: string, body: string | Buffer, signature: string): Promise<Answer> =>
  server.fetch('POST', `${ROOT}/${id}/webhooks`, {
    headers: { 'content-type': 'application/octet-stream', 'svc-signature': signature },
    body,
  });
/** As the shop sends it. */
const send = async ({ id, secret }: Made, rows: object): Promise<void> => {
  const body = JSON.stringify({ id: unique('d'), ...rows });
  expect(expectData(await post(id, body, sign(secret, body)))).toEqual({ received: true });
};
/** Applied by the worker as well. */
const report = async (shop: Made, ...rows: object[]): Promise<void> => {
  for (const each of rows) await send(shop, each);
  await runJobs(server.services);
};
const results = async (id: string) =>
  (
    await prisma().integrationWebhook.findMany({
      where: { integrationId: id },
      orderBy: [{ receivedAt: 'asc' }, { id: 'asc' }],
    })
  ).map(({ result, reason, body }) => ({ result, reason, kept: body.length > 0 }));
const order = (externalRef: string, more: object = {}) => ({
  externalRef,
  amount: 150_000,
  currency: 'IDR',
  status: 'paid',
  placedAt: new Date(now().getTime() + 1000).toISOString(),
  ...more,
});
const orders = () => prisma().order.findMany({ where: { accountId: us.accountId }, orderBy: { externalRef: 'asc' } });

describe('an integration', () => {
  it('is answered with its secret once, is pending, and active once the worker has looked at it', async () => {
    const made = expectData(await connect({ config: { consent: 'unsubscribed', sync: { checkouts: false } } }), 201);
    const { secret, ...rest } = made;
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    const id = String(rest.id);
    expect(rest).toEqual({
      id,
      accountId: us.accountId,
      provider: 'http_generic',
      displayName: 'Toko',
      externalId: id,
      status: 'pending',
      config: {
        sync: { products: true, customers: true, orders: true, checkouts: false, codes: false },
        consent: 'unsubscribed',
        abandonAfterMinutes: 60,
        cartConsent: 'accepting',
        redeem: false,
      },
      resources: ['products', 'customers', 'orders', 'checkouts'],
      scopesGranted: [],
      webhookUrl: `${server.services.settings.baseUrl}/api/v1/integrations/${id}/webhooks`,
      held: null,
      lastSyncedAt: null,
      lastEventAt: null,
      lastError: null,
      expiresAt: null,
      activatedAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await get(id)).toEqual(rest);
    await runJobs(server.services);
    expect(await get(id)).toMatchObject({ status: 'active', activatedAt: expect.any(String) });
    const row = await prisma().integration.findFirst({ where: { accountId: us.accountId } });
    expect(JSON.stringify(row)).not.toContain(String(secret));
    expect(await auditOf(server, us.accountId)).toMatchObject([
      { action: 'integration.connect', targetId: id, data: { provider: 'http_generic', displayName: 'Toko' } },
    ]);
  });

  it('stands in the list, newest first, until it is revoked; then only where it is asked for', async () => {
    const first = await connected(WITHOUT_PRODUCTS);
    const second = await connected(WITHOUT_PRODUCTS);
    const ids = async (query = '') =>
      (expectData(await call('GET', query)) as { integrations: { id: string }[] }).integrations.map(({ id }) => id);
    expect(await ids()).toEqual([second.id, first.id]);
    expect(expectData(await call('DELETE', `/${first.id}`))).toEqual({ id: first.id, status: 'revoked' });
    expect(await ids()).toEqual([second.id]);
    expect(await ids('?status=revoked,other')).toEqual([first.id]);
    expect(await ids('?status=other')).toEqual([second.id]);
  });

  it('of a sheet is connected anew by another address, so that who gave it is known', async () => {
    const config = {
      url: 'https://sheet.example/a.csv',
      kind: 'customers',
      consent: 'subscribed',
      mapping: { email: 'e' },
    };
    const sheet = { provider: 'sheet_p1', displayName: 'Lembar', config };
    const { id } = expectData(await call('POST', '', sheet), 201) as { id: string };
    const rows = async () =>
      (await auditOf(server, us.accountId)).filter(({ targetId }) => targetId === id).map(({ action }) => action);
    expectData(await call('PATCH', `/${id}`, { config: { ...config, everyMinutes: 30 } }));
    expect(await rows()).toEqual(['integration.connect', 'integration.update']);
    expectData(await call('PATCH', `/${id}`, { config: { ...config, url: 'https://sheet.example/b.csv' } }));
    expect((await rows()).slice(2).sort()).toEqual(['integration.connect', 'integration.update']);
  });

  it('is changed in its name and config; what is missing has its default again', async () => {
    const { id } = await connected({ abandonAfterMinutes: 30, consent: 'subscribed' });
    const before = await get(id);
    const changed = expectData(
      await call('PATCH', `/${id}`, { displayName: 'Pasar', config: { cartConsent: 'anyone' } }),
    );
    expect(changed).toEqual({
      ...before,
      displayName: 'Pasar',
      config: { ...(before.config as object), abandonAfterMinutes: 60, consent: null, cartConsent: 'anyone' },
      updatedAt: expect.any(String),
    });
    expect(expectData(await call('PATCH', `/${id}`, { displayName: 'Pasar' }))).toEqual(changed);
    expect((await auditOf(server, us.accountId)).filter(({ action }) => action === 'integration.update')).toHaveLength(
      1,
    );
    expectError(await call('PATCH', `/${id}`, { config: { abandonAfterMinutes: 14 } }), 400, 'VALIDATION');
    // A new secret that nobody is told would shut the shop out.
    const stored = () =>
      server.services.database.prisma.integration.findUniqueOrThrow({
        where: { accountId_id: { accountId: us.accountId, id } },
      });
    const { credentials } = await stored();
    expectError(await call('PATCH', `/${id}`, { credentials: {} }), 400, 'VALIDATION');
    expect((await stored()).credentials).toEqual(credentials);
  });

  it('keeps what it brought when it is revoked, and no credentials; it cannot be changed any more', async () => {
    const shop = await connected();
    await report(shop, { type: 'orders', rows: [order('1')] });
    for (const _ of [1, 2])
      expect(expectData(await call('DELETE', `/${shop.id}`))).toEqual({ id: shop.id, status: 'revoked' });
    await runJobs(server.services);
    expect(await prisma().integration.findFirst({ where: { accountId: us.accountId } })).toMatchObject({
      credentials: null,
    });
    expect(await orders()).toHaveLength(1);
    expect((await auditOf(server, us.accountId)).filter(({ action }) => action === 'integration.revoke')).toHaveLength(
      1,
    );
    expect(expectError(await call('PATCH', `/${shop.id}`, { displayName: 'x' }), 409, 'BAD_STATE').details).toEqual({
      status: 'revoked',
    });
    expectError(await post(shop.id, '{}', 't=1,v1=a'), 404, 'NOT_FOUND');
    expectError(await post('cunknown', '{}', 't=1,v1=a'), 404, 'NOT_FOUND');
  });

  it('brings the products alone; of ten connections at once one does', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => connect()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const [first] = (expectData(await call('GET')) as { integrations: { id: string }[] }).integrations;
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(expectError(answer, 409, 'SOURCE_TAKEN').details).toEqual({ integrationId: first?.id });
    const other = await connected(WITHOUT_PRODUCTS);
    expectError(await call('PATCH', `/${other.id}`, { config: {} }), 409, 'SOURCE_TAKEN');
    expectData(await call('DELETE', `/${first?.id ?? ''}`));
    expectData(await call('PATCH', `/${other.id}`, { config: {} }));
  });

  it('that brings the products is named before a second one is connected, until it is disconnected', async () => {
    const setup = async () =>
      (await trpc(server, 'query', 'integrations.connectSetup', undefined, { cookie: us.cookie })).data;
    expect(await setup()).toMatchObject({ productsFrom: null });
    const { id } = await connected();
    await connected(WITHOUT_PRODUCTS);
    expect(await setup()).toMatchObject({ productsFrom: { id, displayName: 'Toko' } });
    expectData(await call('DELETE', `/${id}`));
    expect(await setup()).toMatchObject({ productsFrom: null });
  });

  it('is limited by the plan, also of those at once, and what is too much after a downgrade is held', async () => {
    const starter = await server.makeTenant({ plan: 'starter' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => connect({ config: WITHOUT_PRODUCTS }, starter)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused && expectError(refused, 403, 'PLAN_LIMIT').details).toEqual({
      plan: 'starter',
      resource: 'integrations',
      limit: 2,
    });
    await runJobs(server.services);
    const held = async () =>
      (
        expectData(await call('GET', '', undefined, starter)) as { integrations: { id: string; held: string | null }[] }
      ).integrations.map(({ held: each }) => each);
    expect(await held()).toEqual([null, null]);
    await prisma().subscription.update({ where: { accountId: starter.accountId }, data: { plan: 'free' } });
    const [one, two] = await prisma().integration.findMany({
      where: { accountId: starter.accountId },
      orderBy: [{ activatedAt: 'asc' }, { id: 'asc' }],
    });
    const shown = async (id = '') => expectData(await call('GET', `/${id}`, undefined, starter)).held;
    expect([await shown(one?.id), await shown(two?.id)]).toEqual([null, 'PLAN_LIMIT']);
    await prisma().subscription.update({ where: { accountId: starter.accountId }, data: { plan: 'growth' } });
    expect(await held()).toEqual([null, null]);
  });

  it('is listed in the catalogue with what it brings', async () => {
    const { providers } = expectData(await call('GET', '/catalog')) as { providers: { provider: string }[] };
    expect(providers.map(({ provider }) => provider)).toEqual([
      'storefront_p1',
      'storefront_p2',
      'sheet_p1',
      'http_generic',
    ]);
    expect(providers[0]).toMatchObject({
      label: 'Shopify',
      connect: 'both',
      credentials: ['shop', 'clientId', 'clientSecret', 'accessToken'],
      credentialSets: [
        ['shop', 'clientId', 'clientSecret'],
        ['shop', 'accessToken', 'clientSecret'],
      ],
      resources: ['products', 'customers', 'orders', 'checkouts', 'codes'],
    });
    expect(providers[3]).toEqual({
      provider: 'http_generic',
      label: 'Any shop, by HTTP',
      connect: 'keys',
      credentials: [],
      credentialSets: [[]],
      config: ['sync', 'consent', 'abandonAfterMinutes', 'cartConsent', 'redeem'],
      resources: ['products', 'customers', 'orders', 'checkouts'],
      docs: '/docs#tag/Integrations',
    });
  });
});

describe('what a shop calls with', () => {
  it('brings products, customers, orders and checkouts', async () => {
    const shop = await connected();
    await report(
      shop,
      {
        type: 'products',
        rows: [{ externalRef: 'p', slug: 'kemeja', name: 'Kemeja', priceCents: 1, currency: 'IDR', available: true }],
      },
      { type: 'customers', rows: [{ externalRef: 'c', email: 'ani@example.test' }] },
      { type: 'orders', rows: [order('o', { email: 'ani@example.test', checkoutRef: 'k' })] },
      { type: 'checkouts', rows: [{ externalRef: 'k', value: 1, currency: 'IDR' }] },
    );
    expect(await results(shop.id)).toEqual(Array(4).fill({ result: 'applied', reason: null, kept: true }));
    const where = { accountId: us.accountId };
    expect(await prisma().feedProduct.findFirst({ where })).toMatchObject({ externalRef: 'p' });
    const contact = await prisma().contact.findFirst({ where });
    expect(contact).toMatchObject({ email: 'ani@example.test', source: 'http', externalRef: 'c' });
    expect(await orders()).toMatchObject([
      { externalSource: `http_generic:${shop.id}`, integrationId: shop.id, contactId: contact?.id },
    ]);
    expect(await prisma().checkout.findFirst({ where })).toMatchObject({ integrationId: shop.id, status: 'completed' });
    expect((await get(shop.id)).lastEventAt).toEqual(expect.any(String));
    expect(expectData(await call('GET', `/orders?integrationId=${shop.id}`)).data).toHaveLength(1);
  });

  it('is refused without the signature of its secret, of the very body, within 300 seconds', async () => {
    const shop = await connected();
    const other = await connected(WITHOUT_PRODUCTS);
    const body = JSON.stringify({ id: '1', type: 'orders', rows: [order('1')] });
    const seconds = Math.floor(Date.now() / 1000);
    const signatures = [
      sign(other.secret, body),
      sign(shop.secret, `${body} `),
      sign(shop.secret, body, seconds - 310),
      sign(shop.secret, body, seconds + 310),
      sign(shop.secret, body).replace('v1=', 'v1=0'),
      `${sign(shop.secret, body)},v1=${'0'.repeat(64)}`,
      '',
    ];
    for (const signature of signatures) expect((await post(shop.id, body, signature)).status).toBe(200);
    await runJobs(server.services);
    expect(await results(shop.id)).toEqual(signatures.map(() => ({ result: 'refused', reason: null, kept: false })));
    expect(await orders()).toEqual([]);
    await post(shop.id, body, sign(shop.secret, body, seconds - 290));
    await runJobs(server.services);
    expect(await orders()).toHaveLength(1);
  });

  it('is signed as a vector that was made elsewhere', async () => {
    const { isSigned } = await import('@/server/modules/shops/connections/signature');
    // printf '1700000000.{"id":"1"}' | openssl dgst -sha256 -hmac whsec_test
    const header = 't=1700000000,v1=11bf4466ea17c3df3fd743af0b435368e16b7a05eb8eced85e8c4670767bdec5';
    expect(isSigned('whsec_test', header, Buffer.from('{"id":"1"}'), new Date(1_700_000_300_000))).toBe(true);
    expect(isSigned('whsec_test', header, Buffer.from('{"id":"1"}'), new Date(1_700_000_301_000))).toBe(false);
    expect(isSigned('whsec_tesT', header, Buffer.from('{"id":"1"}'), new Date(1_700_000_000_000))).toBe(false);
  });

  it('counts once however often it comes, also fifty times at once', async () => {
    const shop = await connected();
    const rows = { id: 'delivery-1', type: 'orders', rows: [order('1')] };
    await Promise.all(Array.from({ length: 50 }, () => send(shop, rows)));
    await Promise.all([runJobs(server.services), runJobs(server.services)]);
    const all = await results(shop.id);
    expect(all.filter(({ result }) => result === 'applied')).toHaveLength(1);
    expect(all.filter(({ result }) => result === 'repeated')).toHaveLength(49);
    expect(await orders()).toHaveLength(1);
  });

  it('is never left waiting where it comes while the worker is at it', async () => {
    const shop = await connected();
    const come = Array.from({ length: 120 }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, n * 5));
      await send(shop, { type: 'orders', rows: [order(`o${n}`)] });
    });
    const coming = { isOver: false };
    const work = (async () => {
      while (!coming.isOver) await runJobs(server.services);
    })();
    await Promise.all(come);
    coming.isOver = true;
    await work;
    await runJobs(server.services);
    expect(await orders()).toHaveLength(120);
    expect((await results(shop.id)).every(({ result }) => result === 'applied')).toBe(true);
  });

  it('ends in the same rows whatever order it comes in', async () => {
    const shop = await connected(WITHOUT_PRODUCTS);
    const day = (n: number) => `2026-01-0${n}T00:00:00Z`;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.record({ day: fc.integer({ min: 1, max: 9 }), amount: fc.nat(9), refunded: fc.nat(3) }), {
          minLength: 2,
          maxLength: 5,
          selector: (each) => each.day,
        }),
        fc.func(fc.nat()),
        async (versions, rank) => {
          const refs = [unique('o'), unique('o')];
          const arrivals = versions.toSorted((one, other) => rank(one) - rank(other));
          const inOrder = versions.toSorted((one, other) => one.day - other.day);
          for (const [index, sequence] of [arrivals, inOrder].entries())
            await report(
              shop,
              ...sequence.map((version) => ({
                type: 'orders',
                rows: [
                  order(refs[index] ?? '', {
                    amount: version.amount,
                    refunded: version.refunded,
                    placedAt: day(1),
                    updatedAt: day(version.day),
                  }),
                ],
              })),
            );
          const [one, other] = await Promise.all(
            refs.map(async (externalRef) => {
              const row = await prisma().order.findFirst({ where: { accountId: us.accountId, externalRef } });
              return row && { ...row, id: '', externalRef: '', checkoutSessionId: '', createdAt: '', updatedAt: '' };
            }),
          );
          expect(one).toEqual(other);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('is put aside where it says what cannot be read, with the reason, and holds up nothing', async () => {
    const shop = await connected();
    const broken = [
      '{',
      '[]',
      JSON.stringify({ id: '1', type: 'people', rows: [] }),
      JSON.stringify({ id: '2', type: 'orders', rows: [{}] }),
    ];
    for (const body of broken) {
      await post(shop.id, body, sign(shop.secret, body));
      await nextMillisecond();
    }
    await report(shop, { type: 'orders', rows: [order('1')] });
    const all = await results(shop.id);
    expect(all.map(({ result }) => result)).toEqual(['malformed', 'malformed', 'malformed', 'malformed', 'applied']);
    expect(all[0]?.reason).toBe('The body is not JSON.');
    expect(all[3]?.reason).toMatch(/^rows\.0\.externalRef: /);
    expect(await orders()).toHaveLength(1);
  });

  it('that cannot be applied is tried after 1, 5 and 30 minutes, then given up, and holds up no other', async () => {
    const shop = await connected();
    const { pool } = server.services.database;
    // What no caller can bring about: the database refuses this one order.
    await pool.query(`CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'poisoned'; END $$`);
    await pool.query(
      `CREATE TRIGGER poisoned BEFORE INSERT ON "Order" FOR EACH ROW WHEN (NEW."accountId" = '${us.accountId}' AND NEW."externalRef" = '2') EXECUTE FUNCTION poison()`,
    );
    const waits: number[] = [];
    try {
      await report(shop, ...['1', '2', '3'].map((ref) => ({ id: ref, type: 'orders', rows: [order(ref)] })));
      expect((await orders()).map(({ externalRef }) => externalRef)).toEqual(['1', '3']);
      for (let attempt = 1; attempt <= 3; attempt++) {
        const row = await prisma().integrationWebhook.findFirstOrThrow({
          where: { integrationId: shop.id, result: null },
        });
        expect(row.attempts).toBe(attempt);
        waits.push(Math.round((row.dueAt.getTime() - now().getTime()) / 60_000));
        await prisma().integrationWebhook.updateMany({ where: { id: row.id }, data: { dueAt: now() } });
        await applyWebhooks(server.services, { accountId: us.accountId, integrationId: shop.id });
      }
    } finally {
      await pool.query('DROP FUNCTION poison CASCADE');
    }
    expect(waits).toEqual([1, 5, 30]);
    expect((await results(shop.id)).map(({ result }) => result)).toEqual(['applied', 'failed', 'applied']);
    // Its id is free again: the shop may tell it anew.
    await report(shop, { id: '2', type: 'orders', rows: [order('2')] });
    expect(await orders()).toHaveLength(3);
  });

  it('that waits is found by the sweep, as are a shop that nobody looked at and credentials that nobody wiped', async () => {
    const shop = await connected(WITHOUT_PRODUCTS);
    const later = expectData(await connect({ config: WITHOUT_PRODUCTS }), 201);
    const gone = await connected(WITHOUT_PRODUCTS);
    expectData(await call('DELETE', `/${gone.id}`));
    await send(shop, { type: 'orders', rows: [order('1')] });
    // The process that was called for them is dead, and nobody knows.
    await server.services.database.pool.query('DELETE FROM graphile_worker._private_jobs');
    await prisma().integration.updateMany({
      where: { accountId: us.accountId },
      data: { status: 'pending', activatedAt: null },
    });
    await prisma().integration.updateMany({ where: { id: gone.id }, data: { status: 'revoked' } });
    const age = new Date(now().getTime() - 61_000);
    await prisma().integration.updateMany({ where: { accountId: us.accountId }, data: { updatedAt: age } });
    await prisma().integrationWebhook.updateMany({ where: { integrationId: shop.id }, data: { dueAt: age } });
    await sweepIntegrationsJob.run(server.services, {});
    await runJobs(server.services);
    expect(await orders()).toHaveLength(1);
    expect(await get(String(later.id))).toMatchObject({ status: 'active', activatedAt: expect.any(String) });
    expect(await prisma().integration.findFirst({ where: { id: gone.id } })).toMatchObject({ credentials: null });
  });

  it('is left out where config says so, and where the plan has no room', async () => {
    const shop = await connected({ sync: { orders: false } });
    await report(shop, { type: 'orders', rows: [order('1')] });
    expect(await results(shop.id)).toMatchObject([{ result: 'left_out' }]);
    const poor = await server.makeTenant({ plan: 'growth' });
    await connected(WITHOUT_PRODUCTS, poor);
    const second = await connected(WITHOUT_PRODUCTS, poor);
    await prisma().subscription.update({ where: { accountId: poor.accountId }, data: { plan: 'free' } });
    await report(second, { type: 'orders', rows: [order('1')] });
    expect(await results(second.id)).toEqual([{ result: 'held', reason: null, kept: false }]);
    expect(await orders()).toEqual([]);
  });

  it('has at most 5 MiB', async () => {
    const shop = await connected();
    expectError(await post(shop.id, Buffer.alloc(5 * 1024 * 1024 + 1), 'x'), 413, 'PAYLOAD_TOO_LARGE');
    expect((await post(shop.id, Buffer.alloc(5 * 1024 * 1024), 'x')).status).toBe(200);
  });
});

describe('a paid order of a shop that redeems', () => {
  const redemptions = () =>
    prisma().discountRedemption.findMany({ where: { accountId: us.accountId }, orderBy: { externalRef: 'asc' } });

  it('redeems the first of its codes that is ours, once, when it is first paid', async () => {
    const shop = await connected({ redeem: true });
    const code = await makeDiscountCode(server.services.database, us.accountId, { code: 'HEMAT' });
    const row = order('1', { discountCodes: ['LAIN', 'hemat'], discount: 5_000, customerRef: 'c-1' });
    await report(shop, { type: 'orders', rows: [{ ...row, status: 'pending' }] });
    expect(await redemptions()).toEqual([]);
    await report(
      shop,
      { type: 'orders', rows: [row] },
      { type: 'orders', rows: [{ ...row, status: 'refunded', refunded: 1 }] },
    );
    expect(await redemptions()).toMatchObject([
      {
        discountCodeId: code.id,
        checkoutSessionId: `http_generic:${shop.id}:1`,
        appliedAmount: 5_000n,
        appliedShipping: 0n,
        customerId: 'c-1',
        externalSource: `http_generic:${shop.id}`,
        externalRef: '1',
      },
    ]);
    expect(await prisma().discountCode.findFirst({ where: { id: code.id } })).toMatchObject({ redemptionCount: 1 });
    expect(await prisma().discountCustomerUse.findMany({ where: { accountId: us.accountId } })).toMatchObject([
      { customerId: 'c-1', uses: 1 },
    ]);
  });

  it('leaves a session that the shop redeemed itself as it is, also at once', async () => {
    const shop = await connected({ redeem: true });
    const code = await makeDiscountCode(server.services.database, us.accountId, { code: 'HEMAT' });
    const refs = Array.from({ length: 10 }, (_, index) => `o-${index}`);
    await Promise.all([
      report(shop, {
        type: 'orders',
        rows: refs.map((ref) => order(ref, { discountCodes: ['HEMAT'], checkoutSessionId: `s-${ref}`, discount: 1 })),
      }),
      ...refs.map((ref) =>
        server.call(us.key, 'POST', '/api/v1/discount-codes/redeem', {
          body: { discountCodeId: code.id, checkoutSessionId: `s-${ref}`, appliedAmount: 2 },
        }),
      ),
    ]);
    expect(await redemptions()).toHaveLength(10);
    expect(await prisma().discountCode.findFirst({ where: { id: code.id } })).toMatchObject({ redemptionCount: 10 });
  });

  it('is history where it was placed before the shop was connected, or is reported a day later', async () => {
    const shop = await connected({ redeem: true });
    await makeDiscountCode(server.services.database, us.accountId, { code: 'HEMAT' });
    const early = new Date(now().getTime() - 60 * 60_000).toISOString();
    await report(shop, { type: 'orders', rows: [order('1', { discountCodes: ['HEMAT'], placedAt: early })] });
    await prisma().integration.updateMany({ where: { id: shop.id }, data: { activatedAt: new Date(0) } });
    const late = new Date(now().getTime() - 25 * 60 * 60_000).toISOString();
    await report(
      shop,
      { type: 'orders', rows: [order('2', { discountCodes: ['HEMAT'], placedAt: late })] },
      { type: 'orders', rows: [order('3', { discountCodes: ['HEMAT'], placedAt: early })] },
    );
    expect((await redemptions()).map(({ externalRef }) => externalRef)).toEqual(['3']);
  });

  it('and whoever suspends the affiliate whose code it has do not wait for each other', async () => {
    const shop = await connected({ redeem: true });
    const { database } = server.services;
    const affiliate = await makeAffiliate(database, us.accountId);
    const { code, id } = await makeDiscountCode(database, us.accountId, {
      source: 'affiliate',
      sourceRefId: affiliate.id,
    });
    const waiting = async (): Promise<number> => {
      const { rows } = await database.pool.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0]!.waiting;
    };
    const other = await database.pool.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM "DiscountCode" WHERE "accountId" = $1 AND id = $2 FOR UPDATE', [us.accountId, id]);
    const reporting = report(shop, { type: 'orders', rows: [order('1', { discountCodes: [code], discount: 5_000 })] });
    await expect.poll(waiting).toBe(1);
    const body = { reason: 'Looks odd.' };
    const suspended = server.call(us.key, 'POST', `/api/v1/collaborations/${affiliate.id}/suspend`, { body });
    await expect.poll(waiting).toBe(2);
    await other.query('COMMIT');
    other.release();
    await reporting;
    expect(expectData(await suspended)).toMatchObject({ status: 'suspended' });
    expect(await results(shop.id)).toMatchObject([{ result: 'applied' }]);
    expect(await redemptions()).toHaveLength(1);
    expect(await prisma().commission.findMany({ where: { collaborationId: affiliate.id } })).toHaveLength(1);
  });

  it('earns an affiliate on what is left of it, without shipping and tax', async () => {
    const shop = await connected();
    const affiliate = await makeAffiliate(server.services.database, us.accountId);
    const { code } = await makeDiscountCode(server.services.database, us.accountId, {
      source: 'affiliate',
      sourceRefId: affiliate.id,
    });
    const costs = { amount: 150_000, shipping: 20_000, tax: 10_000 };
    await report(shop, {
      type: 'orders',
      rows: [
        order('1', { ...costs, discountCodes: [code] }),
        order('2', { ...costs, discountCodes: [code], status: 'refunded', refunded: 40_000 }),
        order('3', { ...costs, discountCodes: [code], status: 'canceled' }),
      ],
    });
    const earned = await prisma().commission.findMany({
      where: { collaborationId: affiliate.id },
      orderBy: { externalRef: 'asc' },
    });
    expect(earned.map(({ externalRef, orderAmount, amount }) => [externalRef, orderAmount, amount])).toEqual([
      ['1', 120_000n, 12_000n],
      ['2', 120_000n, 8_000n],
    ]);
  });

  it('redeems no code of another currency, and none of a neighbour', async () => {
    const shop = await connected({ redeem: true });
    await makeDiscountCode(server.services.database, us.accountId, { code: 'DOLLAR', currency: 'USD' });
    await makeDiscountCode(server.services.database, server.theirs.accountId, { code: unique('THEIRS') });
    await report(shop, { type: 'orders', rows: [order('1', { discountCodes: ['DOLLAR'] })] });
    expect(await redemptions()).toEqual([]);
  });
});
