/** Funnels on paper: what a contact would go through, and what the past would have brought. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import type { FunnelDefinitionIn } from '@/server/modules/automation/funnels/definition-schema';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makeContact, makeContactList } from '@/server/testing/factories/audience';
import { makeOrder } from '@/server/testing/factories/shops';
import { unique } from '@/server/testing/factories/unique';
import { runFunnels } from '@/server/testing/funnels';
import { expectData, expectError } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const prisma = () => server.services.database.prisma;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant({ plan: 'scale' });
});
afterEach(() => {
  setClockOffset(0);
});

const post = (path: string, body: object = {}) => server.call(us.key, 'POST', `/api/v1/funnels${path}`, { body });
const data = async (answer: ReturnType<typeof post>, status = 200) => expectData(await answer, status);
const send = (id: string, next: string | null, text: string, config: object = {}) => ({
  id,
  kind: 'send' as const,
  config: { provider: 'email_p1' as const, content: { email: { subject: `Halo {firstName|kawan}`, text } }, ...config },
  next,
});
const make = async (definition: FunnelDefinitionIn): Promise<string> =>
  (await data(post('', { name: unique('Funnel '), definition }), 201)).id as string;

interface Moment {
  stepId: string;
  at: string;
  localTime: string;
  outcome: string;
  reason: string | null;
  recipient: string | null;
  rendered: { subject?: string; text?: string } | null;
}
const timelineOf = (answer: Record<string, unknown>): Moment[] => answer.timeline as Moment[];
const reported = (answer: Record<string, unknown>): unknown[] =>
  timelineOf(answer).map(({ stepId, outcome, reason }) => [stepId, outcome, reason]);

const CART: FunnelDefinitionIn = {
  trigger: { type: 'abandoned_cart' },
  steps: [
    {
      id: 'w',
      kind: 'wait_until',
      config: { any: [{ event: 'purchase' }], minutes: 60 },
      next: null,
      timeout: 'c',
    },
    {
      id: 'c',
      kind: 'mint_code',
      config: { type: 'percent', value: 10, currency: 'IDR', prefix: 'CART', expiresInHours: 48 },
      next: 's',
    },
    send('s', 'd', 'Kode {discountCode} sampai {discountExpiresAt}: {cartUrl}'),
    { id: 'd', kind: 'delay', config: { days: 1, at: '09:00' }, next: 's2' },
    send('s2', null, 'Lagi'),
  ],
};

describe('a contact on paper', () => {
  it('is led to the end, with each message as it would arrive, and leaves nothing behind', async () => {
    await makeChannel(server.services, us.accountId);
    const { id: contactId, email } = await makeContact(server.services.database, us.accountId, {
      firstName: 'Sari',
      attributes: { timezone: 'Asia/Makassar' },
    });
    const id = await make(CART);
    const at = '2026-11-02T03:00:00.000Z';
    const cart = { value: 150_000, currency: 'IDR', url: 'https://toko.example/cart/1' };
    const answer = await data(post(`/${id}/simulate`, { contactId, at, cart }));
    expect(answer).toMatchObject({
      entered: true,
      refusedBecause: null,
      endsAt: '2026-11-03T01:00:00.000Z',
      exitReason: null,
    });
    expect(reported(answer)).toEqual([
      ['w', 'waits', 'timeout'],
      ['c', 'minted', null],
      ['s', 'sent', null],
      ['d', 'waits', 'time'],
      ['s2', 'sent', null],
    ]);
    const [waits, minted, sent, , last] = timelineOf(answer);
    expect(waits).toMatchObject({ at, localTime: '2026-11-02 11:00' });
    expect(minted).toMatchObject({ at: '2026-11-02T04:00:00.000Z' });
    expect(sent).toMatchObject({ recipient: email, rendered: { subject: 'Halo Sari' } });
    expect(sent?.rendered?.text).toContain('Kode EXAMPLE sampai 4 November 2026: https://toko.example/cart/1');
    expect(last).toMatchObject({ localTime: '2026-11-03 09:00' });
    const where = { accountId: us.accountId };
    expect(await prisma().funnelEnrolment.count({ where })).toBe(0);
    expect(await prisma().marketingMessage.count({ where })).toBe(0);
    expect(await prisma().discountCode.count({ where })).toBe(0);
  });

  it('goes the ways that are assumed, and leaves where an event would make it leave', async () => {
    await makeChannel(server.services, us.accountId);
    const { id: contactId } = await makeContact(server.services.database, us.accountId);
    const bought = await data(post(`/${await make(CART)}/simulate`, { contactId, assume: { w: 'event' } }));
    expect([reported(bought), bought.exitReason]).toEqual([[['w', 'waits', 'event']], 'purchase']);
    expect(new Date(bought.endsAt as string).getTime() - new Date(timelineOf(bought)[0]?.at ?? '').getTime()).toBe(
      MINUTE,
    );

    const branching: FunnelDefinitionIn = {
      trigger: { type: 'manual' },
      steps: [
        send('s', 'w', 'Satu'),
        {
          id: 'w',
          kind: 'wait_until',
          config: { any: [{ event: 'message.opened', stepId: 's' }], minutes: 60 },
          next: 'q',
          timeout: null,
        },
        { id: 'q', kind: 'condition', config: { stepId: 's', is: 'clicked' }, yes: 'x', no: 'v' },
        {
          id: 'v',
          kind: 'split',
          config: {
            variants: [
              { id: 'a', weight: 50, next: null },
              { id: 'b', weight: 50, next: 'x' },
            ],
            metric: 'goal',
          },
        },
        { id: 'x', kind: 'exit', config: { reason: 'enough' } },
      ],
    };
    const id = await make(branching);
    const walked = async (assume: object) => {
      const answer = await data(post(`/${id}/simulate`, { contactId, assume }));
      return [...reported(answer).slice(1), answer.exitReason];
    };
    expect(await walked({})).toEqual([['w', 'waits', 'timeout'], null]);
    expect(await walked({ w: 'event', v: 'a' })).toEqual([
      ['w', 'waits', 'event'],
      ['q', 'no', null],
      ['v', 'done', 'a'],
      null,
    ]);
    expect(await walked({ w: 'event', v: 'b' })).toEqual([
      ['w', 'waits', 'event'],
      ['q', 'no', null],
      ['v', 'done', 'b'],
      ['x', 'exits', 'enough'],
      'enough',
    ]);
    expect(await walked({ w: 'event', q: 'yes' })).toEqual([
      ['w', 'waits', 'event'],
      ['q', 'yes', null],
      ['x', 'exits', 'enough'],
      'enough',
    ]);
  });

  it('is told why a message would not go, and what it would wait for', async () => {
    const { id: contactId } = await makeContact(server.services.database, us.accountId, { email: 'budi@example.test' });
    const id = await make({
      trigger: { type: 'manual' },
      sendWindow: { days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '20:00' },
      frequencyCap: { max: 1, perDays: 7 },
      steps: [send('s', 't', 'Satu'), send('t', null, 'Dua')],
    });
    // 23:00 in Jakarta.
    const at = '2026-11-02T16:00:00.000Z';
    expect(reported(await data(post(`/${id}/simulate`, { contactId, at })))).toEqual([
      ['s', 'waits', 'channel'],
      ['s', 'skipped', 'NO_CHANNEL'],
      ['t', 'waits', 'channel'],
      ['t', 'skipped', 'NO_CHANNEL'],
    ]);
    await makeChannel(server.services, us.accountId);
    expect(reported(await data(post(`/${id}/simulate`, { contactId, at })))).toEqual([
      ['s', 'waits', 'window'],
      ['s', 'sent', null],
      ['t', 'skipped', 'FREQUENCY_CAP'],
    ]);
  });

  it('who would not be let in is told why; wrong calls are refused', async () => {
    await makeChannel(server.services, us.accountId);
    const { id: contactId } = await makeContact(server.services.database, us.accountId, { email: 'dewi@example.test' });
    await prisma().buyerEmailPreference.create({
      data: { accountId: us.accountId, email: 'dewi@example.test', abandonedCartOptOut: true, optedOutAt: now() },
    });
    const id = await make(CART);
    expect(await data(post(`/${id}/simulate`, { contactId }))).toEqual({
      entered: false,
      refusedBecause: 'CART_OPTED_OUT',
      timeline: [],
      endsAt: null,
      exitReason: null,
    });
    expectError(await post(`/${id}/simulate`, {}), 400, 'VALIDATION');
    expectError(await post(`/${id}/simulate`, { contactId, withinDays: 3 }), 400, 'VALIDATION');
    expectError(await post(`/${id}/simulate`, { contactId: 'cunknown' }), 400, 'VALIDATION');
    const round = await make({ trigger: { type: 'manual' }, steps: [send('a', 'b', 'A'), send('b', 'a', 'B')] });
    expect(expectError(await post(`/${round}/simulate`, { contactId }), 400, 'INVALID_FUNNEL').details).toMatchObject({
      problems: [{ code: 'CYCLE' }],
    });
  });
});

describe('the past on paper', () => {
  it('lets in by carts, ends stays by purchases, and refuses as it would have', async () => {
    await makeChannel(server.services, us.accountId);
    const at = (days: number, hours = 0) => new Date(now().getTime() - days * DAY + hours * HOUR);
    const buyer = async (email: string) => (await makeContact(server.services.database, us.accountId, { email })).id;
    const buys = await buyer('buys@example.test');
    await buyer('waits@example.test');
    await buyer('no-mails@example.test');
    const remind = (email: string, sentAt: Date, valueAtSend = 200_000n) =>
      prisma().abandonedCartReminder.create({
        data: {
          ...{ accountId: us.accountId, customerId: email, cartId: unique('cart'), email, cartSnapshot: {} },
          ...{ valueAtSend, currencyAtSend: 'IDR', sentAt },
        },
      });
    await remind('buys@example.test', at(20));
    await prisma().purchase.create({
      data: {
        ...{ accountId: us.accountId, checkoutSessionId: 's1', toldBy: 'order', contactId: buys },
        ...{ at: at(20, 0.5), createdAt: at(20, 0.5), updatedAt: at(20, 0.5) },
      },
    });
    // Inside still, then too soon again, then long after.
    await remind('waits@example.test', at(20));
    await remind('waits@example.test', at(20, 2));
    await remind('waits@example.test', at(15));
    await remind('waits@example.test', at(3));
    // Worth too little, too long ago, and of somebody who wants no such mails.
    await remind('waits@example.test', at(1), 5n);
    await remind('waits@example.test', at(40));
    await remind('no-mails@example.test', at(2));
    await prisma().buyerEmailPreference.create({
      data: { accountId: us.accountId, email: 'no-mails@example.test', abandonedCartOptOut: true, optedOutAt: now() },
    });
    const id = await make({
      ...CART,
      trigger: { type: 'abandoned_cart', minValue: 100_000, currency: 'IDR' },
      reentry: { mode: 'after_days', days: 14 },
    });
    const answer = await data(post(`/${id}/simulate`, { withinDays: 30 }));
    expect(answer).toMatchObject({
      wouldEnter: 3,
      refused: { INSIDE: 1, REENTRY: 1, CART_OPTED_OUT: 1 },
      messages: { s: 2, s2: 2 },
    });
    const perDay = answer.perDay as { date: string; count: number }[];
    expect(perDay.filter(({ count }) => count > 0).map(({ count }) => count)).toEqual([2, 1]);
    expect(perDay).toHaveLength(31);
    expect(await prisma().marketingMessage.count({ where: { accountId: us.accountId } })).toBe(0);
  });

  it('lets in by an order that is the first, or the first after those that were canceled', async () => {
    await makeChannel(server.services, us.accountId);
    const { id: contactId } = await makeContact(server.services.database, us.accountId);
    for (const [status, days] of Object.entries({ canceled: 5, paid: 4, refunded: 3 })) {
      const at = new Date(now().getTime() - days * DAY);
      await makeOrder(server.services.database, us.accountId, { contactId, status, placedAt: at, paidAt: at });
    }
    const id = await make({
      trigger: { type: 'order_placed', firstOnly: true },
      steps: [send('s', null, 'Halo')],
      reentry: { mode: 'after_days', days: 1 },
    });
    expect(await data(post(`/${id}/simulate`, { withinDays: 30 }))).toMatchObject({ wouldEnter: 2 });
  });

  it('lets in by lists', async () => {
    await makeChannel(server.services, us.accountId);
    const { id: listId } = await makeContactList(server.services.database, us.accountId);
    const people = await Promise.all([1, 2, 3].map(() => makeContact(server.services.database, us.accountId)));
    await prisma().contactListMember.createMany({
      data: people.map(({ id: contactId }, n) => ({
        ...{
          accountId: us.accountId,
          listId,
          contactId,
          addedAt: new Date(now().getTime() - (n + 1) * 10 * DAY + HOUR),
        },
      })),
    });
    const id = await make({ trigger: { type: 'list_added', listId }, steps: [send('s', null, 'Halo')] });
    expect(await data(post(`/${id}/simulate`, { withinDays: 20 }))).toMatchObject({
      wouldEnter: 2,
      messages: { s: 2 },
    });
  });
});

describe('paper and the worker', () => {
  const drawn = fc.array(
    fc.record({
      kind: fc.constantFrom('send', 'held', 'minutes', 'day', 'condition', 'split', 'mint' as const),
      days: fc.integer({ min: 0, max: 3 }),
      skips: fc.integer({ min: 0, max: 2 }),
    }),
    { minLength: 2, maxLength: 9 },
  );
  type Drawn = ReturnType<typeof drawn.generate>['value'];

  /** Steps one after the other, of which some are jumped over. It always ends with a message that all ways lead to. */
  function stepsOf(draw: Drawn): FunnelDefinitionIn['steps'] {
    const idAt = (n: number): string => (n < draw.length ? `s${n}` : 'last');
    const steps = draw.map(({ kind, days, skips }, n): FunnelDefinitionIn['steps'][number] => {
      const id = idAt(n);
      const next = idAt(n + 1);
      const other = idAt(n + 1 + skips);
      switch (kind) {
        case 'send':
          return send(id, next, 'Halo');
        case 'held':
          return send(id, next, 'Halo', { holdoutPercent: 50 });
        case 'minutes':
          return { id, kind: 'delay', config: { minutes: days * 700 + 1 }, next };
        case 'day':
          return { id, kind: 'delay', config: { days, at: '10:30' }, next };
        case 'condition':
          return { id, kind: 'condition', config: { stepId: 's0', is: 'sent' }, yes: next, no: other };
        case 'split': {
          const variants = [
            { id: 'a', weight: 50, next },
            { id: 'b', weight: 50, next: other },
          ];
          return { id, kind: 'split', config: { variants, metric: 'goal' } };
        }
        case 'mint':
          return {
            ...{ id, kind: 'mint_code', next },
            config: { type: 'percent', value: 5, currency: 'IDR', prefix: 'A', expiresInHours: 24 },
          };
      }
    });
    return [...steps, send('last', null, 'Selesai')];
  }

  it('agree on every way, its times and its end', async () => {
    await makeChannel(server.services, us.accountId);
    // A Monday, 10:00 in Jakarta: no border of the window is near.
    const began = Date.UTC(2027, 0, 4, 3);
    const setNow = (ms: number): void => {
      setClockOffset(0);
      setClockOffset(ms - now().getTime());
    };
    for (const draw of fc.sample(drawn, { numRuns: 25, seed: 14 })) {
      setNow(began);
      const id = await make({
        trigger: { type: 'manual' },
        sendWindow: { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' },
        steps: stepsOf(draw),
      });
      await data(post(`/${id}/activate`));
      const { id: contactId } = await makeContact(server.services.database, us.accountId);
      const simulation = await data(post(`/${id}/simulate`, { contactId }));
      await data(post(`/${id}/enroll`, { audience: { contactIds: [contactId] } }));
      const where = { accountId: us.accountId, funnelId: id };
      let row = await prisma().funnelEnrolment.findFirstOrThrow({ where });
      for (
        ;
        row.status === 'active' && row.dueAt !== null;
        row = await prisma().funnelEnrolment.findFirstOrThrow({ where })
      ) {
        setNow(Math.max(began, row.dueAt.getTime()));
        await runFunnels(server.services);
        // As if the channel took each at once.
        await prisma().marketingMessage.updateMany({ where, data: { status: 'sent', sentAt: now() } });
      }
      const passages = await prisma().funnelPassage.findMany({ where, orderBy: { position: 'asc' } });
      const really = passages
        .filter(({ outcome }) => outcome !== 'waited')
        .map(({ stepId, outcome, reason, at }) => ({
          ...(['a', 'b'].includes(outcome)
            ? { stepId, outcome: 'done', reason: outcome }
            : { stepId, outcome, reason: outcome === 'minted' ? null : reason }),
          at: at.getTime(),
        }));
      const simulated = timelineOf(simulation)
        .filter(({ outcome }) => outcome !== 'waits')
        .map(({ stepId, outcome, reason, at }) => ({ stepId, outcome, reason, at: new Date(at).getTime() }));
      const withoutTimes = (moments: typeof really) => moments.map(({ at: _at, ...moment }) => moment);
      expect(withoutTimes(simulated)).toEqual(withoutTimes(really));
      // The worker takes its time at each step.
      for (const [n, { at }] of simulated.entries()) expect(Math.abs(at - (really[n]?.at ?? 0))).toBeLessThan(MINUTE);
      expect(row.status).toBe('completed');
      await data(server.call(us.key, 'DELETE', `/api/v1/funnels/${id}`));
    }
  });
});
