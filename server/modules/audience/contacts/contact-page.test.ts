/**
 * What the contact's page shows, and the opt-outs that callbacks and recipients bring
 * (docs/contract/contacts.md#opt-outs).
 */
import { describe, expect, it } from 'vitest';
import { SYSTEM, workspaceDb } from '@/server/platform/db/workspace';
import { suppress, unsuppress } from '@/server/modules/audience/contacts/suppress';
import { makeBroadcast, makeChannel, makeMessage } from '@/server/testing/factories/messaging';
import { makeCheckout, makeOrder } from '@/server/testing/factories/shops';
import { makeContact, makeContactList } from '@/server/testing/factories/audience';
import { makeDiscountCode, makeReminder } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { expectData, trpc } from '@/server/testing/http';
import { BY_HAND, makeEnrolment, makeLiveFunnel } from '@/server/testing/funnels';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const dbOf = (tenant: Tenant) =>
  workspaceDb(server.services.database, {
    accountId: tenant.accountId,
    actor: SYSTEM,
    now: new Date(),
  });
const subscriptionsOf = async (id: string) =>
  (await server.services.database.prisma.contact.findFirstOrThrow({ where: { id } })).subscriptions;
const ask = (name: string, input: unknown) =>
  trpc(server, 'query', `contacts.${name}`, input, { cookie: server.ours.cookie });

describe('suppress', () => {
  it('closes the address at every contact of the workspace, and is safe to repeat', async () => {
    const email = `${unique('p')}@example.test`;
    const [one, two, theirs] = await Promise.all([
      makeContact(server.services.database, server.ours.accountId, { email }),
      makeContact(server.services.database, server.ours.accountId, { email, phone: '081200001' }),
      makeContact(server.services.database, server.theirs.accountId, { email }),
    ]);
    for (let i = 0; i < 2; i++)
      await suppress(
        dbOf(server.ours),
        { family: 'email', address: email.toUpperCase(), reason: 'bounce' },
        { by: 'system' },
      );
    expect([await subscriptionsOf(one.id), await subscriptionsOf(two.id), await subscriptionsOf(theirs.id)]).toEqual([
      { email: 'unsubscribed' },
      { email: 'unsubscribed' },
      {},
    ]);
    expect((await ask('standing', { id: two.id })).data.suppressions).toMatchObject([
      { family: 'email', address: email, reason: 'bounce' },
    ]);
  });

  it('of the recipient takes the place of a merchant’s, and the recipient can take it back', async () => {
    const { id, phone } = await makeContact(server.services.database, server.ours.accountId, {
      phone: '+6281299988877',
    });
    const place = { family: 'sms', address: phone! } as const;
    await suppress(dbOf(server.ours), { ...place, reason: 'merchant' }, { by: 'system' });
    await suppress(dbOf(server.ours), { ...place, reason: 'recipient' }, { by: 'system' });
    expect((await ask('standing', { id })).data.suppressions).toMatchObject([{ family: 'sms', reason: 'recipient' }]);
    expect(await unsuppress(dbOf(server.ours), place, { by: 'recipient' })).toEqual({ ended: true });
    expect(await unsuppress(dbOf(server.ours), place, { by: 'recipient' })).toEqual({ ended: false });
    expect(await subscriptionsOf(id)).toEqual({ sms: 'subscribed' });
    expect((await ask('standing', { id })).data.suppressions).toEqual([]);
  });

  it.each([
    ['complaint', 'recipient'],
    ['recipient', 'complaint'],
    ['recipient', 'bounce'],
  ] as const)('of a bounce or complaint is not the recipient’s to take back: %s, then %s', async (first, then) => {
    const { id, email } = await makeContact(server.services.database, server.ours.accountId);
    await suppress(dbOf(server.ours), { family: 'email', address: email!, reason: first }, { by: 'system' });
    await suppress(dbOf(server.ours), { family: 'email', address: email!, reason: then }, { by: 'system' });
    expect(await unsuppress(dbOf(server.ours), { family: 'email', address: email! }, { by: 'recipient' })).toEqual({
      ended: false,
    });
    expect(await subscriptionsOf(id)).toEqual({ email: 'unsubscribed' });
  });
});

describe('the contact’s page', () => {
  it('shows messages, redemptions, memberships and carts, newest first, page by page', async () => {
    const { database } = server.services;
    const { accountId } = server.ours;
    const externalRef = unique('customer');
    const contact = await makeContact(database, accountId, { externalRef });
    const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minute));
    const broadcast = await makeBroadcast(database, accountId, { name: 'Lebaran' });
    const channel = await makeChannel(server.services, accountId);
    await makeMessage(database, accountId, {
      channelIntegrationId: channel.id,
      campaignId: broadcast.id,
      contactId: contact.id,
      createdAt: at(1),
      status: 'opened',
    });
    await makeMessage(database, accountId, {
      channelIntegrationId: channel.id,
      contactId: contact.id,
      createdAt: at(4),
    });
    const code = await makeDiscountCode(database, accountId);
    for (const customerId of [externalRef, 'somebody else'])
      await database.prisma.discountRedemption.create({
        data: {
          accountId,
          discountCodeId: code.id,
          checkoutSessionId: unique('s'),
          customerId,
          appliedAmount: 500n,
          appliedShipping: 0n,
          currency: 'IDR',
          redeemedAt: at(3),
        },
      });
    const list = await makeContactList(database, accountId, { contactIds: [contact.id] });
    await database.prisma.contactListMember.updateMany({ where: { listId: list.id }, data: { addedAt: at(2) } });

    for (const recoveredAt of [null, at(9)])
      await makeReminder(database, accountId, {
        email: contact.email!,
        cartId: 'K1',
        sentAt: at(recoveredAt === null ? 6 : 5),
        recoveredAt,
      });
    await makeReminder(database, accountId);
    await makeReminder(database, server.theirs.accountId, { email: contact.email! });
    const ofContact = { contactId: contact.id };
    const bought = await makeOrder(database, accountId, { ...ofContact, number: '#1001', placedAt: at(8) });
    const left = { ...ofContact, createdAt: at(7), abandonedAt: at(7) };
    const came = await makeCheckout(database, accountId, { ...left, status: 'completed', completedAt: at(8) });
    // What was completed at once is told by its order.
    await makeCheckout(database, accountId, {
      ...ofContact,
      status: 'completed',
      completedAt: at(9),
      createdAt: at(9),
    });
    await makeOrder(database, accountId);
    await makeOrder(database, server.theirs.accountId, ofContact);

    const funnelId = await makeLiveFunnel(server.services, accountId, BY_HAND);
    const stay = { funnelId, contactId: contact.id };
    const over = { ...stay, status: 'exited', exitReason: 'purchase', enteredAt: at(0), endedAt: at(8) };
    await makeEnrolment(database, accountId, { ...over, goalAt: at(8) });
    const inside = await makeEnrolment(database, accountId, { ...stay, enteredAt: at(11) });
    await makeMessage(database, accountId, {
      ...{ channelIntegrationId: channel.id, contactId: contact.id, createdAt: at(10) },
      ...{ funnelId, funnelStepId: 's1', enrolmentId: inside.id },
    });
    const funnel = { id: funnelId, name: funnelId };
    const own = (await ask('timeline', { id: contact.id, limit: 2 })).data;
    expect(own.items).toMatchObject([
      { kind: 'enrolment', id: inside.id, at: at(11).toISOString(), funnel, status: 'active', exitReason: null },
      { kind: 'message', broadcast: null, funnel },
    ]);

    const shop = (await ask('timeline', { id: contact.id, limit: 2, cursor: own.nextCursor })).data;
    expect(shop).toMatchObject({
      hasMore: true,
      items: [
        {
          kind: 'order',
          id: bought.id,
          at: at(8).toISOString(),
          number: '#1001',
          status: 'paid',
          amount: 150_000,
          currency: 'IDR',
        },
        {
          kind: 'checkout',
          id: came.id,
          at: at(7).toISOString(),
          status: 'completed',
          value: 150_000,
          currency: 'IDR',
        },
      ],
    });

    const carts = (await ask('timeline', { id: contact.id, limit: 2, cursor: shop.nextCursor })).data;
    expect(carts).toMatchObject({
      hasMore: true,
      items: [
        {
          kind: 'cart_reminder',
          at: at(6).toISOString(),
          cartId: 'K1',
          value: 150_000,
          currency: 'IDR',
          recoveredAt: null,
        },
        { kind: 'cart_reminder', recoveredAt: at(9).toISOString() },
      ],
    });
    const first = (await ask('timeline', { id: contact.id, limit: 3, cursor: carts.nextCursor })).data;
    expect(first).toMatchObject({
      hasMore: true,
      items: [
        { kind: 'message', broadcast: null, funnel: null },
        { kind: 'redemption', code: code.code, appliedAmount: 500 },
        { kind: 'list_added', list: { name: list.name } },
      ],
    });
    expect((await ask('timeline', { id: contact.id, cursor: first.nextCursor })).data).toMatchObject({
      hasMore: false,
      nextCursor: null,
      items: [
        { kind: 'message', status: 'opened', broadcast: { id: broadcast.id, name: 'Lebaran' }, funnel: null },
        { kind: 'enrolment', funnel, status: 'exited', exitReason: 'purchase', goalAt: at(8).toISOString() },
      ],
    });
    expect((await ask('standing', { id: contact.id })).data.enrolments).toEqual([
      { id: inside.id, enteredAt: at(11).toISOString(), funnel },
    ]);
    expect((await ask('standing', { id: contact.id })).data.lists).toMatchObject([{ id: list.id, name: list.name }]);
    expect(expectData(await server.call(server.ours.key, 'GET', `/api/v1/contacts/${contact.id}`)).id).toBe(contact.id);
  });
});
