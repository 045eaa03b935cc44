/**
 * The privacy laws' two rights (docs/contract/contacts.md#erasing), through the doors: a person is erased from every
 * table, and is exported whole.
 */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { consumeAll } from '@/server/assembly/consumer';
import { deliverWebhooks } from '@/server/testing/events';
import { makeAttribution, makeDiscountCode, makeReminder } from '@/server/testing/factories/offers';
import { makeBroadcast, makeChannel, makeMessage } from '@/server/testing/factories/messaging';
import { makeCheckout, makeIntegration, makeOrder } from '@/server/testing/factories/shops';
import { makeContact, makeContactList } from '@/server/testing/factories/audience';
import { makeWebhookEndpoint } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, eventually, expectData, expectError, snapshotOf } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { webhooks } from '@/server/modules/account/webhooks/delivery/enqueue';

const server = useServer({ EXTENSIONS: 'webhook-delivery,idempotency' });
const post = (us: Tenant, url: string, body?: unknown) =>
  server.call(us.key, 'POST', url, body === undefined ? {} : { body });

interface Person {
  id: string;
  email: string;
  phone: string;
  phoneE164: string;
  handle: string;
  customerId: string;
  lastName: string;
}

const phoneOf = (): string => `0812${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

/** A person who has left a trace in every table that can hold one. */
async function makePerson(us: Tenant, known: Partial<Pick<Person, 'email' | 'phone'>> = {}): Promise<Person> {
  const { database } = server.services;
  const { prisma } = database;
  const { accountId } = us;
  const at = new Date();
  const phone = known.phone ?? phoneOf();
  const person = {
    email: `${unique('siti')}@example.test`,
    phone,
    phoneE164: `+62${phone.slice(1)}`,
    handle: unique('tg'),
    customerId: unique('customer'),
    lastName: unique('Rahmawati'),
    ...known,
  };
  // Its events go to the outbox of webhooks.
  await makeWebhookEndpoint(server.services, accountId);
  const { id } = expectData(
    await post(us, '/api/v1/contacts', {
      email: person.email,
      phone,
      firstName: 'Siti',
      lastName: person.lastName,
      externalRef: person.customerId,
      socialHandles: { telegram: person.handle },
    }),
    201,
  ) as { id: string };
  await makeContactList(database, accountId, { contactIds: [id] });
  const buyer = { contactId: id, email: person.email, phone, phoneE164: person.phoneE164 };
  await makeOrder(database, accountId, { ...buyer, customerRef: person.customerId });
  await prisma.purchase.create({
    data: {
      accountId,
      checkoutSessionId: unique('s'),
      toldBy: 'recover',
      at,
      contactId: id,
      value: 90_000n,
      currency: 'IDR',
      valueFrom: 'recover',
      createdAt: at,
      updatedAt: at,
    },
  });
  await makeCheckout(database, accountId, { ...buyer, url: `https://toko.example/?email=${person.email}`, dueAt: at });
  const channel = await makeChannel(server.services, accountId, { provider: 'email_p1' });
  const campaignId = (await makeBroadcast(database, accountId, { status: 'sending' })).id;
  const content = { subject: 'Halo', text: 'Halo semua' };
  const message = { channelIntegrationId: channel.id, provider: 'email_p1', recipient: person.email };
  for (const status of ['sent', 'opened', 'queued'])
    await makeMessage(database, accountId, {
      ...message,
      campaignId,
      contactId: id,
      status,
      content,
      lastError: `${person.email} said so`,
      ...(status === 'queued' ? { claimableAt: new Date(Date.now() + 3_600_000) } : {}),
    });
  const test = await makeMessage(database, accountId, {
    ...message,
    campaignId: null,
    contactId: null,
    status: 'sent',
    content: { subject: `Halo ${person.lastName}` },
  });
  await prisma.sandboxMessage.create({
    data: {
      accountId,
      channelId: channel.id,
      provider: 'email_p1',
      messageId: test.id,
      recipient: person.email,
      providerMessageId: unique('p'),
      content,
      headers: {},
      request: { to: person.email },
      createdAt: at,
      updatedAt: at,
    },
  });
  await prisma.channelInbound.create({ data: { accountId, channelId: channel.id, recipient: person.phoneE164, at } });
  await prisma.channelCallback.create({
    data: {
      accountId,
      channelId: channel.id,
      method: 'POST',
      url: 'https://laris.example/',
      headers: {},
      body: Buffer.from(JSON.stringify({ to: person.email })),
      receivedAt: at,
      appliedAt: at,
      dueAt: at,
    },
  });
  const integration = await makeIntegration(server.services, accountId);
  await prisma.integrationWebhook.create({
    data: {
      accountId,
      integrationId: integration.id,
      headers: {},
      body: Buffer.from(JSON.stringify({ rows: [{ email: person.email, lastName: person.lastName }] })),
      receivedAt: at,
      appliedAt: at,
      dueAt: at,
      result: 'applied',
    },
  });
  await prisma.privacyRequest.create({
    data: {
      accountId,
      integrationId: integration.id,
      kind: 'data_request',
      deliveryId: unique('d'),
      customerRef: person.customerId,
      email: person.email,
      phone,
      contactId: id,
      receivedAt: at,
    },
  });
  await prisma.customer.create({
    data: {
      accountId,
      externalSource: 'toko',
      externalRef: person.lastName,
      contactId: id,
      sourceUpdatedAt: at,
      createdAt: at,
      updatedAt: at,
    },
  });
  await makeReminder(database, accountId, {
    email: person.email,
    customerId: person.customerId,
    cartSnapshot: { shipTo: person.lastName },
  });
  await prisma.buyerEmailPreference.create({ data: { accountId, email: person.email, abandonedCartOptOut: false } });
  // Reported before and after they were a contact.
  for (const whose of [{ contactId: id }, { email: person.email }, { customerId: person.customerId }])
    await prisma.shopperEvent.create({
      data: {
        accountId,
        id: unique('e'),
        name: 'product_viewed',
        at,
        properties: { shipTo: person.lastName },
        createdAt: at,
        ...whose,
      },
    });
  await prisma.domainEvent.create({
    data: { accountId, type: 'abandoned_cart', subjectId: id, data: { email: person.email }, createdAt: at },
  });
  await prisma.pixelConversion.create({
    data: {
      accountId,
      eventId: unique('co'),
      status: 'sent',
      customerId: person.customerId,
      emailHash: createHash('sha256').update(person.email).digest('hex'),
      value: 5n,
      valueFrom: 'fulfil',
      currency: 'IDR',
      occurredAt: at,
      createdAt: at,
      updatedAt: at,
    },
  });
  const file = await prisma.contactImport.create({
    data: { accountId, fileName: 'a.csv', status: 'checked', totalRows: 2, createdAt: at, updatedAt: at },
  });
  await prisma.contactImportRefusal.create({
    data: {
      accountId,
      importId: file.id,
      row: 1,
      reason: 'PLAN_LIMIT',
      cells: [person.email.toUpperCase(), person.lastName],
    },
  });
  await prisma.contactImportChunk.create({
    data: {
      accountId,
      importId: file.id,
      position: 0,
      firstRow: 0,
      rowCount: 2,
      rows: [
        { row: 0, contact: { email: person.email, lastName: person.lastName }, cells: [person.email] },
        { row: 1, contact: { email: 'other@example.test' }, cells: ['other@example.test'] },
      ],
    },
  });
  return { id, ...person };
}

/** Every table of the workspace whose rows say one of these words, in text, JSON or bytes. */
async function tablesWith(accountId: string, words: readonly string[]): Promise<string[]> {
  const { pool } = server.services.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'accountId' AND table_schema = 'public' AND NOT (SELECT c.relispartition FROM pg_class c WHERE c.oid = format('%I', table_name)::regclass) ORDER BY 1`,
  );
  const needles = words.flatMap((word) => [word.toLowerCase(), Buffer.from(word).toString('hex')]);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await pool.query(
      `SELECT 1 FROM "${name}" t WHERE t."accountId" = $1 AND EXISTS (SELECT FROM unnest($2::text[]) w WHERE position(w IN lower(to_jsonb(t)::text)) > 0)`,
      [accountId, needles],
    );
    if (rowCount! > 0) found.push(name);
  }
  return found;
}

/** Every row of the workspace that says one of these words, by table. */
async function rowsWith(accountId: string, words: readonly string[]): Promise<Record<string, string[]>> {
  const needles = words.flatMap((word) => [word.toLowerCase(), Buffer.from(word).toString('hex')]);
  const named = Object.entries(await snapshotOf(server, accountId)).map(
    ([table, rows]) =>
      [
        table,
        (rows as unknown[])
          .map((row) => JSON.stringify(row))
          .filter((row) => needles.some((needle) => row.toLowerCase().includes(needle))),
      ] as const,
  );
  return Object.fromEntries(named.filter(([, rows]) => rows.length > 0));
}

const statusesOf = async (accountId: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await server.services.database.prisma.marketingMessage.groupBy({
        by: ['status'],
        where: { accountId },
        _count: true,
      })
    ).map(({ status, _count }) => [status, _count]),
  );

describe('POST /contacts/:id/erase', () => {
  it.each(['told already', 'waiting to be told'])(
    'leaves no trace of the person in any table: what changed is %s',
    async (when) => {
      const us = await server.makeTenant();
      const person = await makePerson(us);
      const [outbox, other] = ['Change', 'WebhookDelivery'];
      const holds = when === 'told already' ? other : outbox;
      if (holds === other) await deliverWebhooks(server.services);
      const words = [
        person.email,
        person.phone,
        person.phoneE164,
        person.lastName,
        createHash('sha256').update(person.email).digest('hex'),
      ];
      const before = await tablesWith(us.accountId, words);
      // Otherwise the search below would prove nothing.
      expect(before).toEqual(
        expect.arrayContaining([
          'AbandonedCartReminder',
          'BuyerEmailPreference',
          'ChannelCallback',
          'ChannelInbound',
          'Checkout',
          'Contact',
          'ContactImportChunk',
          'ContactImportRefusal',
          'Customer',
          'DomainEvent',
          'IntegrationWebhook',
          'MarketingMessage',
          'MessageContent',
          'Order',
          'PixelConversion',
          'SandboxMessage',
          'ShopperEvent',
          holds,
        ]),
      );
      expect(expectData(await post(us, `/api/v1/contacts/${person.id}/erase`))).toEqual({
        id: person.id,
        erased: true,
      });
      expect(await tablesWith(us.accountId, words)).toEqual([]);
      // Of the id, only who erased whom and that the merchant's systems are told.
      expect(await tablesWith(us.accountId, [person.id])).toEqual(['AuditEntry', 'Change']);
      await deliverWebhooks(server.services);
      expect(await tablesWith(us.accountId, words)).toEqual([]);
      expect(await tablesWith(us.accountId, [person.id])).toEqual(['AuditEntry', 'WebhookDelivery']);
      expectError(await server.call(us.key, 'GET', `/api/v1/contacts/${person.id}`), 404, 'NOT_FOUND');
      expectError(await post(us, `/api/v1/contacts/${person.id}/erase`), 404, 'NOT_FOUND');
    },
  );

  it.each(['told already', 'waiting to be told'])(
    'leaves no trace of whom a merge made one with the person: what changed is %s',
    async (when) => {
      const us = await server.makeTenant();
      const { database } = server.services;
      const person = await makePerson(us);
      const channel = await makeChannel(server.services, us.accountId);
      await database.prisma.channelInbound.create({
        data: { accountId: us.accountId, channelId: channel.id, recipient: person.handle, at: new Date() },
      });
      if (when === 'told already') await deliverWebhooks(server.services);
      const merge = async (keepId: string, mergeId: string) =>
        expectData(await post(us, '/api/v1/contacts/merge', { keepId, mergeIds: [mergeId] }));
      const own = () => ({ email: `${unique('own')}@example.test`, externalRef: unique('own-') });
      const middle = await makeContact(database, us.accountId, { ...own(), socialHandles: { telegram: unique('t') } });
      const keep = await makeContact(database, us.accountId, { ...own(), phone: phoneOf(), lastName: unique('Keep') });
      await merge(middle.id, person.id);
      await merge(keep.id, middle.id);
      // What a shop and partners still tell under the old address.
      await makeReminder(database, us.accountId, { email: person.email, cartSnapshot: { shipTo: person.lastName } });
      await makeOrder(database, us.accountId, { email: person.email, customerRef: person.customerId });
      if (when === 'told already') await deliverWebhooks(server.services);
      const words = [
        person.email,
        person.phone,
        person.phoneE164,
        person.handle,
        person.customerId,
        person.lastName,
        createHash('sha256').update(person.email).digest('hex'),
        middle.email!,
        keep.email!,
      ];
      expect(await tablesWith(us.accountId, words)).toContain('ContactAlias');
      expectData(await post(us, `/api/v1/contacts/${keep.id}/erase`));
      expect(await rowsWith(us.accountId, words)).toEqual({});
      // That the one who was merged is gone is still told, by the id.
      const isUnsent = when === 'waiting to be told';
      expect(await tablesWith(us.accountId, [person.id])).toEqual(isUnsent ? ['Change'] : []);
      await deliverWebhooks(server.services);
      expect(await rowsWith(us.accountId, words)).toEqual({});
      expect(await tablesWith(us.accountId, [person.id])).toEqual(isUnsent ? ['WebhookDelivery'] : []);
    },
  );

  it('leaves what somebody new has of whom a merge made one with the person to that one', async () => {
    const us = await server.makeTenant();
    const { database } = server.services;
    const [email, phone] = [`${unique('old')}@example.test`, phoneOf()];
    const customer = unique('customer');
    const keep = await makeContact(database, us.accountId);
    const gone = expectData(
      await post(us, '/api/v1/contacts', {
        email,
        phone,
        externalRef: customer,
        socialHandles: { telegram: customer },
      }),
      201,
    );
    expectData(await post(us, '/api/v1/contacts/merge', { keepId: keep.id, mergeIds: [gone.id] }));
    const anew = expectData(await post(us, '/api/v1/contacts', { email, externalRef: customer }), 201);
    expectData(await post(us, '/api/v1/contacts', { phone, socialHandles: { telegram: customer } }), 201);
    const channel = await makeChannel(server.services, us.accountId);
    const at = new Date();
    for (const recipient of [`+62${phone.slice(1)}`, customer])
      await database.prisma.channelInbound.create({
        data: { accountId: us.accountId, channelId: channel.id, recipient, at },
      });
    const reminder = await makeReminder(database, us.accountId, { email });
    await database.prisma.shopperEvent.create({
      data: { accountId: us.accountId, id: unique('e'), name: 'x', at, properties: {}, createdAt: at, email },
    });
    await makeAttribution(database, us.accountId, { refereeCustomerId: customer, refereeAddressKey: 'k' });
    expectData(await post(us, `/api/v1/contacts/${keep.id}/erase`));
    expect(await database.prisma.abandonedCartReminder.findFirst({ where: { id: reminder.id } })).toMatchObject(
      reminder,
    );
    const where = { accountId: us.accountId };
    expect(await database.prisma.shopperEvent.count({ where })).toBe(1);
    expect(await database.prisma.channelInbound.count({ where })).toBe(2);
    expect(await database.prisma.referralAttribution.count({ where: { ...where, refereeAddressKey: 'k' } })).toBe(1);
    expect(await database.prisma.contact.count({ where: { ...where, id: anew.id as string } })).toBe(1);
  });

  it('keeps figures: what was sent, what carts were worth, and the month’s count of contacts', async () => {
    const us = await server.makeTenant();
    const person = await makePerson(us);
    const usage = expectData(await server.call(us.key, 'GET', '/api/v1/billing/usage')) as { contacts: number };
    const [statuses, { valueAtSend }] = [
      await statusesOf(us.accountId),
      await server.services.database.prisma.abandonedCartReminder.findFirstOrThrow({
        where: { accountId: us.accountId },
      }),
    ];
    expect(usage.contacts).toBe(1);
    expectData(await post(us, `/api/v1/contacts/${person.id}/erase`));
    expect(expectData(await server.call(us.key, 'GET', '/api/v1/billing/usage'))).toEqual(usage);
    // The plan counted a contact that no total counts any more.
    expect(expectData(await server.call(us.key, 'GET', '/api/v1/insights/overview')).contacts.total).toBe(
      await server.services.database.prisma.contact.count({ where: { accountId: us.accountId } }),
    );
    // What had not gone does not go.
    const { queued, ...others } = statuses;
    expect(await statusesOf(us.accountId)).toEqual({ ...others, skipped: queued });
    expect(
      await server.services.database.prisma.marketingMessage.count({
        where: { accountId: us.accountId, claimableAt: { not: null } },
      }),
    ).toBe(0);
    expect(
      await server.services.database.prisma.abandonedCartReminder.findFirstOrThrow({
        where: { accountId: us.accountId },
      }),
    ).toMatchObject({ valueAtSend, email: 'erased', customerId: 'erased', cartSnapshot: {} });
    expect(
      await server.services.database.prisma.purchase.findMany({ where: { accountId: us.accountId } }),
    ).toMatchObject([{ value: 90_000n, contactId: null }]);
    expect(
      await server.services.database.prisma.contactList.findFirst({ where: { accountId: us.accountId } }),
    ).toMatchObject({ memberCount: 0 });
    // The file's other row is as it was.
    expect(
      (
        await server.services.database.prisma.contactImportChunk.findFirstOrThrow({
          where: { accountId: us.accountId },
        })
      ).rows,
    ).toEqual([
      { row: 0, contact: {}, cells: [] },
      { row: 1, contact: { email: 'other@example.test' }, cells: ['other@example.test'] },
    ]);
  });

  it('keeps that the address opted out, and whoever comes back under it is not written to', async () => {
    const us = await server.makeTenant();
    const person = await makePerson(us);
    await server.services.database.prisma.buyerEmailPreference.updateMany({
      where: { accountId: us.accountId },
      data: { abandonedCartOptOut: true, optedOutAt: new Date() },
    });
    expectData(await server.call(us.key, 'DELETE', `/api/v1/contacts/${person.id}`));
    expectData(await post(us, `/api/v1/contacts/${person.id}/erase`));
    expect(await tablesWith(us.accountId, [person.email, person.phoneE164])).toEqual([
      'BuyerEmailPreference',
      'Suppression',
    ]);
    expect(await tablesWith(us.accountId, [person.lastName])).toEqual([]);
    const again = expectData(await post(us, '/api/v1/contacts', { email: person.email, phone: person.phone }), 201) as {
      id: string;
      subscriptions: object;
    };
    expect(again).toMatchObject({
      subscriptions: { email: 'unsubscribed', sms: 'unsubscribed', whatsapp: 'unsubscribed' },
    });
    expect(again.id).not.toBe(person.id);
  });

  it('leaves an address that another contact also has to that one', async () => {
    const us = await server.makeTenant();
    const person = await makePerson(us);
    const other = await makeContact(server.services.database, us.accountId, { email: person.email });
    expectData(await post(us, `/api/v1/contacts/${person.id}/erase`));
    await deliverWebhooks(server.services);
    expect(await tablesWith(us.accountId, [person.phone, person.phoneE164, person.id])).toEqual([
      'AuditEntry',
      'WebhookDelivery',
    ]);
    expect(await tablesWith(us.accountId, [person.email])).toContain('AbandonedCartReminder');
    expectData(await server.call(us.key, 'GET', `/api/v1/contacts/${other.id}`));
  });

  it.each([
    ['ends like the other’s', 'dani', '', '', phoneOf()],
    ['begins like the other’s', 'ani', '.id', '', phoneOf()],
    ['has a phone that the other’s begins with', 'budi', '', '081234567', '08123456789'],
    ['has a phone that the other’s ends with', 'budi', '', '+6281234567', '+16281234567'],
    ['has a phone that is a year', 'budi', '', '2026', phoneOf()],
  ])('of somebody whose address %s takes nothing of the other’s', async (_, name, ending, phone, othersPhone) => {
    const us = await server.makeTenant();
    const { prisma } = server.services.database;
    const domain = `${unique('x')}.test`;
    const other = await makePerson(us, { email: `${name}@${domain}${ending}`, phone: othersPhone });
    const person = await makePerson(us, { email: `ani@${domain}`, ...(phone === '' ? {} : { phone }) });
    // Of the other's: a year, a price and a day beside the name; and a row that names the person as somebody they know.
    const file = await prisma.contactImport.findFirstOrThrow({ where: { accountId: us.accountId } });
    await prisma.contactImportRefusal.create({
      data: {
        accountId: us.accountId,
        importId: file.id,
        row: 7,
        reason: 'PLAN_LIMIT',
        cells: [other.lastName, '2026', 'Rp 2026', '2026-11-21'],
      },
    });
    await prisma.contactImportChunk.create({
      data: {
        accountId: us.accountId,
        importId: file.id,
        position: 1,
        firstRow: 2,
        rowCount: 1,
        rows: [
          {
            row: 2,
            contact: { email: other.email, attributes: { friend: person.email } },
            cells: [other.email, person.email, person.phone],
          },
        ],
      },
    });
    await prisma.domainEvent.create({
      data: {
        accountId: us.accountId,
        type: 'abandoned_cart',
        subjectId: other.id,
        data: { cartId: '2026' },
        createdAt: new Date(),
      },
    });
    // A delivery that waits, is about the other, and says the person's address.
    expectData(
      await server.call(us.key, 'PATCH', `/api/v1/contacts/${other.id}`, {
        body: { attributes: { friend: person.email, phone: person.phone } },
      }),
    );
    const words = [
      other.id,
      other.email,
      other.lastName,
      other.customerId,
      other.handle,
      createHash('sha256').update(other.email).digest('hex'),
    ];
    await deliverWebhooks(server.services);
    // And a change that waits, so.
    expectData(
      await server.call(us.key, 'PATCH', `/api/v1/contacts/${other.id}`, { body: { firstName: person.email } }),
    );
    const before = await rowsWith(us.accountId, words);
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining([
        'AbandonedCartReminder',
        'Change',
        'ChannelCallback',
        'Contact',
        'ContactImportChunk',
        'ContactImportRefusal',
        'Customer',
        'DomainEvent',
        'IntegrationWebhook',
        'MarketingMessage',
        'WebhookDelivery',
      ]),
    );
    expectData(await post(us, `/api/v1/contacts/${person.id}/erase`));
    expect(await rowsWith(us.accountId, words)).toEqual(before);
    // And of the person's own is left nothing.
    expect(await tablesWith(us.accountId, [person.lastName])).toEqual([]);
  });

  it('leaves a phone that cannot be read to the other contact that has it, however it is written', async () => {
    const us = await server.makeTenant();
    const { database } = server.services;
    const people = [
      await makeContact(database, us.accountId, { phone: '(021) 555-0000', phoneE164: null }),
      await makeContact(database, us.accountId, { phone: '021 5550000', phoneE164: null }),
    ];
    const at = new Date();
    const file = await database.prisma.contactImport.create({
      data: { accountId: us.accountId, fileName: 'a.csv', status: 'done', totalRows: 2, createdAt: at, updatedAt: at },
    });
    await database.prisma.contactImportRefusal.create({
      data: {
        accountId: us.accountId,
        importId: file.id,
        row: 1,
        reason: 'PLAN_LIMIT',
        cells: ['Budi', '021-555-0000'],
      },
    });
    // Another number, of which this one is a part.
    await database.prisma.contactImportRefusal.create({
      data: {
        accountId: us.accountId,
        importId: file.id,
        row: 2,
        reason: 'PLAN_LIMIT',
        cells: ['Eka', '021-555-00001'],
      },
    });
    const left = async (): Promise<number[]> =>
      (
        await database.prisma.contactImportRefusal.findMany({
          where: { accountId: us.accountId },
          orderBy: { row: 'asc' },
        })
      ).map(({ row }) => row);
    expectData(await post(us, `/api/v1/contacts/${people[0]!.id}/erase`));
    expect(await left()).toEqual([1, 2]);
    expectData(await post(us, `/api/v1/contacts/${people[1]!.id}/erase`));
    expect(await left()).toEqual([2]);
  });

  it('finds the address in vendors’ callbacks of any format', async () => {
    const us = await server.makeTenant();
    const { database } = server.services;
    const channel = await makeChannel(server.services, us.accountId, { provider: 'email_p1' });
    const at = new Date();
    const email = 'ani+a@x.test';
    const contact = await makeContact(database, us.accountId, { email, phone: '081234567890' });
    const texts = {
      gone: [
        `[{"email":"${email}"}]`,
        'to=Ani%2BA%40x.test&ok=1',
        `<${email.toUpperCase()}>.`,
        'to=%2B6281234567890',
        `Gone: ${email}`,
      ],
      kept: ['{"email":"dani+a@x.test"}', 'to=an%2Ba%40x.test', '{"email":"ani+a@x.test.id"}', 'to=%2B62812345678901'],
    };
    for (const [kind, bodies] of Object.entries(texts))
      for (const body of bodies)
        await database.prisma.channelCallback.create({
          data: {
            accountId: us.accountId,
            channelId: channel.id,
            method: 'POST',
            url: 'https://laris.example/',
            headers: {},
            body: Buffer.from(body),
            receivedAt: at,
            appliedAt: at,
            dueAt: at,
            result: kind,
          },
        });
    await database.prisma.channelCallback.create({
      data: {
        accountId: us.accountId,
        channelId: channel.id,
        method: 'GET',
        url: `https://laris.example/?to=${encodeURIComponent(email)}`,
        headers: {},
        body: Buffer.alloc(0),
        receivedAt: at,
        appliedAt: at,
        dueAt: at,
        result: 'gone',
      },
    });
    expectData(await post(us, `/api/v1/contacts/${contact.id}/erase`));
    expect(
      (await database.prisma.channelCallback.findMany({ where: { accountId: us.accountId } }))
        .map(({ body }) => Buffer.from(body).toString())
        .sort(),
    ).toEqual([...texts.kept].sort());
  });

  it('takes all stored replies with it, for they are sealed, and its own can be had again', async () => {
    const us = await server.makeTenant();
    const stored = () => server.services.database.prisma.idempotentReply.count({ where: { accountId: us.accountId } });
    const { id } = expectData(
      await server.call(us.key, 'POST', '/api/v1/contacts', { body: { email: 'ani@x.test' }, idempotencyKey: 'make' }),
      201,
    ) as { id: string };
    expectData(
      await server.call(us.key, 'POST', '/api/v1/contacts', {
        body: { email: 'dani@x.test' },
        idempotencyKey: 'make another',
      }),
      201,
    );
    expect(await stored()).toBe(2);
    expectData(await post(us, `/api/v1/contacts/${id}/erase`));
    expect(await stored()).toBe(0);
    const again = expectData(
      await server.call(us.key, 'POST', '/api/v1/contacts', {
        body: { email: 'ani@x.test' },
        idempotencyKey: 'make again',
      }),
      201,
    ) as { id: string };
    const twice = () => server.call(us.key, 'POST', `/api/v1/contacts/${again.id}/erase`, { idempotencyKey: 'erase' });
    expect(expectData(await twice())).toEqual(expectData(await twice()));
    expect(await stored()).toBe(1);
  });

  it('leaves no trace of what is written while it goes on', async () => {
    const us = await server.makeTenant();
    const person = await makePerson(us);
    const change = async (firstName: string): Promise<number> =>
      (await server.call(us.key, 'PATCH', `/api/v1/contacts/${person.id}`, { body: { firstName } })).status;
    const [erased, ...changed] = await Promise.all([
      post(us, `/api/v1/contacts/${person.id}/erase`),
      ...Array.from({ length: 12 }, (_, index) => change(`Siti ${index}`)),
    ]);
    expectData(erased);
    for (const status of changed) expect([200, 404]).toContain(status);
    expect(await tablesWith(us.accountId, [person.email, person.phone, person.lastName])).toEqual([]);
  });

  it('leaves no trace of what is being told while it goes on, however late that is', async () => {
    const us = await server.makeTenant();
    const person = await makePerson(us);
    const { pool } = server.services.database;
    // As if no worker had run for a day.
    await pool.query(`UPDATE "Change" SET at = at - interval '1 day' WHERE "accountId" = $1`, [us.accountId]);
    let goOn: () => void = () => undefined;
    let written: () => void = () => undefined;
    const [isWritten, mayGoOn] = [
      new Promise<void>((done) => (written = done)),
      new Promise<void>((done) => (goOn = done)),
    ];
    const delivering = consumeAll(server.services, {
      name: webhooks.name,
      async act(client, accountId, changes) {
        await webhooks.act(client, accountId, changes);
        written();
        await mayGoOn;
      },
    });
    await isWritten;
    const erased = post(us, `/api/v1/contacts/${person.id}/erase`);
    // It waits for the one that is telling.
    await eventually(async () => {
      const { rows } = await pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%"Change"%'`,
      );
      expect(rows).toHaveLength(1);
    });
    goOn();
    await delivering;
    expectData(await erased);
    await deliverWebhooks(server.services);
    expect(await tablesWith(us.accountId, [person.email, person.phone, person.lastName])).toEqual([]);
    expect(await tablesWith(us.accountId, [person.id])).toEqual(['AuditEntry', 'WebhookDelivery']);
  });

  it('tells the merchant’s systems by the id alone, and the audit log who did it', async () => {
    const us = await server.makeTenant();
    const person = await makePerson(us);
    expectData(await post(us, `/api/v1/contacts/${person.id}/erase`));
    await deliverWebhooks(server.services);
    const reported = (
      await server.services.database.prisma.webhookDelivery.findMany({
        where: { accountId: us.accountId, type: 'svc.contact.deleted.v1' },
      })
    ).map(({ payload }) => (payload as { data: unknown }).data);
    expect(reported).toEqual([{ contact: { id: person.id, accountId: us.accountId }, erased: true }]);
    expect((await auditOf(server, us.accountId)).filter(({ action }) => action === 'contact.erase')).toMatchObject([
      { actorKind: 'key', actorId: us.key.id, targetType: 'contact', targetId: person.id, data: {} },
    ]);
  });

  it('of another workspace’s contact is 404 and touches nothing, nor does ours touch theirs', async () => {
    const { id, email } = await makeContact(server.services.database, server.theirs.accountId);
    const us = await server.makeTenant();
    const person = await makePerson(us);
    await makeContact(server.services.database, server.theirs.accountId, { email: person.email });
    const before = await snapshotOf(server, server.theirs.accountId);
    expectError(await post(us, `/api/v1/contacts/${id}/erase`), 404, 'NOT_FOUND');
    expectData(await post(us, `/api/v1/contacts/${person.id}/erase`));
    expect(await snapshotOf(server, server.theirs.accountId)).toEqual(before);
    expect(await tablesWith(server.theirs.accountId, [email!])).toContain('Contact');
  });

  it('called many times at once erases once', async () => {
    const us = await server.makeTenant();
    const person = await makePerson(us);
    const statuses = (
      await Promise.all(Array.from({ length: 8 }, () => post(us, `/api/v1/contacts/${person.id}/erase`)))
    )
      .map(({ status }) => status)
      .sort();
    expect(statuses).toEqual([200, ...Array<number>(7).fill(404)]);
    expect((await auditOf(server, us.accountId)).filter(({ action }) => action === 'contact.erase')).toHaveLength(1);
  });

  it('forgets whose mailbox a sign-up through a friend’s link was, and leaves others’ alone', async () => {
    const us = await server.makeTenant();
    const { database } = server.services;
    const person = await makePerson(us);
    const theirs = await makeAttribution(database, us.accountId, {
      refereeCustomerId: person.customerId,
      refereeAddressKey: 'k1',
    });
    const other = await makeAttribution(database, us.accountId, { refereeAddressKey: 'k1' });
    expectData(await server.call(us.key, 'POST', `/api/v1/contacts/${person.id}/erase`, { body: {} }));
    const keys = await database.prisma.referralAttribution.findMany({
      where: { accountId: us.accountId },
      select: { id: true, refereeAddressKey: true },
    });
    expect(new Map(keys.map((row) => [row.id, row.refereeAddressKey]))).toEqual(
      new Map([
        [theirs.id, null],
        [other.id, 'k1'],
      ]),
    );
  });
});

describe('GET /contacts/:id/export', () => {
  it('is everything that is held of the person', async () => {
    const us = await server.makeTenant();
    const { database } = server.services;
    const person = await makePerson(us);
    const code = await makeDiscountCode(database, us.accountId);
    await database.prisma.discountRedemption.create({
      data: {
        accountId: us.accountId,
        discountCodeId: code.id,
        checkoutSessionId: unique('co'),
        appliedAmount: 5_000n,
        appliedShipping: 0n,
        currency: 'IDR',
        customerId: person.customerId,
        redeemedAt: new Date(),
      },
    });
    await makeAttribution(database, us.accountId, {
      refereeCustomerId: person.customerId,
      status: 'rewarded',
      rewardedAt: new Date(),
      refereeCodeId: code.id,
    });
    const contact = expectData(await server.call(us.key, 'GET', `/api/v1/contacts/${person.id}`)) as object;
    // Somebody else's are not in it.
    await makeReminder(database, us.accountId);
    await makeAttribution(database, us.accountId);
    const data = expectData(await server.call(us.key, 'GET', `/api/v1/contacts/${person.id}/export`)) as Record<
      string,
      unknown
    >;
    expect(data).toMatchObject({
      contact,
      lists: [{ name: expect.any(String) }],
      suppressions: [],
      cartPreferences: [{ email: person.email, abandonedCartOptOut: false, optedOutAt: null }],
      reminders: [{ email: person.email, cartSnapshot: { shipTo: person.lastName } }],
      attributions: [{ role: 'referee', status: 'rewarded', rewardCode: code.code }],
      redemptions: [{ code: code.code, appliedAmount: 5_000, currency: 'IDR' }],
      conversions: [{ value: 5, currency: 'IDR', status: 'sent' }],
      orders: [{ email: person.email, amount: 150_000, status: 'paid', items: [{ name: 'Kemeja Linen' }] }],
      checkouts: [{ email: person.email, value: 150_000, status: 'open' }],
    });
    expect(
      (data.messages as { status: string; content: unknown }[]).map(({ status, content }) => [status, content]).sort(),
    ).toEqual(['opened', 'queued', 'sent'].map((status) => [status, { subject: 'Halo', text: 'Halo semua' }]));
  });

  it('has no token of a page of ours in what messages said: reading is not saying yes', async () => {
    const { database, settings } = server.services;
    const { accountId, key } = server.ours;
    const contact = await makeContact(database, accountId, { email: `${unique('a')}@example.test` });
    const link = (page: string): string => `${settings.baseUrl}/${page}/${accountId}.csubmission.${'s'.repeat(43)}`;
    const channel = await makeChannel(server.services, accountId);
    await makeMessage(database, accountId, {
      channelIntegrationId: channel.id,
      contactId: contact.id,
      content: {
        subject: 'Yes?',
        html: `<a href="${link('o')}">Yes</a><a href='${link('u')}?x=1'>No</a>`,
        text: link('o'),
      },
    });
    const { messages } = expectData(await server.call(key, 'GET', `/api/v1/contacts/${contact.id}/export`)) as {
      messages: { content: object }[];
    };
    expect(messages.map(({ content }) => content)).toEqual([
      {
        subject: 'Yes?',
        html: `<a href="${settings.baseUrl}/o/…">Yes</a><a href='${settings.baseUrl}/u/…?x=1'>No</a>`,
        text: `${settings.baseUrl}/o/…`,
      },
    ]);
  });

  it('has purchases that only the hash of the e-mail tells', async () => {
    const us = await server.makeTenant();
    const { database } = server.services;
    const at = new Date();
    const [contact, other] = [await makeContact(database, us.accountId), await makeContact(database, us.accountId)];
    for (const { email } of [contact, other])
      await database.prisma.pixelConversion.create({
        data: {
          accountId: us.accountId,
          eventId: email!,
          status: 'sent',
          emailHash: createHash('sha256').update(email!).digest('hex'),
          value: 5n,
          valueFrom: 'fulfil',
          currency: 'IDR',
          occurredAt: at,
          createdAt: at,
          updatedAt: at,
        },
      });
    // A test is no purchase of anybody's, whichever vendor it was for.
    const test = {
      accountId: us.accountId,
      eventId: 'test',
      isTest: true,
      status: 'sent',
      emailHash: createHash('sha256').update(contact.email!).digest('hex'),
      occurredAt: at,
      createdAt: at,
      updatedAt: at,
    };
    await database.prisma.pixelConversion.create({ data: test });
    await database.prisma.adConversion.create({ data: { ...test, destination: 'adPixelB' } });
    expect(expectData(await server.call(us.key, 'GET', `/api/v1/contacts/${contact.id}/export`))).toMatchObject({
      conversions: [{ eventId: contact.email }],
      truncated: [],
    });
  });

  it('is bounded, and says where it was cut', async () => {
    const us = await server.makeTenant();
    const { database } = server.services;
    const { id, email } = await makeContact(database, us.accountId, { externalRef: 'customer' });
    const instant = (index: number): Date => new Date(Date.UTC(2026, 0, 1) + index * 1_000);
    // 20 carts of half a megabyte: 16 of them are 8 MiB.
    for (let index = 0; index < 20; index++)
      await makeReminder(database, us.accountId, {
        email: email!,
        sentAt: instant(index),
        cartId: `cart ${index}`,
        cartSnapshot: { note: 'x'.repeat(500_000) },
      });
    await database.prisma.pixelConversion.createMany({
      data: Array.from({ length: 1_001 }, (_, index) => ({
        accountId: us.accountId,
        eventId: `purchase ${index}`,
        status: 'sent',
        customerId: 'customer',
        value: 5n,
        valueFrom: 'fulfil',
        currency: 'IDR',
        occurredAt: instant(index),
        createdAt: instant(index),
        updatedAt: instant(index),
      })),
    });
    const { truncated, reminders, conversions } = expectData(
      await server.call(us.key, 'GET', `/api/v1/contacts/${id}/export`),
    ) as {
      truncated: string[];
      reminders: { cartId: string; cartSnapshot: unknown }[];
      conversions: { eventId: string }[];
    };
    expect(truncated).toEqual(['reminders', 'conversions']);
    expect(reminders.map(({ cartId, cartSnapshot }) => [cartId, cartSnapshot !== null])).toEqual(
      Array.from({ length: 20 }, (_, index) => [`cart ${19 - index}`, index < 16]),
    );
    expect(conversions.map(({ eventId }) => eventId)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => `purchase ${1_000 - index}`),
    );
  });

  it('of another workspace’s contact is 404', async () => {
    const { id } = await makeContact(server.services.database, server.theirs.accountId);
    expectError(await server.call(server.ours.key, 'GET', `/api/v1/contacts/${id}/export`), 404, 'NOT_FOUND');
  });
});
