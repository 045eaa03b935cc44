/**
 * Events as they are told (docs/contract/webhooks.md#event-types): with EXTENSIONS=webhook-delivery, and with the
 * service's clock ahead, so that no instant can be the database's.
 */
import { describe, expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import { makeAccount, makeKey, makeWebhookEndpoint } from '@/server/testing/factories/account';
import { makeAttribution, makeReferralLink, makeReminder } from '@/server/testing/factories/offers';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makeContact, makeContactList } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { deliverWebhooks } from '@/server/testing/events';
import { expectData, expectError } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer({ EXTENSIONS: 'webhook-delivery', CLOCK_OFFSET: '+40d' });
const AHEAD_MS = 39.5 * 86_400_000;

/** A workspace with a key; nobody signs in here. */
type Us = Pick<Tenant, 'accountId' | 'key'>;
const workspace = async (options?: Parameters<typeof makeAccount>[1]): Promise<Us> => {
  const accountId = await makeAccount(server.services.database, options);
  return { accountId, key: await makeKey(server.services.database, server.services.keys, accountId) };
};

const call = async (tenant: Us, method: string, path: string, body?: unknown, status = 200) =>
  expectData(await server.call(tenant.key, method, `/api/v1${path}`, { body }), status);

interface Received {
  type: string;
  endpointId: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into payloads of every shape
  payload: any;
}

/** What waits for a workspace's endpoints, in the order of its writing; and that it is an envelope of now. */
async function received(tenant: Us, type?: string): Promise<Received[]> {
  await deliverWebhooks(server.services);
  const rows = await server.services.database.prisma.webhookDelivery.findMany({
    where: { accountId: tenant.accountId, ...(type === undefined ? {} : { type }) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  for (const row of rows) {
    expect(row).toMatchObject({
      status: 'pending',
      attempts: 0,
      lastAttemptAt: null,
      responseCode: null,
      attemptLog: [],
      claimedBy: null,
    });
    expect(row.payload).toEqual({
      id: row.eventId,
      type: row.type,
      createdAt: row.createdAt.toISOString(),
      accountId: tenant.accountId,
      data: expect.any(Object),
    });
    expect(Object.keys(row.payload as object)).toEqual(['id', 'type', 'createdAt', 'accountId', 'data']);
    for (const at of [row.createdAt, row.updatedAt, row.nextRetryAt, row.claimableAt])
      expect(at?.getTime()).toBe(row.createdAt.getTime());
    expect(row.createdAt.getTime() - Date.now(), `${row.type} is of the service's time`).toBeGreaterThan(AHEAD_MS);
    expect(row.createdAt.getTime()).toBeLessThanOrEqual(now().getTime());
  }
  return rows;
}
const types = async (tenant: Us): Promise<string[]> => (await received(tenant)).map(({ type }) => type.slice(4, -3));

/** A workspace with an endpoint that is notified of everything. */
async function listener(events: string[] = ['*']): Promise<Us> {
  const tenant = await workspace();
  await makeWebhookEndpoint(server.services, tenant.accountId, { events });
  return tenant;
}
/** What `change` alone gives rise to. */
async function receivedAfter(tenant: Us, change: () => Promise<unknown>): Promise<Received[]> {
  await deliverWebhooks(server.services);
  await server.services.database.pool.query('DELETE FROM "WebhookDelivery" WHERE "accountId" = $1', [tenant.accountId]);
  await change();
  return await received(tenant);
}
const email = (): string => `${unique('e')}@example.com`;

describe('contacts', () => {
  it('reports one that is created, updated and deleted, each with the contact as GET shows it', async () => {
    const us = await listener();
    const made = await call(
      us,
      'POST',
      '/contacts',
      {
        email: email(),
        phone: '0812-345',
        firstName: 'Ani',
        socialHandles: { line: 'ani' },
        attributes: { size: { top: 'M' }, ü: ['é', 1.5] },
        source: 'shop',
        externalRef: 'r',
      },
      201,
    );
    expect((await received(us)).map(({ type, payload }) => [type, payload.data])).toEqual([
      ['svc.contact.created.v1', { contact: made }],
    ]);

    const updated = await receivedAfter(us, () => call(us, 'PATCH', `/contacts/${made.id}`, { firstName: 'Budi' }));
    expect(updated.map(({ type, payload }) => [type, payload.data])).toEqual([
      ['svc.contact.updated.v1', { contact: await call(us, 'GET', `/contacts/${made.id}`) }],
    ]);

    const upserted = await receivedAfter(us, () =>
      call(us, 'POST', '/contacts', { email: made.email, phone: made.phone, lastName: 'Santoso' }, 201),
    );
    expect(upserted.map(({ type }) => type)).toEqual(['svc.contact.updated.v1']);

    const deleted = await receivedAfter(us, () => call(us, 'DELETE', `/contacts/${made.id}`));
    expect(deleted.map(({ type, payload }) => [type, payload.data])).toEqual([
      ['svc.contact.deleted.v1', { contact: await call(us, 'GET', `/contacts/${made.id}`) }],
    ]);
    expect(deleted[0]?.payload.data.contact.subscriptions).toEqual({
      email: 'unsubscribed',
      sms: 'unsubscribed',
      whatsapp: 'unsubscribed',
    });
    const again = await receivedAfter(us, () => call(us, 'DELETE', `/contacts/${made.id}`));
    expect(again.map(({ type }) => type)).toEqual(['svc.contact.deleted.v1']);
  });

  it('tells nothing where nothing that clients see changes', async () => {
    const us = await listener();
    const address = email();
    const made = await call(us, 'POST', '/contacts', { email: address, firstName: 'Ani' }, 201);
    expect(await receivedAfter(us, () => call(us, 'PATCH', `/contacts/${made.id}`, { firstName: 'Ani' }))).toEqual([]);
    expect(
      await receivedAfter(us, () => call(us, 'POST', '/contacts', { email: address, firstName: 'Ani' }, 201)),
    ).toEqual([]);
    expect(await receivedAfter(us, () => call(us, 'PATCH', `/contacts/${made.id}`, {}))).toEqual([]);
    expect(
      await receivedAfter(us, () =>
        server.services.database.prisma.contact.updateMany({ where: { id: made.id }, data: { phoneE164: '+62811' } }),
      ),
    ).toEqual([]);
  });

  it('tells once of what one request changes in two steps, as it is in the end; others at the address are updated, not deleted', async () => {
    const us = await listener();
    const address = email();
    const one = await call(us, 'POST', '/contacts', { email: address, phone: '+6281111111' }, 201);
    const two = await call(us, 'POST', '/contacts', { email: address, phone: '+6282222222' }, 201);
    const events = await receivedAfter(us, () => call(us, 'DELETE', `/contacts/${one.id}`));
    expect(events.map(({ type, payload }) => [type, payload.data.contact.id]).sort()).toEqual(
      [
        ['svc.contact.deleted.v1', one.id],
        ['svc.contact.updated.v1', two.id],
      ].sort(),
    );
    for (const { payload } of events)
      expect(payload.data.contact).toEqual(await call(us, 'GET', `/contacts/${payload.data.contact.id}`));
  });

  it('reports each row of an import, into its list too, and none that is skipped', async () => {
    const us = await listener();
    const known = await call(us, 'POST', '/contacts', { email: email() }, 201);
    const rows = [
      ...Array.from({ length: 300 }, () => ({ email: email() })),
      { email: known.email, firstName: 'Known' },
      {},
    ];
    const events = await receivedAfter(us, () => call(us, 'POST', '/contacts/import', { rows, listName: 'Imported' }));
    const count = (type: string) => events.filter((event) => event.type === type).length;
    expect({
      created: count('svc.contact.created.v1'),
      updated: count('svc.contact.updated.v1'),
      list: count('svc.contact_list.created.v1'),
      members: count('svc.contact_list.member_added.v1'),
      all: events.length,
    }).toEqual({ created: 300, updated: 1, list: 1, members: 301, all: 603 });
    expect(new Set(events.map(({ payload }) => payload.id)).size).toBe(603);
    expect(await receivedAfter(us, () => call(us, 'POST', '/contacts/import', { rows, skipExisting: true }))).toEqual(
      [],
    );
  });

  it('tells nothing of a change that is refused, though part of it was written', async () => {
    const us = await listener();
    const [taken, other, shared] = [email(), email(), email()];
    await call(us, 'POST', '/contacts', { email: taken }, 201);
    const made = await call(us, 'POST', '/contacts', { email: shared, phone: '+628555' }, 201);
    await call(us, 'POST', '/contacts', { email: other }, 201);
    expect(
      await receivedAfter(us, async () =>
        expectError(
          await server.call(us.key, 'PATCH', `/api/v1/contacts/${made.id}`, {
            body: { email: taken, phone: null, subscriptions: { email: 'unsubscribed' } },
          }),
          409,
          'IDENTITY_TAKEN',
        ),
      ),
    ).toEqual([]);
  });

  it('reports one that is erased by its id alone', async () => {
    const us = await listener();
    const { id } = await makeContact(server.services.database, us.accountId, { firstName: 'Rahasia' });
    const { id: listId } = await makeContactList(server.services.database, us.accountId, { contactIds: [id] });
    const events = await receivedAfter(us, () =>
      server.services.database.pool.query('DELETE FROM "Contact" WHERE "accountId" = $1 AND id = $2', [
        us.accountId,
        id,
      ]),
    );
    expect(events.map(({ type, payload }) => [type, payload.data]).sort()).toEqual([
      ['svc.contact.deleted.v1', { contact: { id, accountId: us.accountId }, erased: true }],
      ['svc.contact_list.member_removed.v1', { listId, contactId: id }],
    ]);
  });
});

describe('contact lists', () => {
  it('reports lists and their members, 500 at a time, and a deleted list without its members', async () => {
    const us = await listener();
    const list = await call(us, 'POST', '/contact-lists', { name: unique('L'), description: 'd' }, 201);
    expect((await received(us)).map(({ type, payload }) => [type, payload.data])).toEqual([
      ['svc.contact_list.created.v1', { contactList: list }],
    ]);

    await call(us, 'POST', '/contacts/import', { rows: Array.from({ length: 500 }, () => ({ email: email() })) });
    const ids = (
      await server.services.database.prisma.contact.findMany({
        where: { accountId: us.accountId },
        select: { id: true },
      })
    ).map(({ id }) => id);
    const added = await receivedAfter(us, () =>
      call(us, 'POST', `/contact-lists/${list.id}/members`, { contactIds: ids }),
    );
    expect(new Set(added.map(({ type }) => type))).toEqual(new Set(['svc.contact_list.member_added.v1']));
    expect(added.map(({ payload }) => payload.data.contactId).sort()).toEqual([...ids].sort());
    expect(added[0]?.payload.data).toEqual({ listId: list.id, contactId: expect.any(String) });
    expect(
      await receivedAfter(us, () =>
        call(us, 'POST', `/contact-lists/${list.id}/members`, { contactIds: ids.slice(0, 10) }),
      ),
      'they are members already',
    ).toEqual([]);

    const removed = await receivedAfter(us, () => call(us, 'DELETE', `/contact-lists/${list.id}/members/${ids[0]}`));
    expect(removed.map(({ type, payload }) => [type, payload.data])).toEqual([
      ['svc.contact_list.member_removed.v1', { listId: list.id, contactId: ids[0] }],
    ]);
    expect(await receivedAfter(us, () => call(us, 'DELETE', `/contact-lists/${list.id}/members/${ids[0]}`))).toEqual(
      [],
    );

    const before = (await call(us, 'GET', '/contact-lists')).find((each: { id: string }) => each.id === list.id);
    const deleted = await receivedAfter(us, () => call(us, 'DELETE', `/contact-lists/${list.id}`));
    expect(deleted.map(({ type, payload }) => [type, payload.data])).toEqual([
      ['svc.contact_list.deleted.v1', { contactList: before }],
    ]);
  });

  it('tells nothing of a name that is taken', async () => {
    const us = await listener();
    const list = await call(us, 'POST', '/contact-lists', { name: unique('L') }, 201);
    expect(
      await receivedAfter(us, async () =>
        expectError(
          await server.call(us.key, 'POST', '/api/v1/contact-lists', { body: { name: list.name } }),
          409,
          'NAME_TAKEN',
        ),
      ),
    ).toEqual([]);
  });
});

describe('channels', () => {
  it('reports one that is connected and revoked, without its credentials', async () => {
    const us = await listener();
    const connected = await receivedAfter(us, () =>
      call(
        us,
        'POST',
        '/channels',
        {
          provider: 'email_p1',
          displayName: 'Mail',
          credentials: { apiKey: 're_very_secret' },
          config: { fromEmail: 'a@example.com' },
        },
        201,
      ),
    );
    const [channel] = await call(us, 'GET', '/channels');
    expect(connected.map(({ type, payload }) => [type, payload.data])).toEqual([
      ['svc.channel.connected.v1', { channel }],
    ]);
    expect(
      await receivedAfter(us, () => call(us, 'PATCH', `/channels/${channel.id}`, { displayName: 'Post' })),
    ).toEqual([]);
    const revoked = await receivedAfter(us, () => call(us, 'DELETE', `/channels/${channel.id}`));
    expect(revoked.map(({ type, payload }) => [type, payload.data])).toEqual([
      ['svc.channel.revoked.v1', { channel: { ...channel, displayName: 'Post', status: 'revoked' } }],
    ]);
    expect(await receivedAfter(us, () => call(us, 'DELETE', `/channels/${channel.id}`))).toEqual([]);
    expect(JSON.stringify([...connected, ...revoked])).not.toMatch(/re_very_secret|credential/);
  });

  it('reports one that becomes active, not one that waits', async () => {
    const us = await listener();
    const { prisma } = server.services.database;
    const made = await receivedAfter(us, () => makeChannel(server.services, us.accountId, { status: 'pending' }));
    expect(made).toEqual([]);
    const activated = await receivedAfter(us, () =>
      prisma.channelIntegration.updateMany({
        where: { accountId: us.accountId },
        data: { status: 'active', updatedAt: now() },
      }),
    );
    expect(activated.map(({ type }) => type)).toEqual(['svc.channel.connected.v1']);
  });
});

describe('referrals', () => {
  it('reports the way of an attribution: created, fulfilled, voided', async () => {
    const us = await listener();
    const link = await makeReferralLink(server.services.database, us.accountId);
    const referee = unique('buyer');
    const made = await receivedAfter(us, () =>
      call(us, 'POST', '/referrals/attributions/signup', {
        refereeCustomerId: referee,
        refereeEmail: email(),
        linkCode: link.code,
      }),
    );
    expect(made.map(({ type }) => type)).toEqual(['svc.referral.created.v1']);
    const session = unique('s');
    expect(
      await receivedAfter(us, () =>
        call(us, 'POST', '/referrals/attributions/checkout-start', { customerId: referee, checkoutSessionId: session }),
      ),
    ).toEqual([]);
    const fulfilled = await receivedAfter(us, () =>
      call(us, 'POST', '/referrals/attributions/fulfill', {
        checkoutSessionId: session,
        status: 'completed',
        currency: 'IDR',
        amount: 500_000,
      }),
    );
    expect(fulfilled.map(({ type }) => type)).toEqual(['svc.referral.fulfilled.v1']);
    expect(fulfilled[0]?.payload.data.attribution).toMatchObject({
      id: made[0]?.payload.data.attribution.id,
      status: 'rewarded',
      refereeCustomerId: referee,
      qualifyingCheckoutSessionId: session,
      referrerCodeId: expect.any(String),
      refereeCodeId: expect.any(String),
    });
    const voided = await receivedAfter(us, () =>
      call(us, 'POST', '/referrals/attributions/void', { checkoutSessionId: session }),
    );
    expect(voided.map(({ type, payload }) => [type, payload.data.attribution.status])).toEqual([
      ['svc.referral.voided.v1', 'voided'],
    ]);
  });

  it('has the attribution in the shape of the API', async () => {
    const us = await listener();
    const link = await makeReferralLink(server.services.database, us.accountId);
    let attribution: unknown;
    const made = await receivedAfter(
      us,
      async () =>
        (attribution = (
          await call(us, 'POST', '/referrals/attributions/signup', {
            refereeCustomerId: unique('b'),
            refereeEmail: email(),
            linkCode: link.code,
          })
        ).attribution),
    );
    expect(made[0]?.payload.data).toEqual({ attribution });
  });

  it('reports every one that the sweep over all workspaces expires, each to its own', async () => {
    const [us, them] = [await listener(), await listener(['referral.expired'])];
    for (const [tenant, count] of [
      [us, 3],
      [them, 2],
    ] as const) {
      for (let i = 0; i < count; i++)
        await makeAttribution(server.services.database, tenant.accountId, {
          expiresAt: new Date('2026-01-01T00:00:00Z'),
        });
    }
    expectData(await server.call(server.platform, 'POST', '/api/v1/referrals/sweeps/expire-pending'));
    expect(
      (await received(us, 'svc.referral.expired.v1')).map(({ payload }) => payload.data.attribution.status),
    ).toEqual(['expired', 'expired', 'expired']);
    expect(await types(them)).toEqual(['referral.expired', 'referral.expired']);
  });
});

describe('abandoned carts', () => {
  const reminder = () => ({
    customerId: unique('c'),
    cartId: unique('cart'),
    email: email(),
    cartSnapshot: { lines: [1] },
    valueAtSend: 9_007_199_254_740_991,
    currencyAtSend: 'IDR',
    externalSource: 'shop',
    externalRef: unique('r'),
  });

  it('reports a reminder and its recovery, with the reminder as it is listed but for its snapshot', async () => {
    const us = await listener(['abandoned_cart.reminder_sent', 'abandoned_cart.recovered']);
    const body = reminder();
    const sent = await receivedAfter(us, () => call(us, 'POST', '/abandoned-cart/reminders', body));
    const listed = async () => {
      const { cartSnapshot, ...rest } = (await call(us, 'GET', '/abandoned-cart/reminders')).items[0];
      expect(cartSnapshot).toEqual(body.cartSnapshot);
      return rest;
    };
    expect(sent.map(({ type, payload }) => [type, payload.data])).toEqual([
      ['svc.abandoned_cart.reminder_sent.v1', { reminder: await listed() }],
    ]);
    expect(await receivedAfter(us, () => call(us, 'POST', '/abandoned-cart/reminders', body)), 'a retry').toEqual([]);

    const completedAt = new Date(now().getTime() + 60_000).toISOString();
    const recovered = await receivedAfter(us, () =>
      call(us, 'POST', '/abandoned-cart/recover', {
        customerId: body.customerId,
        checkoutSessionId: unique('s'),
        completedAt,
      }),
    );
    expect(recovered.map(({ type, payload }) => [type, payload.data])).toEqual([
      ['svc.abandoned_cart.recovered.v1', { reminder: await listed() }],
    ]);
    expect(recovered[0]?.payload.data.reminder.recoveredAt).toBe(completedAt);
  });

  it('reports a buyer who opts out, once, and again after they were let back in', async () => {
    const us = await listener();
    const address = email();
    const suppress = () => call(us, 'POST', '/abandoned-cart/suppressions', { email: address }, 201);
    let suppression: unknown;
    const first = await receivedAfter(us, async () => (suppression = await suppress()));
    expect(first.map(({ type, payload }) => [type, payload.data])).toEqual([
      ['svc.abandoned_cart.suppressed.v1', { suppression }],
    ]);
    expect(await receivedAfter(us, suppress)).toEqual([]);
    expect(
      await receivedAfter(us, () => call(us, 'DELETE', `/abandoned-cart/suppressions/${encodeURIComponent(address)}`)),
    ).toEqual([]);
    expect((await receivedAfter(us, suppress)).map(({ type }) => type)).toEqual(['svc.abandoned_cart.suppressed.v1']);
  });
});

describe('billing', () => {
  const write = (us: Us, data: { plan: string; status: string }) =>
    server.services.database.prisma.subscription.updateMany({
      where: { accountId: us.accountId },
      data: { ...data, updatedAt: now() },
    });

  it('reports what becomes of a subscription, in the shape of GET /billing/subscription', async () => {
    const us = await workspace({ plan: null });
    await makeWebhookEndpoint(server.services, us.accountId);
    const at = now();
    const subscribed = await receivedAfter(us, () =>
      server.services.database.prisma.subscription.create({
        data: {
          accountId: us.accountId,
          plan: 'starter',
          status: 'active',
          currentPeriodStart: at,
          currentPeriodEnd: new Date(at.getTime() + 30 * 86_400_000),
          upstreamId: unique('up'),
          provider: 'sandbox',
          createdAt: at,
          updatedAt: at,
        },
      }),
    );
    expect(subscribed.map(({ type, payload }) => [type, payload.data])).toEqual([
      ['svc.billing.subscription_activated.v1', { subscription: await call(us, 'GET', '/billing/subscription') }],
    ]);

    const steps: [{ plan: string; status: string }, string[]][] = [
      [{ plan: 'growth', status: 'active' }, ['updated']],
      [{ plan: 'growth', status: 'active' }, []],
      [{ plan: 'growth', status: 'past_due' }, ['past_due']],
      [{ plan: 'growth', status: 'active' }, ['activated']],
      [{ plan: 'growth', status: 'canceling' }, []],
      [{ plan: 'growth', status: 'active' }, ['activated']],
      [{ plan: 'growth', status: 'canceling' }, []],
      [{ plan: 'free', status: 'canceled' }, ['canceled']],
      [{ plan: 'scale', status: 'active' }, ['activated']],
      [{ plan: 'free', status: 'canceled' }, ['canceled']],
      [{ plan: 'free', status: 'incomplete' }, []],
      [{ plan: 'starter', status: 'active' }, ['activated']],
    ];
    for (const [state, expected] of steps) {
      const events = await receivedAfter(us, () => write(us, state));
      expect(
        events.map(({ type }) => type),
        JSON.stringify(state),
      ).toEqual(expected.map((name) => `svc.billing.subscription_${name}.v1`));
      for (const { payload } of events)
        expect(payload.data).toEqual({ subscription: await call(us, 'GET', '/billing/subscription') });
    }
  });

  it('reports an invoice that is paid, once, in the shape of GET /billing/invoices', async () => {
    const us = await listener();
    const at = now();
    const { id } = await server.services.database.prisma.invoice.create({
      data: {
        accountId: us.accountId,
        plan: 'starter',
        amount: 299_000n,
        currency: 'IDR',
        kind: 'first',
        provider: 'sandbox',
        email: 'a@example.com',
        upstreamInvoiceId: unique('up'),
        expiresAt: at,
        createdAt: at,
        updatedAt: at,
      },
    });
    expect(await received(us)).toEqual([]);
    const pay = () =>
      server.services.database.prisma.invoice.updateMany({
        where: { id },
        data: { status: 'paid', paidAt: now(), receiptUrl: 'https://pay.example/r', updatedAt: now() },
      });
    const paid = await receivedAfter(us, pay);
    expect(paid.map(({ type, payload }) => [type, payload.data])).toEqual([
      ['svc.billing.invoice_paid.v1', { invoice: (await call(us, 'GET', '/billing/invoices')).data[0] }],
    ]);
    expect(await receivedAfter(us, pay)).toEqual([]);
  });
});

describe('who is told', () => {
  it.each([
    [['*'], true],
    [['svc.contact.created.v1'], true],
    [['contact.created'], true],
    [['nothing', 'contact.created', 'contact.created'], true],
    [[], false],
    [['svc.contact.updated.v1'], false],
    [['contact.*'], false],
    [['Contact.Created'], false],
    [['contact'], false],
  ])('an endpoint that subscribes to %j: %s', async (events, isReceived) => {
    const us = await listener(events);
    await call(us, 'POST', '/contacts', { email: email() }, 201);
    expect(await types(us)).toEqual(isReceived ? ['contact.created'] : []);
  });

  it('is every active endpoint that subscribes, once each, with one event id; no inactive one, and no neighbour', async () => {
    const [us, them] = [await workspace(), await listener()];
    const wanted = [
      await makeWebhookEndpoint(server.services, us.accountId),
      await makeWebhookEndpoint(server.services, us.accountId, {
        events: ['*', 'contact.created', 'svc.contact.created.v1'],
      }),
    ];
    await makeWebhookEndpoint(server.services, us.accountId, { active: false });
    await makeWebhookEndpoint(server.services, us.accountId, { events: ['contact.deleted'] });
    await call(us, 'POST', '/contacts', { email: email() }, 201);
    const events = await received(us);
    expect(events.map(({ endpointId }) => endpointId).sort()).toEqual(wanted.map(({ id }) => id).sort());
    expect(events[0]?.payload).toEqual(events[1]?.payload);
    expect(await received(them)).toEqual([]);
  });

  it('is nobody where an endpoint begins or ends to listen: only what changes while it does', async () => {
    const us = await workspace();
    await call(us, 'POST', '/contacts', { email: email() }, 201);
    const { id } = await makeWebhookEndpoint(server.services, us.accountId);
    await call(us, 'POST', '/contacts', { email: email() }, 201);
    await call(us, 'PATCH', `/webhooks/endpoints/${id}`, { active: false });
    await call(us, 'POST', '/contacts', { email: email() }, 201);
    expect(await types(us)).toEqual(['contact.created']);
  });

  it('never fails a change: 40 of them while endpoints are made, switched and deleted', async () => {
    const us = await workspace();
    const endpoints = await Promise.all(
      Array.from({ length: 8 }, () => makeWebhookEndpoint(server.services, us.accountId)),
    );
    const changes = Array.from({ length: 40 }, () => call(us, 'POST', '/contacts', { email: email() }, 201));
    const reminders = Array.from({ length: 40 }, () => makeReminder(server.services.database, us.accountId));
    for (const [i, { id }] of endpoints.entries())
      await (i % 2 === 0
        ? call(us, 'DELETE', `/webhooks/endpoints/${id}`)
        : call(us, 'PATCH', `/webhooks/endpoints/${id}`, { active: false }));
    await Promise.all([...changes, ...reminders]);
    expect(await server.services.database.prisma.contact.count({ where: { accountId: us.accountId } })).toBe(40);
  });

  it('is nobody for what has no events: keys, endpoints, blog, pixels, codes and their redemption', async () => {
    const us = await listener(['*', 'discount_code.redeemed']);
    await call(us, 'POST', '/api-keys', { name: 'k' }, 201);
    await call(us, 'POST', '/webhooks/endpoints', { url: 'https://hooks.example.com/2' }, 201);
    await call(us, 'POST', '/blog', { title: 'T', slug: unique('s').toLowerCase(), body: 'x' }, 201);
    await call(us, 'PATCH', '/pixels', { analyticsId: 'G-ABC123' });
    const code = await call(
      us,
      'POST',
      '/discount-codes',
      { code: unique('C'), type: 'percent', value: 10, currency: 'IDR' },
      201,
    );
    await call(us, 'POST', '/discount-codes/redeem', {
      discountCodeId: code.id,
      checkoutSessionId: unique('s'),
      appliedAmount: 1,
    });
    expect(await types(us)).toEqual([]);
  });
});
