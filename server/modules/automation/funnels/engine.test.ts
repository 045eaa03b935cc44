/** Funnels as the worker leads people through them, step by step, over the database. */
import { beforeEach, describe, expect, it, afterEach } from 'vitest';
import { systemDb } from '@/server/platform/db/workspace';
import { fire, type Trigger } from '@/server/platform/outbox/triggers';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import type { FunnelDefinitionIn } from '@/server/modules/automation/funnels/definition-schema';
import { placeOf } from '@/server/modules/automation/funnels/variant-assignment';
import { stats } from '@/server/modules/automation/funnels/stats';
import { wholeConfig } from '@/server/modules/shops/connections/rows';
import { makeAccount } from '@/server/testing/factories/account';
import { makeCartSuppression, makeReminder } from '@/server/testing/factories/offers';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makeContact, makeContactList, makeSegment } from '@/server/testing/factories/audience';
import { makeIntegration } from '@/server/testing/factories/shops';
import { makeLiveFunnel, runFunnels } from '@/server/testing/funnels';
import { useServer } from '@/server/testing/server';

const server = useServer();
const prisma = () => server.services.database.prisma;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let accountId: string;
let offset = 0;
beforeEach(async () => {
  accountId = await makeAccount(server.services.database, { plan: 'scale' });
});
afterEach(() => {
  offset = 0;
  setClockOffset(0);
});

const later = (ms: number): void => {
  offset += ms;
  setClockOffset(offset);
};
const run = () => runFunnels(server.services);
const report = (...events: Trigger[]) =>
  systemDb(server.services.database, accountId).transaction((tx) => fire(tx, events));
const live = (definition: FunnelDefinitionIn) => makeLiveFunnel(server.services, accountId, definition);
const enrolments = (funnelId: string) =>
  prisma().funnelEnrolment.findMany({ where: { accountId, funnelId }, orderBy: [{ enteredAt: 'asc' }, { id: 'asc' }] });
const messages = (funnelId: string) =>
  prisma().marketingMessage.findMany({ where: { accountId, funnelId }, orderBy: { createdAt: 'asc' } });
const pathOf = async (enrolmentId: string) =>
  (await prisma().funnelPassage.findMany({ where: { accountId, enrolmentId }, orderBy: { position: 'asc' } })).map(
    ({ stepId, outcome, reason }) => [stepId, outcome, ...(reason === null ? [] : [reason])].join(' '),
  );
const refusals = async (funnelId: string) =>
  Object.fromEntries(
    (await prisma().funnelRefusal.findMany({ where: { accountId, funnelId } })).map(({ reason, people }) => [
      reason,
      people,
    ]),
  );

const mail = (text = 'Halo') => ({ email: { subject: 'Halo', text } });
const send = (id: string, next: string | null = null, config: object = {}) => ({
  id,
  kind: 'send' as const,
  config: { provider: 'email_p1' as const, content: mail(), ...config },
  next,
});

describe('a funnel that begins by a list', () => {
  it('leads who comes onto it, and nobody who is on it already', async () => {
    await makeChannel(server.services, accountId);
    const [old, fresh] = [
      await makeContact(server.services.database, accountId),
      await makeContact(server.services.database, accountId),
    ];
    const list = await makeContactList(server.services.database, accountId, { contactIds: [old.id] });
    await run();
    const funnelId = await live({
      trigger: { type: 'list_added', listId: list.id },
      steps: [send('s1', 'd1'), { id: 'd1', kind: 'delay', config: { minutes: 30 }, next: 's2' }, send('s2')],
    });
    await prisma().contactListMember.create({
      data: { accountId, listId: list.id, contactId: fresh.id, addedAt: now() },
    });
    await run();
    const [one, ...others] = await enrolments(funnelId);
    expect(others).toEqual([]);
    expect(one).toMatchObject({ contactId: fresh.id, status: 'active', stepId: 'd1', waitingFor: 'time', passed: 1 });
    later(29 * MINUTE);
    await run();
    expect(await messages(funnelId)).toHaveLength(1);
    later(2 * MINUTE);
    await run();
    expect(await pathOf(one?.id ?? '')).toEqual(['s1 sent', 'd1 waited', 's2 sent']);
    expect((await enrolments(funnelId))[0]).toMatchObject({ status: 'completed', stepId: null, dueAt: null });
    expect(await messages(funnelId)).toMatchObject([
      { funnelStepId: 's1', contactId: fresh.id, campaignId: null, enrolmentId: one?.id, recipient: fresh.email },
      { funnelStepId: 's2', contactId: fresh.id },
    ]);
    const tally = await prisma().funnelTally.groupBy({
      by: ['status'],
      where: { accountId, funnelId },
      _sum: { people: true },
    });
    expect(Object.fromEntries(tally.map(({ status, _sum }) => [status, _sum.people]))).toEqual({
      active: 0,
      completed: 1,
    });
  });

  it('lets nobody in twice, counts why, and takes leave with the list', async () => {
    const contact = await makeContact(server.services.database, accountId);
    const list = await makeContactList(server.services.database, accountId);
    const funnelId = await live({
      trigger: { type: 'list_added', listId: list.id },
      reentry: { mode: 'after_days', days: 2 },
      exits: ['left_list'],
      steps: [
        { id: 'd1', kind: 'delay', config: { minutes: 60 }, next: 'u1' },
        { id: 'u1', kind: 'update_contact', config: { attributes: { seen: true } } },
      ],
    });
    const member = { accountId, listId: list.id, contactId: contact.id };
    const put = () => prisma().contactListMember.create({ data: { ...member, addedAt: now() } });
    const leave = () => prisma().contactListMember.deleteMany({ where: member });
    await put();
    await run();
    await leave();
    await run();
    expect(await enrolments(funnelId)).toMatchObject([{ status: 'exited', exitReason: 'left_list' }]);
    await put();
    await run();
    expect(await refusals(funnelId)).toEqual({ REENTRY: 1 });
    later(3 * DAY);
    await leave();
    await put();
    await run();
    expect(await enrolments(funnelId)).toMatchObject([{ status: 'exited' }, { status: 'active' }]);
    later(HOUR);
    await run();
    expect(await enrolments(funnelId)).toMatchObject([{ status: 'exited' }, { status: 'completed' }]);
    expect((await prisma().contact.findFirst({ where: { accountId, id: contact.id } }))?.attributes).toEqual({
      seen: true,
    });
  });
});

describe('a funnel about carts', () => {
  const cart: FunnelDefinitionIn = {
    trigger: { type: 'abandoned_cart' },
    steps: [
      {
        id: 'w1',
        kind: 'wait_until',
        config: { any: [{ event: 'purchase' }], minutes: 60 },
        next: null,
        timeout: 'c1',
      },
      {
        id: 'c1',
        kind: 'mint_code',
        config: { type: 'percent', value: 10, currency: 'IDR', prefix: 'CART', expiresInHours: 48 },
        next: 's1',
      },
      send('s1', 'd1', { content: mail('{discountCode}') }),
      { id: 'd1', kind: 'delay', config: { days: 1, at: '09:00' }, next: 's2' },
      send('s2'),
    ],
  };
  async function abandoned() {
    await makeChannel(server.services, accountId);
    const contact = await makeContact(server.services.database, accountId);
    const funnelId = await live(cart);
    const reminder = await makeReminder(server.services.database, accountId, { email: contact.email ?? '' });
    await report({
      type: 'abandoned_cart',
      contactId: contact.id,
      data: { reminderId: reminder.id, cartId: 'c', customerId: 'k' },
    });
    await run();
    return { contact, funnelId, reminder };
  }

  it('mints one code for each, and writes when nobody bought', async () => {
    const { funnelId, contact } = await abandoned();
    later(61 * MINUTE);
    await run();
    const [one] = await enrolments(funnelId);
    expect(one).toMatchObject({ status: 'active', stepId: 'd1', cart: { kind: 'reminder' } });
    const codes = await prisma().discountCode.findMany({ where: { accountId } });
    expect(codes).toMatchObject([
      {
        code: one?.discountCode,
        source: 'funnel',
        sourceRefId: one?.id,
        maxUsesTotal: 1,
        maxUsesPerCustomer: 1,
        public: false,
        value: 10n,
      },
    ]);
    expect(one?.discountCode).toMatch(/^CART-[A-HJ-NP-Z2-9]{8}$/);
    expect(await pathOf(one?.id ?? '')).toEqual(['w1 timeout', `c1 minted ${one?.discountCode}`, 's1 sent']);
    await report({ type: 'purchase', contactId: contact.id, data: { checkoutSessionId: 'x' } });
    await run();
    expect(await enrolments(funnelId)).toMatchObject([{ status: 'exited', exitReason: 'purchase', dueAt: null }]);
    later(3 * DAY);
    await run();
    expect(await messages(funnelId)).toHaveLength(1);
  });

  it('ends when the cart comes back, and goes on by the next cart', async () => {
    const { funnelId, contact, reminder } = await abandoned();
    const second = await makeReminder(server.services.database, accountId, { email: contact.email ?? '' });
    await report({
      type: 'abandoned_cart',
      contactId: contact.id,
      data: { reminderId: second.id, cartId: 'c', customerId: 'k' },
    });
    await run();
    expect(await refusals(funnelId)).toEqual({ INSIDE: 1 });
    await report({ type: 'cart_recovered', contactId: contact.id, data: { reminderId: reminder.id } });
    await run();
    expect(await enrolments(funnelId)).toMatchObject([{ status: 'active', cart: { id: second.id } }]);
    await report({ type: 'cart_recovered', contactId: contact.id, data: { reminderId: second.id } });
    await run();
    expect(await enrolments(funnelId)).toMatchObject([{ status: 'exited', exitReason: 'recovered' }]);
  });

  it('ends before its message when mails about carts are not wanted', async () => {
    const { funnelId, contact } = await abandoned();
    await makeCartSuppression(server.services.database, accountId, { email: contact.email ?? '' });
    later(2 * HOUR);
    await run();
    expect(await enrolments(funnelId)).toMatchObject([{ status: 'exited', exitReason: 'cart_opted_out' }]);
    expect(await messages(funnelId)).toEqual([]);
  });
});

describe('what is looked at before a message', () => {
  const enrolled = async (definition: Omit<FunnelDefinitionIn, 'trigger'>, people = 1) => {
    const list = await makeContactList(server.services.database, accountId);
    const funnelId = await live({ trigger: { type: 'list_added', listId: list.id }, ...definition });
    const contacts = [];
    for (let n = 0; n < people; n++) contacts.push(await makeContact(server.services.database, accountId));
    await prisma().contactListMember.createMany({
      data: contacts.map(({ id }) => ({ accountId, listId: list.id, contactId: id, addedAt: now() })),
    });
    return { funnelId, contacts };
  };

  it('waits a day for a channel and then goes on without', async () => {
    const { funnelId } = await enrolled({ steps: [send('s1')] });
    await run();
    expect(await enrolments(funnelId)).toMatchObject([{ waitingFor: 'channel', stepId: 's1' }]);
    later(24 * HOUR);
    await run();
    const [one] = await enrolments(funnelId);
    expect(await pathOf(one?.id ?? '')).toEqual(['s1 skipped NO_CHANNEL']);
  });

  it('finds the channel within five minutes', async () => {
    const { funnelId } = await enrolled({ steps: [send('s1')] });
    await run();
    await makeChannel(server.services, accountId);
    later(5 * MINUTE);
    await run();
    expect(await messages(funnelId)).toHaveLength(1);
  });

  it('writes no more often than the cap, and goes on', async () => {
    await makeChannel(server.services, accountId);
    const { funnelId } = await enrolled({
      frequencyCap: { max: 1, perDays: 1 },
      steps: [send('s1', 's2'), send('s2', 's3'), send('s3', null, { ignoreCap: true })],
    });
    await run();
    const [one] = await enrolments(funnelId);
    expect(await pathOf(one?.id ?? '')).toEqual(['s1 sent', 's2 skipped FREQUENCY_CAP', 's3 sent']);
  });

  /** A shop that gets codes. */
  const shopOfCodes = (status = 'active') =>
    makeIntegration(server.services, accountId, {
      provider: 'storefront_p1',
      status,
      config: { ...wholeConfig('storefront_p1', { sync: { products: false, codes: true } }) },
    });
  /** The shop took all that it was sent. */
  const take = (integrationId: string) =>
    prisma().integrationCode.updateMany({
      where: { accountId, integrationId },
      data: { state: 'pushed', pushedAt: now(), dueAt: null },
    });
  const withCode = {
    steps: [
      {
        id: 'c1',
        kind: 'mint_code' as const,
        config: { type: 'percent' as const, value: 10, currency: 'IDR', prefix: 'HALO', expiresInHours: 48 },
        next: 's1',
      },
      send('s1', 's2', { content: mail('{discountCode}') }),
      send('s2', null, { content: mail('{discountCode|HEMAT}') }),
    ],
  };
  const textsOf = async (funnelId: string) => {
    const rows = await prisma().messageContent.findMany({
      where: { accountId, id: { in: (await messages(funnelId)).map(({ contentId }) => contentId) } },
    });
    return rows.map(({ content }) => (content as { text: string }).text).sort();
  };

  it.each(['error', 'pending'])(
    'waits a quarter of an hour for a shop in the state %s to get its code, and then leaves it out',
    async (status) => {
      await makeChannel(server.services, accountId);
      await shopOfCodes(status);
      const { funnelId } = await enrolled(withCode);
      await run();
      expect(await enrolments(funnelId)).toMatchObject([{ stepId: 's1', waitingFor: 'code' }]);
      later(15 * MINUTE);
      await run();
      const [one] = await enrolments(funnelId);
      expect(await pathOf(one?.id ?? '')).toEqual([
        `c1 minted ${one?.discountCode}`,
        's1 skipped CODE_NOT_IN_SHOP',
        's2 sent',
      ]);
      expect(await textsOf(funnelId)).toEqual(['HEMAT']);
    },
  );

  it('says its code once one of two shops has it, and waits for the other no longer than that', async () => {
    await makeChannel(server.services, accountId);
    const [takes] = [await shopOfCodes(), await shopOfCodes('error')];
    const { funnelId } = await enrolled(withCode);
    await run();
    await take(takes.id);
    later(14 * MINUTE);
    await run();
    expect(await enrolments(funnelId)).toMatchObject([{ stepId: 's1', waitingFor: 'code' }]);
    later(MINUTE);
    await run();
    const [one] = await enrolments(funnelId);
    expect(await pathOf(one?.id ?? '')).toEqual([`c1 minted ${one?.discountCode}`, 's1 sent', 's2 sent']);
    expect(await textsOf(funnelId)).toEqual(['{discountCode|HEMAT}', '{discountCode}']);
  });

  it('waits for no shop that has its code, is disconnected, or gets codes no longer', async () => {
    await makeChannel(server.services, accountId);
    const [has, gone, off] = [await shopOfCodes('error'), await shopOfCodes(), await shopOfCodes()];
    const { funnelId } = await enrolled(withCode);
    await run();
    await take(has.id);
    await prisma().integration.updateMany({ where: { accountId, id: gone.id }, data: { status: 'revoked' } });
    await prisma().integration.updateMany({
      where: { accountId, id: off.id },
      data: { config: { ...wholeConfig('storefront_p1', { sync: { codes: false } }) } },
    });
    later(MINUTE);
    await run();
    const [one] = await enrolments(funnelId);
    expect(await pathOf(one?.id ?? '')).toEqual([`c1 minted ${one?.discountCode}`, 's1 sent', 's2 sent']);
  });

  it('asks at once whether a message was left out', async () => {
    await makeChannel(server.services, accountId);
    const { funnelId } = await enrolled({
      frequencyCap: { max: 1, perDays: 1 },
      steps: [
        send('s1', 's2'),
        send('s2', 'q1'),
        { id: 'q1', kind: 'condition', config: { stepId: 's2', is: 'skipped' }, yes: 'x1', no: null },
        { id: 'x1', kind: 'exit', config: { reason: 'enough' } },
      ],
    });
    await run();
    const [one] = await enrolments(funnelId);
    expect(await pathOf(one?.id ?? '')).toEqual(['s1 sent', 's2 skipped FREQUENCY_CAP', 'q1 yes', 'x1 exits enough']);
  });

  it('holds back as many as it says, after all other checks', async () => {
    await makeChannel(server.services, accountId);
    const { funnelId, contacts } = await enrolled({ holdoutPercent: 50, steps: [send('s1')] }, 20);
    await run();
    const held = contacts.filter(({ id }) => placeOf(funnelId, 'funnel', id) < 5000);
    expect(held.length).toBeGreaterThan(0);
    expect((await messages(funnelId)).map(({ contactId }) => contactId).sort()).toEqual(
      contacts
        .map(({ id }) => id)
        .filter((id) => !held.some((each) => each.id === id))
        .sort(),
    );
  });

  it('asks what a message came to, what somebody is, and what they did before', async () => {
    await makeChannel(server.services, accountId);
    const { funnelId, contacts } = await enrolled({
      steps: [
        send('s1', 'u1'),
        { id: 'u1', kind: 'update_contact', config: { attributes: { city: 'Bandung' } }, next: 'q1' },
        {
          id: 'q1',
          kind: 'condition',
          config: {
            definition: {
              match: 'all',
              groups: [{ match: 'all', conditions: [{ field: 'attributes.city', op: 'eq', value: 'Bandung' }] }],
            },
          },
          yes: 'w1',
        },
        {
          id: 'w1',
          kind: 'wait_until',
          config: { any: [{ event: 'message.opened', stepId: 's1' }], minutes: 100 },
          next: 'q2',
          timeout: null,
        },
        { id: 'q2', kind: 'condition', config: { stepId: 's1', is: 'opened' }, yes: 'x1', no: null },
        { id: 'x1', kind: 'exit', config: { reason: 'read it' } },
      ],
    });
    await run();
    const [one] = await enrolments(funnelId);
    const [message] = await messages(funnelId);
    expect(one).toMatchObject({ stepId: 'w1', waitingFor: 'event' });
    await prisma().marketingMessage.updateMany({
      where: { accountId, id: message?.id ?? '' },
      data: { status: 'opened', openedAt: now() },
    });
    await report({
      type: 'message_opened',
      contactId: contacts[0]?.id ?? '',
      data: { messageId: message?.id ?? '', enrolmentId: one?.id ?? '', stepId: 's1' },
    });
    await run();
    expect(await pathOf(one?.id ?? '')).toEqual([
      's1 sent',
      'u1 updated',
      'q1 yes',
      'w1 event',
      'q2 yes',
      'x1 exits read it',
    ]);
    expect(await enrolments(funnelId)).toMatchObject([{ status: 'exited', exitReason: 'read it' }]);
  });
});

describe('looks', () => {
  it('let in who came into a segment since the look before, and let out who left it', async () => {
    const definition = {
      match: 'all' as const,
      groups: [{ match: 'all' as const, conditions: [{ field: 'attributes.vip', op: 'eq' as const, value: true }] }],
    };
    const segment = await makeSegment(server.services.database, accountId, { definition });
    const contact = await makeContact(server.services.database, accountId, { attributes: { vip: true } });
    const funnelId = await live({
      trigger: { type: 'segment_entered', segmentId: segment.id },
      exits: ['left_segment'],
      steps: [{ id: 'd1', kind: 'delay', config: { minutes: 500 } }],
    });
    later(15 * MINUTE);
    await run();
    expect(await enrolments(funnelId)).toMatchObject([{ status: 'active', contactId: contact.id }]);
    await prisma().contact.updateMany({ where: { accountId, id: contact.id }, data: { attributes: {} } });
    later(15 * MINUTE);
    await run();
    expect(await enrolments(funnelId)).toMatchObject([{ status: 'exited', exitReason: 'left_segment' }]);
  });

  it('let in on the day, at the time of the contact', async () => {
    // Noon of the day after tomorrow lies ahead in every zone, whatever the time is now. 1992 has a 29th of February.
    const today = now();
    const birthday = `1992-${new Date(today.getTime() + 48 * HOUR).toISOString().slice(5, 10)}`;
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'nowhere'];
    for (const timezone of zones)
      await makeContact(server.services.database, accountId, { attributes: { birthday, timezone } });
    // A day without a year, as the import writes it; and what is none.
    await makeContact(server.services.database, accountId, { attributes: { birthday: `--${birthday.slice(5)}` } });
    for (const other of ['29/11/1990', '11-29', '1990-02-30'])
      await makeContact(server.services.database, accountId, { attributes: { birthday: other } });
    const funnelId = await live({
      trigger: { type: 'date', attribute: 'birthday', at: '12:00' },
      steps: [{ id: 'd1', kind: 'delay', config: { minutes: 5 } }],
    });
    for (let hours = 0; hours < 96; hours += 4) {
      later(4 * HOUR);
      await run();
    }
    const came = await enrolments(funnelId);
    for (const { enteredAt, triggerRef } of came) {
      expect(triggerRef).toMatch(/^date:birthday:\d{4}-\d\d-\d\d$/);
      expect(enteredAt.getTime()).toBeGreaterThan(today.getTime());
    }
    expect(came).toHaveLength(zones.length + 1);
    expect(new Set(came.map(({ contactId }) => contactId)).size).toBe(zones.length + 1);
    const { dates } = await stats(systemDb(server.services.database, accountId), {
      id: funnelId,
      windowDays: 30,
      version: 0,
    });
    expect(dates).toEqual({ readable: zones.length + 1, unreadable: 3 });
  });
});
