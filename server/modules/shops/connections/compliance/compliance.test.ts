/** What Shopify asks about people (docs/contract/integrations.md#compliance), through the door and by the worker. */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { applyWebhooks } from '@/server/modules/shops/connections/apply-webhooks';
import { actOnRequests } from '@/server/modules/shops/connections/compliance/compliance';
import { pruneRequestsJob, sweepRequestsJob } from '@/server/modules/shops/connections/compliance/jobs';
import { sealCredentials } from '@/server/modules/shops/connections/credentials';
import { wholeConfig } from '@/server/modules/shops/connections/rows';
import { readComplianceRequest } from '@/server/modules/shops/adapters/shopify/compliance';
import { makeCheckout, makeFeedProduct, makeIntegration, makeOrder } from '@/server/testing/factories/shops';
import { makeContact } from '@/server/testing/factories/audience';
import { makeReminder } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, expectData, expectError, snapshotOf, trpc } from '@/server/testing/http';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';
import { startSmtp } from '@/server/testing/smtp';
import { runJobs } from '@/server/testing/worker';

const SECRET = 'hush-operator-app';
const smtp = await startSmtp();
const server = useServer({
  SMTP_URL: smtp.url,
  MAIL_FROM: 'halo@laris.test',
  OAUTH_STOREFRONT_P1_CLIENT_ID: 'operator-app',
  OAUTH_STOREFRONT_P1_CLIENT_SECRET: SECRET,
});
const plain = useServer();
const WEBHOOKS = '/api/v1/integrations/webhooks/storefront_p1';
const prisma = () => server.services.database.prisma;

/**
 * The payloads of Shopify's documentation (https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance), of
 * toko-uji.myshopify.com; the signatures are of `openssl dgst -sha256 -hmac hush-operator-app -binary | base64`.
 */
const DOCUMENTED = {
  data_request: {
    topic: 'customers/data_request',
    body: '{"shop_id":954889,"shop_domain":"toko-uji.myshopify.com","orders_requested":[299938,280263,220458],"customer":{"id":191167,"email":"john@example.com","phone":"555-625-1199"},"data_request":{"id":9999}}',
    signature: 'SzVsxaQxB9Tuu+9LNNzLyz2w06+c39vpdypoMsGJ584=',
  },
  customer_redact: {
    topic: 'customers/redact',
    body: '{"shop_id":954889,"shop_domain":"toko-uji.myshopify.com","customer":{"id":191167,"email":"john@example.com","phone":"555-625-1199"},"orders_to_redact":[299938,280263,220458]}',
    signature: 'kM3t1la1XXysh9CAR1UuZho2zOq537rzD5pQ4FesMdM=',
  },
  shop_redact: {
    topic: 'shop/redact',
    body: '{"shop_id":954889,"shop_domain":"toko-uji.myshopify.com"}',
    signature: 'Trje0G2itDJ4Thvv3OAnWZXet3EwFApcPfeh0jIrYHc=',
  },
} as const;

const sign = (body: string, secret = SECRET): string => createHmac('sha256', secret).update(body).digest('base64');

interface Call {
  topic: string;
  body: string;
  signature?: string;
  id?: string;
  headers?: Record<string, string>;
}

const post = (
  { topic, body, signature = sign(body), id = unique('w'), headers = {} }: Call,
  to = server,
  path = WEBHOOKS,
) =>
  to.fetch('POST', path, {
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-hmac-sha256': signature,
      'x-shopify-webhook-id': id,
      ...headers,
    },
    body,
  });
const taken = (answer: Answer): void => expect(expectData(answer)).toEqual({ received: true });

interface Shop {
  domain: string;
  source: string;
  integrationId: string;
}

const shopDomain = (): string => `${unique('toko-').toLowerCase()}.myshopify.com`;

/** Connected by the operator's app. */
async function connect(us: Tenant, domain = shopDomain(), more: object = {}): Promise<Shop> {
  const { id } = await makeIntegration(server.services, us.accountId, {
    provider: 'storefront_p1',
    externalId: domain,
    displayName: 'Toko Bandung',
    config: { ...wholeConfig('storefront_p1', { sync: { products: false } }) },
    ...more,
  });
  return { domain, source: `storefront_p1:${domain}`, integrationId: id };
}

interface Person {
  contactId: string;
  customerRef: string;
  email: string;
  orderRef: string;
}

const idOf = (): string => String(9_007_199_254_741_000n + BigInt(Math.floor(Math.random() * 1e12)));

/** Somebody whom the shop has reported, with an order and a left checkout. */
async function makeBuyer(us: Tenant, shop: Shop, more: Parameters<typeof makeContact>[2] = {}): Promise<Person> {
  const { database } = server.services;
  const { accountId } = us;
  const customerRef = idOf();
  const contact = await makeContact(database, accountId, {
    source: 'shopify',
    externalRef: customerRef,
    attributes: { shop: { city: 'Bandung' }, size: 'M' },
    ...more,
  });
  const email = contact.email ?? '';
  await prisma().customer.create({
    data: {
      accountId,
      externalSource: shop.source,
      externalRef: customerRef,
      contactId: contact.id,
      sourceUpdatedAt: new Date(),
      createdAt: new Date(),
      updatedAt: new Date(),
    },
  });
  const buyer = { externalSource: shop.source, email: contact.email, contactId: contact.id };
  const orderRef = idOf();
  await prisma().purchase.create({
    data: {
      accountId,
      checkoutSessionId: orderRef,
      toldBy: 'order',
      at: new Date(),
      contactId: contact.id,
      createdAt: new Date(),
      updatedAt: new Date(),
    },
  });
  await makeOrder(database, accountId, {
    ...buyer,
    externalRef: orderRef,
    checkoutSessionId: orderRef,
    customerRef,
    landingUrl: 'https://toko.example/?e=1',
  });
  await makeCheckout(database, accountId, { ...buyer, url: 'https://toko.example/recover/1', dueAt: new Date() });
  return { contactId: contact.id, customerRef, email, orderRef };
}

const redaction = (shop: Shop, person: Partial<Person> & { phone?: string }, orders: string[] = []): Call => ({
  topic: 'customers/redact',
  // Shopify's ids are bare numbers, which pass 2^53.
  body: `{"shop_id":954889,"shop_domain":"${shop.domain}","customer":{${[
    ...(person.customerRef === undefined ? [] : [`"id":${person.customerRef}`]),
    ...(person.email === undefined ? [] : [`"email":"${person.email}"`]),
    ...(person.phone === undefined ? [] : [`"phone":"${person.phone}"`]),
  ].join(',')}},"orders_to_redact":[${orders.join(',')}]}`,
});
const dataRequest = (shop: Shop, { customerRef, email }: Partial<Person>, orders: string[] = []): Call => ({
  topic: 'customers/data_request',
  body: `{"shop_id":954889,"shop_domain":"${shop.domain}","orders_requested":[${orders.join(',')}],"customer":{"id":${customerRef ?? 1}${email === undefined ? '' : `,"email":"${email}"`},"phone":null},"data_request":{"id":9999}}`,
});
const shopRedaction = ({ domain }: Shop): Call => ({
  topic: 'shop/redact',
  body: `{"shop_id":954889,"shop_domain":"${domain}"}`,
});

/** Taken at the door and done by the worker. */
const ask = async (call: Call): Promise<void> => {
  taken(await post(call));
  await runJobs(server.services);
};

const requestsOf = (accountId: string) => prisma().privacyRequest.findMany({ where: { accountId } });
const contact = (id: string) => prisma().contact.findFirst({ where: { id } });
const orderOf = ({ orderRef }: Person) => prisma().order.findFirstOrThrow({ where: { externalRef: orderRef } });
const boughtBy = async (contactId: string) => await prisma().purchase.count({ where: { contactId } });

/** A run of the shop that refused these rows. */
async function refuse(
  us: Tenant,
  shop: Shop,
  resource: string,
  rows: readonly (readonly [ref: string, reason: string])[],
) {
  const { accountId } = us;
  const at = { createdAt: new Date(), updatedAt: new Date() };
  const { integrationId } = shop;
  const { id: runId } = await prisma().integrationRun.create({
    data: { accountId, integrationId, kind: 'backfill', resource, status: 'partial', ...at },
    select: { id: true },
  });
  await prisma().integrationRefusal.createMany({
    data: rows.map(([ref, reason], position) => ({ accountId, runId, position, ref, reason })),
  });
}
const refused = async (us: Tenant) =>
  (await prisma().integrationRefusal.findMany({ where: { accountId: us.accountId } })).map(({ ref }) => ref).sort();
const actions = async (accountId: string, action: string) =>
  (await auditOf(server, accountId)).filter((entry) => entry.action === action);
const EMPTY_ORDER = {
  email: null,
  phone: null,
  phoneE164: null,
  customerRef: null,
  contactId: null,
  landingUrl: null,
  amount: 150_000n,
  status: 'paid',
};
const EMPTY_CHECKOUT = { email: null, phoneE164: null, contactId: null, url: null, status: 'expired', dueAt: null };

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant();
});

describe('the door', () => {
  it.each(Object.entries(DOCUMENTED))('takes the documented %s, signed elsewhere', async (kind, call) => {
    const shop = await connect(us, 'toko-uji.myshopify.com');
    taken(await post(call));
    const [row] = await requestsOf(us.accountId);
    expect(row).toMatchObject({
      kind,
      integrationId: shop.integrationId,
      customerRef: kind === 'shop_redact' ? null : '191167',
      email: kind === 'shop_redact' ? null : 'john@example.com',
      phone: kind === 'shop_redact' ? null : '555-625-1199',
      orderRefs: kind === 'shop_redact' ? [] : ['299938', '280263', '220458'],
      doneAt: null,
    });
    await runJobs(server.services);
    await prisma().integration.updateMany({
      where: { externalId: shop.domain },
      data: { externalId: `gone-${unique('x')}` },
    });
  });

  it('takes any content type', async () => {
    taken(await post({ ...DOCUMENTED.shop_redact, headers: { 'content-type': 'text/plain' } }));
  });

  it('refuses what the app’s secret has not signed, whatever else it says', async () => {
    const shop = await connect(us);
    const { body, topic } = redaction(shop, { email: 'a@example.test' });
    const others = [
      { signature: sign(body, 'another') },
      { signature: '' },
      { signature: sign(`${body} `) },
      { signature: sign(body).slice(0, -4) },
    ];
    for (const other of others) expectError(await post({ topic, body, ...other }), 401, 'INVALID_SIGNATURE');
    expectError(await server.fetch('POST', WEBHOOKS, { body }), 401, 'INVALID_SIGNATURE');
    expect(await requestsOf(us.accountId)).toEqual([]);
  });

  it('refuses everything where the operator has no app, also what an empty secret signs', async () => {
    for (const secret of [SECRET, ''])
      expectError(
        await post({ ...DOCUMENTED.shop_redact, signature: sign(DOCUMENTED.shop_redact.body, secret) }, plain),
        401,
        'INVALID_SIGNATURE',
      );
  });

  it('is of Shopify alone', async () => {
    for (const provider of ['storefront_p2', 'http_generic', 'unknown'])
      expectError(
        await post(DOCUMENTED.shop_redact, server, `/api/v1/integrations/webhooks/${provider}`),
        404,
        'NOT_FOUND',
      );
  });

  it('takes what nobody has connected and keeps nothing of it', async () => {
    const before = await prisma().privacyRequest.count();
    taken(await post(redaction({ domain: shopDomain(), source: '', integrationId: '' }, { email: 'a@example.test' })));
    taken(await post({ topic: 'orders/create', body: '{}', headers: { 'x-shopify-shop-domain': shopDomain() } }));
    expect(await prisma().privacyRequest.count()).toBe(before);
  });

  it('tells a workspace that only says that the shop is its own nothing, whatever became of that', async () => {
    const victim = await connect(us);
    const person = await makeBuyer(us, victim);
    const stranger = await server.makeTenant();
    const credentials = { shop: victim.domain, clientId: 'x', clientSecret: 'x' };
    const asked = { provider: 'storefront_p1', displayName: 'x', credentials };
    expectData(await server.call(stranger.key, 'POST', '/api/v1/integrations', { body: asked }), 201);
    // Refused by the shop, and taken away again: neither was ever proven.
    for (const status of ['error', 'revoked'])
      await connect(await server.makeTenant(), victim.domain, { status, activatedAt: null });
    const known = [us.accountId];
    // Proven once: with new credentials, after a refusal, and of before.
    for (const status of ['pending', 'error', 'revoked']) {
      const had = await server.makeTenant();
      await connect(had, victim.domain, { status });
      known.push(had.accountId);
    }
    for (const call of [dataRequest(victim, person), redaction(victim, person), shopRedaction(victim)])
      taken(await post(call));
    for (const topic of ['orders/create', 'app/uninstalled'])
      taken(
        await post({ topic, body: `{"email":"${person.email}"}`, headers: { 'x-shopify-shop-domain': victim.domain } }),
      );
    const receive = { where: { integration: { externalId: victim.domain } }, select: { accountId: true } } as const;
    const of = (rows: { accountId: string }[]) => [...new Set(rows.map(({ accountId }) => accountId))].sort();
    expect(of(await prisma().privacyRequest.findMany(receive))).toEqual(known.toSorted());
    // A shop that was revoked has no other facts to hear.
    expect(of(await prisma().integrationWebhook.findMany(receive))).toEqual(known.slice(0, 3).sort());
    await runJobs(server.services);
    const { cookie } = stranger;
    const shown = await trpc(server, 'query', 'integrations.privacyRequests', undefined, { cookie });
    expect(shown.data.requests).toEqual([]);
    expect(() => smtp.lastTo(stranger.user.email)).toThrow();
  });

  it('goes by what is signed: not by the header of another shop, nor by a topic that the body is not of', async () => {
    const shop = await connect(us);
    const other = await connect(us);
    taken(
      await post({
        ...redaction(shop, { email: 'a@example.test' }),
        headers: { 'x-shopify-shop-domain': other.domain },
      }),
    );
    expect((await requestsOf(us.accountId)).map(({ integrationId }) => integrationId)).toEqual([shop.integrationId]);
    const { body } = redaction(shop, { email: 'a@example.test' });
    for (const topic of ['shop/redact', 'customers/data_request'])
      expectError(await post({ topic, body }), 400, 'VALIDATION');
    for (const wrong of ['', '[]', 'no json', '{"shop_domain":"toko.example"}', `{"shop_domain":"${shop.domain}"}`])
      expectError(await post({ topic: 'customers/redact', body: wrong }), 400, 'VALIDATION');
    expect(await requestsOf(us.accountId)).toHaveLength(1);
  });

  it('counts what comes twice once, also of fifty at once; without an id by what it says', async () => {
    const shop = await connect(us);
    const call = { ...dataRequest(shop, { email: 'a@example.test' }), id: unique('w') };
    await Promise.all(Array.from({ length: 50 }, async () => taken(await post(call))));
    expect(await requestsOf(us.accountId)).toHaveLength(1);
    const unnamed = { ...dataRequest(shop, { email: 'b@example.test' }), id: '' };
    taken(await post(unnamed));
    taken(await post(unnamed));
    expect(await requestsOf(us.accountId)).toHaveLength(2);
  });

  it('hands other topics to the shop’s integrations, which verify them: the app was taken out', async () => {
    const owned = { id: unique('c'), accountId: us.accountId };
    const seal = (values: Record<string, string>) =>
      sealCredentials(server.services.settings.appSecrets, owned, values);
    const shop = await connect(us, shopDomain(), {
      id: owned.id,
      credentials: seal({ shop: 'x', accessToken: 't', refreshToken: 'r' }),
    });
    const neighbour = await server.makeTenant();
    await connect(neighbour, shop.domain, { status: 'revoked', credentials: null });
    taken(
      await post({ topic: 'app/uninstalled', body: '{"id":1}', headers: { 'x-shopify-shop-domain': shop.domain } }),
    );
    await runJobs(server.services);
    expect(await prisma().integration.findFirst({ where: { id: shop.integrationId } })).toMatchObject({
      status: 'error',
    });
    expect(await prisma().integrationWebhook.count({ where: { accountId: neighbour.accountId } })).toBe(0);
    await applyWebhooks(server.services, { accountId: us.accountId, integrationId: shop.integrationId });
    expect(await prisma().integrationWebhook.findMany({ where: { accountId: us.accountId } })).toMatchObject([
      { result: 'applied' },
    ]);
  });

  it('reads any well-formed request, and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('data_request', 'customer_redact', 'shop_redact'),
        fc.jsonValue(),
        async (kind, value) => {
          const body = Buffer.from(JSON.stringify({ shop_domain: 'a.myshopify.com', customer: value }));
          const read = await readComplianceRequest(kind, body);
          expect(read === null || read.kind === kind).toBe(true);
          if (kind === 'shop_redact') expect(read).toBeNull();
        },
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.bigInt(1n, 10n ** 19n), fc.array(fc.bigInt(1n, 10n ** 19n)), async (id, orders) => {
        const body = `{"shop_domain":"a.myshopify.com","customer":{"id":${id}},"orders_to_redact":[${orders.join()}]}`;
        expect(await readComplianceRequest('customer_redact', Buffer.from(body))).toEqual({
          kind: 'customer_redact',
          shop: 'a.myshopify.com',
          customerRef: String(id),
          email: null,
          phone: null,
          orderRefs: [...new Set(orders.map(String))],
        });
      }),
    );
  });
});

describe('customers/redact', () => {
  it('erases whom that shop alone has reported, and empties their orders and checkouts', async () => {
    const shop = await connect(us);
    const person = await makeBuyer(us, shop);
    const other = await makeBuyer(us, shop);
    await ask(redaction(shop, person, [person.orderRef]));
    expect(await contact(person.contactId)).toBeNull();
    expect(await orderOf(person)).toMatchObject(EMPTY_ORDER);
    expect(await prisma().checkout.findMany({ where: { accountId: us.accountId, email: null } })).toMatchObject([
      EMPTY_CHECKOUT,
    ]);
    expect(await prisma().customer.findMany({ where: { accountId: us.accountId } })).toMatchObject([
      { externalRef: other.customerRef },
    ]);
    expect(await contact(other.contactId)).not.toBeNull();
    expect(await orderOf(other)).toMatchObject({ email: other.email, contactId: other.contactId });
    expect(await actions(us.accountId, 'contact.erase')).toMatchObject([
      { actorKind: 'system', targetId: person.contactId, data: {} },
    ]);
    expect(await actions(us.accountId, 'integration.redact')).toMatchObject([
      { actorKind: 'system', targetId: shop.integrationId, data: { topic: 'customers/redact' } },
    ]);
    expect(await requestsOf(us.accountId)).toMatchObject([
      { doneAt: expect.any(Date), dueAt: null, customerRef: null, email: null, phone: null, orderRefs: [] },
    ]);
  });

  it('erases who left a checkout there and bought nothing', async () => {
    const shop = await connect(us);
    const { id, email } = await makeContact(server.services.database, us.accountId, { source: 'abandoned_cart' });
    await makeCheckout(server.services.database, us.accountId, {
      externalSource: shop.source,
      email,
      contactId: id,
      status: 'abandoned',
    });
    await ask(redaction(shop, { email: email ?? '' }));
    expect(await contact(id)).toBeNull();
  });

  const MORE: [string, (person: Person, shop: Shop) => Promise<unknown>][] = [
    [
      'was imported',
      ({ contactId }) => prisma().contact.updateMany({ where: { id: contactId }, data: { source: 'import' } }),
    ],
    [
      'has no source',
      ({ contactId }) => prisma().contact.updateMany({ where: { id: contactId }, data: { source: null } }),
    ],
    [
      'is another shop’s customer',
      async ({ contactId }) =>
        await prisma().customer.create({
          data: {
            accountId: us.accountId,
            externalSource: 'storefront_p1:other.myshopify.com',
            externalRef: '1',
            contactId,
            sourceUpdatedAt: new Date(),
            createdAt: new Date(),
            updatedAt: new Date(),
          },
        }),
    ],
    [
      'bought in another shop',
      async ({ contactId }) => await makeOrder(server.services.database, us.accountId, { contactId }),
    ],
    [
      'left a checkout in another shop',
      async ({ contactId }) => await makeCheckout(server.services.database, us.accountId, { contactId }),
    ],
    [
      'was reminded of a cart by a partner',
      async ({ email }) => await makeReminder(server.services.database, us.accountId, { email }),
    ],
  ];

  it.each(MORE)('keeps the contact of who %s, and empties what was bought there', async (_, more) => {
    const shop = await connect(us);
    const person = await makeBuyer(us, shop);
    await more(person, shop);
    const other = await makeBuyer(us, shop);
    await ask(redaction(shop, person, [person.orderRef]));
    expect([await boughtBy(person.contactId), await boughtBy(other.contactId)]).toEqual([0, 1]);
    expect(await contact(person.contactId)).toMatchObject({ email: person.email, externalRef: null });
    expect(await orderOf(person)).toMatchObject(EMPTY_ORDER);
    expect(
      await prisma().checkout.findMany({
        where: { accountId: us.accountId, externalSource: shop.source, contactId: null },
      }),
    ).toMatchObject([EMPTY_CHECKOUT]);
    expect(
      await prisma().customer.findMany({ where: { accountId: us.accountId, externalSource: shop.source } }),
    ).toMatchObject([{ externalRef: other.customerRef }]);
    expect(await actions(us.accountId, 'contact.erase')).toEqual([]);
    expect(await actions(us.accountId, 'integration.redact')).toHaveLength(1);
    // What was bought elsewhere stays the person's.
    expect(
      await prisma().order.count({ where: { accountId: us.accountId, externalSource: 'toko', contactId: null } }),
    ).toBe(0);
  });

  it('takes the person’s rows out of what runs refused, also where a reason names them', async () => {
    const shop = await connect(us);
    const another = await connect(us);
    const person = await makeBuyer(us, shop);
    const phone = '+6281299990000';
    await refuse(us, shop, 'customers', [
      [person.customerRef, 'no e-mail'],
      ['other', `${person.email.toUpperCase()} is taken`],
      ['one', `${phone} is taken`],
      ['stays', 'nobody@example.test is taken'],
    ]);
    await refuse(us, shop, 'orders', [
      [person.orderRef, 'no currency'],
      [person.customerRef, 'an order that is numbered like a customer'],
    ]);
    await refuse(us, another, 'customers', [[person.customerRef, 'of another shop']]);
    await ask(redaction(shop, { ...person, phone }, [person.orderRef]));
    expect(await refused(us)).toEqual([person.customerRef, person.customerRef, 'stays'].sort());
  });

  it('leaves what another shop may have said, and else takes what this one said of its customer', async () => {
    const shop = await connect(us);
    const [imported, shared] = [await makeBuyer(us, shop, { source: 'import' }), await makeBuyer(us, shop)];
    await MORE[2]![1](shared, shop);
    await ask(redaction(shop, imported));
    await ask(redaction(shop, shared));
    expect(await contact(imported.contactId)).toMatchObject({ attributes: { size: 'M' } });
    expect((await contact(shared.contactId))?.attributes).toEqual({ shop: { city: 'Bandung' }, size: 'M' });
  });

  it('finds who is no contact by their orders, their address and their customer', async () => {
    const shop = await connect(us);
    const { database } = server.services;
    const of = (more: object) => makeOrder(database, us.accountId, { externalSource: shop.source, ...more });
    const mine = [
      await of({ email: 'ani@example.test' }),
      await of({ customerRef: '77' }),
      await of({ phone: '0812-3456-7890', phoneE164: '+6281234567890' }),
      await of({ email: 'old@example.test', externalRef: '9007199254740993', checkoutRef: 'token-1' }),
    ];
    await makeCheckout(database, us.accountId, {
      externalSource: shop.source,
      externalRef: 'token-1',
      email: 'old@example.test',
    });
    const family = await of({ email: 'budi@example.test', phone: '0812-3456-7890', phoneE164: '+6281234567890' });
    await ask(
      redaction(shop, { customerRef: '77', email: 'Ani@Example.test', phone: '081234567890' }, ['9007199254740993']),
    );
    const rows = await prisma().order.findMany({ where: { accountId: us.accountId }, orderBy: { createdAt: 'asc' } });
    expect(rows.filter(({ email, phone, customerRef }) => email ?? phone ?? customerRef).map(({ id }) => id)).toEqual([
      family.id,
    ]);
    expect(rows.filter(({ email }) => email === null)).toHaveLength(mine.length);
    expect(await prisma().checkout.findFirst({ where: { accountId: us.accountId } })).toMatchObject({ email: null });
  });

  it('takes nobody for the person who merely has their phone and another e-mail', async () => {
    const shop = await connect(us);
    const phone = `+62812${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
    const person = await makeBuyer(us, shop, { phone });
    const family = await makeBuyer(us, shop, { phone });
    await ask(redaction(shop, { email: person.email, phone }));
    expect(await contact(person.contactId)).toBeNull();
    expect(await contact(family.contactId)).not.toBeNull();
    expect(await orderOf(family)).toMatchObject({ email: family.email });
  });

  it('asked under the old e-mail of a contact that was merged reaches the one that stays', async () => {
    const shop = await connect(us);
    const kept = await makeBuyer(us, shop, { source: 'import' });
    const gone = await makeBuyer(us, shop);
    const stranger = await makeBuyer(us, shop);
    expectData(
      await server.call(us.key, 'POST', '/api/v1/contacts/merge', {
        body: { keepId: kept.contactId, mergeIds: [gone.contactId] },
      }),
    );
    await ask(redaction(shop, { email: gone.email }));
    expect(await contact(kept.contactId)).toMatchObject({ externalRef: null, attributes: { size: 'M' } });
    expect(await orderOf(kept)).toMatchObject(EMPTY_ORDER);
    expect(await orderOf(gone)).toMatchObject(EMPTY_ORDER);
    expect(await prisma().contactAlias.count({ where: { accountId: us.accountId, kind: 'externalRef' } })).toBe(0);
    expect(await orderOf(stranger)).toMatchObject({ email: stranger.email, contactId: stranger.contactId });
  });

  it('forgets what was bought under addresses and ids of a contact that was merged, unless somebody new has them', async () => {
    const shop = await connect(us);
    const { database } = server.services;
    const kept = await makeBuyer(us, shop, { source: 'import' });
    const [gone, other] = [await makeBuyer(us, shop), await makeBuyer(us, shop)];
    const reported = { externalSource: shop.source, contactId: null };
    const mine = [
      await makeOrder(database, us.accountId, { ...reported, email: gone.email }),
      await makeOrder(database, us.accountId, { ...reported, email: null, customerRef: gone.customerRef }),
    ];
    const theirs = await makeOrder(database, us.accountId, { ...reported, email: other.email });
    expectData(
      await server.call(us.key, 'POST', '/api/v1/contacts/merge', {
        body: { keepId: kept.contactId, mergeIds: [gone.contactId, other.contactId] },
      }),
    );
    await makeContact(database, us.accountId, { email: other.email });
    await ask(redaction(shop, { email: kept.email, customerRef: kept.customerRef }));
    for (const { id } of mine)
      expect(await prisma().order.findFirstOrThrow({ where: { id } })).toMatchObject(EMPTY_ORDER);
    expect(await prisma().order.findFirstOrThrow({ where: { id: theirs.id } })).toMatchObject({ email: other.email });
  });

  it('is done in every workspace that has or had the shop, and in no other', async () => {
    const shop = await connect(us);
    const [revoked, stranger] = [await server.makeTenant(), await server.makeTenant()];
    const gone = await connect(revoked, shop.domain, { status: 'revoked', credentials: null });
    const elsewhere = await connect(stranger);
    const email = `${unique('siti')}@example.test`;
    const people = [await makeBuyer(us, shop, { email }), await makeBuyer(revoked, gone, { email })];
    await makeBuyer(stranger, elsewhere, { email });
    const before = await snapshotOf(server, stranger.accountId);
    await ask(redaction(shop, { email }));
    for (const { contactId } of people) expect(await contact(contactId)).toBeNull();
    expect(await snapshotOf(server, stranger.accountId)).toEqual(before);
    expect(await actions(revoked.accountId, 'integration.redact')).toMatchObject([{ targetId: gone.integrationId }]);
  });

  it('comes once to a workspace that has connected the shop more than once', async () => {
    const first = await connect(us, shopDomain(), { status: 'revoked', credentials: null });
    const second = await connect(us, first.domain);
    await ask(redaction(first, await makeBuyer(us, first)));
    expect(await requestsOf(us.accountId)).toMatchObject([{ integrationId: second.integrationId }]);
    expect(await actions(us.accountId, 'integration.redact')).toHaveLength(1);
  });

  it('done by many at once is done once', async () => {
    const shop = await connect(us);
    const person = await makeBuyer(us, shop);
    taken(await post(redaction(shop, person)));
    const work = { accountId: us.accountId, integrationId: shop.integrationId };
    await Promise.all(Array.from({ length: 10 }, () => actOnRequests(server.services, work)));
    expect(await contact(person.contactId)).toBeNull();
    expect(await actions(us.accountId, 'contact.erase')).toHaveLength(1);
    expect(await actions(us.accountId, 'integration.redact')).toHaveLength(1);
  });

  it('is found by the sweep where nobody is at it', async () => {
    const shop = await connect(us);
    const person = await makeBuyer(us, shop);
    taken(await post(redaction(shop, person)));
    await server.services.database.pool.query(`DELETE FROM graphile_worker._private_jobs WHERE key LIKE 'requests:%'`);
    await runJobs(server.services);
    expect(await contact(person.contactId)).not.toBeNull();
    await sweepRequestsJob.run(server.services, {});
    await runJobs(server.services);
    expect(await contact(person.contactId)).toBeNull();
  });
});

describe('shop/redact', () => {
  it('forgets everybody of the shop, archives its products, and leaves other shops alone', async () => {
    const { database } = server.services;
    const shop = await connect(us, shopDomain(), { status: 'revoked', credentials: null });
    const other = await connect(us);
    const [alone, shared, stays] = [
      await makeBuyer(us, shop),
      await makeBuyer(us, shop, { source: 'import' }),
      await makeBuyer(us, other),
    ];
    const left = await makeContact(database, us.accountId, { source: 'abandoned_cart' });
    await makeCheckout(database, us.accountId, {
      externalSource: shop.source,
      email: left.email,
      contactId: left.id,
      status: 'abandoned',
    });
    const guest = await makeOrder(database, us.accountId, { externalSource: shop.source, email: 'guest@example.test' });
    const product = async (source: string | null) => {
      const { id, externalRef } = await makeFeedProduct(database, us.accountId);
      if (source !== null)
        await prisma().shopProduct.create({
          data: {
            accountId: us.accountId,
            externalSource: source,
            externalRef,
            slug: externalRef,
            print: 'p',
            sourceUpdatedAt: new Date(),
            createdAt: new Date(),
            updatedAt: new Date(),
          },
        });
      return id;
    };
    const [its, others, partners] = [await product(shop.source), await product(other.source), await product(null)];
    const deletion = { accountId: us.accountId, resource: 'orders', externalRef: '1', deletedAt: new Date() };
    for (const externalSource of [shop.source, other.source])
      await prisma().shopDeletion.create({ data: { ...deletion, externalSource } });
    const webhook = { accountId: us.accountId, headers: {}, body: Buffer.from('{"email":"x"}'), dueAt: new Date() };
    for (const { integrationId } of [shop, other])
      await prisma().integrationWebhook.create({
        data: { ...webhook, integrationId, receivedAt: new Date(), appliedAt: new Date(), result: 'applied' },
      });

    await refuse(us, shop, 'customers', [['gone', 'a@x.test']]);
    await refuse(us, shop, 'products', [['a product', 'no price']]);
    await refuse(us, other, 'customers', [['stays', 'b@x.test']]);

    await ask(shopRedaction(shop));

    expect(await refused(us)).toEqual(['a product', 'stays']);
    expect([await boughtBy(shared.contactId), await boughtBy(stays.contactId)]).toEqual([0, 1]);
    expect(await contact(alone.contactId)).toBeNull();
    expect(await contact(left.id)).toBeNull();
    expect(await contact(shared.contactId)).toMatchObject({ externalRef: null, attributes: { size: 'M' } });
    for (const person of [alone, shared]) expect(await orderOf(person)).toMatchObject(EMPTY_ORDER);
    expect(await prisma().order.findFirst({ where: { id: guest.id } })).toMatchObject({ email: null });
    const checkouts = { accountId: us.accountId, externalSource: shop.source };
    expect(await prisma().checkout.count({ where: { ...checkouts, NOT: { email: null, url: null } } })).toBe(0);
    expect(await contact(stays.contactId)).toMatchObject({ externalRef: stays.customerRef });
    expect(await orderOf(stays)).toMatchObject({ email: stays.email, contactId: stays.contactId });
    const archived = await prisma().feedProduct.findMany({
      where: { accountId: us.accountId, archivedAt: { not: null } },
    });
    expect(archived.map(({ id }) => id)).toEqual([its]);
    expect(await prisma().feedProduct.count({ where: { id: { in: [others, partners] }, archivedAt: null } })).toBe(2);
    const where = { where: { accountId: us.accountId } };
    const sources = (rows: { externalSource: string }[]) => rows.map(({ externalSource }) => externalSource);
    expect(sources(await prisma().shopProduct.findMany(where))).toEqual([other.source]);
    expect(sources(await prisma().shopDeletion.findMany(where))).toEqual([other.source]);
    expect(sources(await prisma().customer.findMany(where))).toEqual([other.source]);
    expect(
      (await prisma().integrationWebhook.findMany(where))
        .map(({ integrationId, body }) => [integrationId, body.length > 0])
        .sort(),
    ).toEqual(
      [
        [shop.integrationId, false],
        [other.integrationId, true],
      ].sort(),
    );
    expect(await actions(us.accountId, 'integration.redact')).toMatchObject([
      { targetId: shop.integrationId, data: { topic: 'shop/redact' } },
    ]);
    // Once more, it finds nothing to do.
    const after = await snapshotOf(server, us.accountId);
    await ask(shopRedaction(shop));
    const { PrivacyRequest: _, AuditEntry: __, AuditPending: ___, ...again } = await snapshotOf(server, us.accountId);
    expect(after).toMatchObject(again);
  });

  it('of more than a batch of everything leaves nothing', async () => {
    const shop = await connect(us);
    const { pool } = server.services.database;
    await pool.query(
      `INSERT INTO "Order" ("accountId", "externalSource", "externalRef", "checkoutSessionId", email, amount, refunded, currency, status, "discountCodes", items, "placedAt", "sourceUpdatedAt", "createdAt", "updatedAt")
       SELECT $1, $2, n::text, $2 || n, 'guest' || n || '@example.test', 1, 0, 'IDR', 'paid', '{}', '[]', now(), now(), now(), now() FROM generate_series(1, 1203) n`,
      [us.accountId, shop.source],
    );
    await pool.query(
      `INSERT INTO "ShopProduct" ("accountId", "externalSource", "externalRef", slug, print, "sourceUpdatedAt", "createdAt", "updatedAt")
       SELECT $1, $2, n::text, n::text, 'p', now(), now(), now() FROM generate_series(1, 1203) n`,
      [us.accountId, shop.source],
    );
    const people = await Promise.all(Array.from({ length: 60 }, () => makeBuyer(us, shop, { source: 'import' })));
    await ask(shopRedaction(shop));
    const where = { accountId: us.accountId };
    expect(await prisma().order.count({ where: { ...where, email: null } })).toBe(1203 + people.length);
    expect(await prisma().order.count({ where })).toBe(1203 + people.length);
    expect(await prisma().shopProduct.count({ where })).toBe(0);
    expect(await prisma().customer.count({ where })).toBe(0);
    expect(await prisma().contact.count({ where })).toBe(people.length);
  });
});

describe('customers/data_request', () => {
  const list = async (who = us) =>
    (await trpc(server, 'query', 'integrations.privacyRequests', undefined, { cookie: who.cookie })).data.requests;
  const close = (id: string, who = us) =>
    trpc(server, 'mutation', 'integrations.closePrivacyRequest', { id }, { cookie: who.cookie });
  const problems = async (who = us) =>
    (await trpc(server, 'query', 'insights.problems', undefined, { cookie: who.cookie })).data.problems;

  it('is mailed to the owner and shown until somebody says that it is answered', async () => {
    const shop = await connect(us);
    const person = await makeBuyer(us, shop);
    smtp.mails.length = 0;
    await ask(dataRequest(shop, person, [person.orderRef, '1']));
    const [request] = await list();
    const receivedAt = String(request.receivedAt);
    expect(request).toEqual({
      id: expect.any(String),
      integrationId: shop.integrationId,
      shop: 'Toko Bandung',
      email: person.email,
      phone: null,
      contactId: person.contactId,
      orders: 1,
      receivedAt: expect.any(String),
      answerBy: new Date(new Date(receivedAt).getTime() + 30 * 86_400_000).toISOString(),
    });
    expect(smtp.mails).toHaveLength(1);
    const mail = smtp.lastTo(us.user.email);
    for (const { text } of mail.parts) {
      expect(text).toContain(person.email);
      expect(text).toContain('Toko Bandung');
      expect(text).toContain(`${server.services.settings.baseUrl}/integrations`);
    }
    expect(await problems()).toEqual([
      { kind: 'privacy_request', id: request.id, email: person.email, at: request.answerBy },
    ]);
    expect(await actions(us.accountId, 'integration.data_request')).toMatchObject([
      { actorKind: 'system', targetId: shop.integrationId, data: { requestId: request.id } },
    ]);
    expect((await close(String(request.id))).data).toEqual({ id: request.id, done: true });
    expect((await close(String(request.id))).data).toEqual({ id: request.id, done: true });
    expect(await list()).toEqual([]);
    expect(await problems()).toEqual([]);
    expect(await actions(us.accountId, 'integration.close_data_request')).toMatchObject([
      { actorKind: 'session', actorId: us.user.id, targetId: shop.integrationId, data: { requestId: request.id } },
    ]);
    expect(await requestsOf(us.accountId)).toMatchObject([
      { customerRef: null, email: null, phone: null, orderRefs: [], contactId: null },
    ]);
    expect(await contact(person.contactId)).not.toBeNull();
  });

  it('comes once, however often it is sent, with one mail', async () => {
    const shop = await connect(us);
    const call = { ...dataRequest(shop, { email: 'a@example.test' }), id: unique('w') };
    smtp.mails.length = 0;
    for (const _ of [1, 2, 3]) await ask(call);
    expect(smtp.mails).toHaveLength(1);
    expect(await list()).toMatchObject([{ email: 'a@example.test', contactId: null, orders: 0 }]);
    const [{ id }] = await list();
    await close(String(id));
    await ask(call);
    expect(await list()).toEqual([]);
    expect(smtp.mails).toHaveLength(1);
  });

  it('stands on Home where the server sends no mail', async () => {
    const shop = await connect(us);
    taken(await post(dataRequest(shop, { email: 'a@example.test' })));
    await runJobs({ ...server.services, mail: null });
    expect(await problems()).toMatchObject([{ kind: 'privacy_request', email: 'a@example.test' }]);
  });

  it('is emptied with the erasure of whom it is about, and stays to be answered', async () => {
    const shop = await connect(us);
    const person = await makeBuyer(us, shop);
    await ask(dataRequest(shop, person));
    expectData(await server.call(us.key, 'POST', `/api/v1/contacts/${person.contactId}/erase`));
    expect(await list()).toMatchObject([{ email: null, contactId: null, orders: 0 }]);
    expect(await requestsOf(us.accountId)).toMatchObject([{ customerRef: null, email: null, contactId: null }]);
  });

  it('is seen and closed by nobody else', async () => {
    const shop = await connect(us);
    await ask(dataRequest(shop, { email: 'a@example.test' }));
    const neighbour = await server.makeTenant();
    expect(await list(neighbour)).toEqual([]);
    expect(await problems(neighbour)).toEqual([]);
    const [{ id }] = await list();
    expect(await close(String(id), neighbour)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await list()).toHaveLength(1);
  });

  it('is kept for 90 days after it was done, and open ones for as long as they are', async () => {
    const shop = await connect(us);
    for (const email of ['a@example.test', 'b@example.test', 'c@example.test']) await ask(dataRequest(shop, { email }));
    const [old, recent, open] = (await list()).map(({ id }: { id: string }) => id);
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    await prisma().privacyRequest.updateMany({ where: { id: old }, data: { doneAt: daysAgo(91) } });
    await prisma().privacyRequest.updateMany({ where: { id: recent }, data: { doneAt: daysAgo(89) } });
    await prisma().privacyRequest.updateMany({ where: { id: open }, data: { receivedAt: daysAgo(400) } });
    await pruneRequestsJob.run(server.services, {});
    expect((await requestsOf(us.accountId)).map(({ id }) => id).sort()).toEqual([recent, open].sort());
  });
});
