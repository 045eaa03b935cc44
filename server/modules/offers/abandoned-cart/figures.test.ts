/**
 * Stats of /api/v1/abandoned-cart, and what the dashboard reads of reminders (docs/contract/abandoned-cart.md#figures).
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { makeContact } from '@/server/testing/factories/audience';
import { makeDiscountCode, makeReminder } from '@/server/testing/factories/offers';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const DAY = 86_400_000;

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant();
});
const ago = (days: number): Date => new Date(Date.now() - days * DAY);
const make = (more: object = {}, who = us) => makeReminder(server.services.database, who.accountId, more);
const stats = async (query = '') =>
  expectData(await server.call(us.key, 'GET', `/api/v1/abandoned-cart/stats${query}`));
const ask = (name: string, input: object) =>
  trpc(server, 'query', `abandonedCart.${name}`, input, { cookie: us.cookie });
const NOTHING = { remindersSent: 0, cartsRecovered: 0, recoveryRate: 0, recoveredValueAtSend: 0, currency: null };

describe('stats', () => {
  it('are zeros and null of nothing', async () => {
    expect(await stats()).toEqual(NOTHING);
    await make({}, server.theirs);
    expect(await stats()).toEqual(NOTHING);
    await make();
    expect(await stats()).toEqual({ ...NOTHING, remindersSent: 1 });
  });

  it('count what was sent in the window, whenever it was recovered, and add up whatever currency', async () => {
    const recoveredAt = new Date();
    await make({ sentAt: ago(29), valueAtSend: 700n, currencyAtSend: 'USD', recoveredAt });
    await make({ sentAt: ago(10), valueAtSend: 1_000n, recoveredAt });
    await make({ sentAt: ago(1), valueAtSend: 5n });
    // Sent before the window, recovered in it.
    await make({ sentAt: ago(31), valueAtSend: 90n, currencyAtSend: 'SGD', recoveredAt });
    expect(await stats()).toEqual({
      remindersSent: 3,
      cartsRecovered: 2,
      recoveryRate: 2 / 3,
      recoveredValueAtSend: 1_700,
      currency: 'USD',
    });
    expect(await stats('?windowDays=15')).toEqual({
      remindersSent: 2,
      cartsRecovered: 1,
      recoveryRate: 0.5,
      recoveredValueAtSend: 1_000,
      currency: 'IDR',
    });
    expect(await stats('?windowDays=60')).toMatchObject({ remindersSent: 4, currency: 'SGD' });
  });

  it('look back at most 365 days; 0 is zeros and less is refused', async () => {
    await make({ sentAt: ago(364), recoveredAt: new Date() });
    await make({ sentAt: ago(366) });
    for (const windowDays of ['365', '366', '99999999999'])
      expect(await stats(`?windowDays=${windowDays}`)).toMatchObject({ remindersSent: 1, cartsRecovered: 1 });
    await make({ sentAt: new Date() });
    expect(await stats('?windowDays=0')).toEqual(NOTHING);
    for (const windowDays of ['-1', '1.5', 'x', ''])
      expectError(
        await server.call(us.key, 'GET', `/api/v1/abandoned-cart/stats?windowDays=${windowDays}`),
        400,
        'VALIDATION',
      );
  });

  it('hold amounts whose sum is larger than a 64-bit integer', async () => {
    for (let n = 0; n < 3; n++) await make({ valueAtSend: BigInt(Number.MAX_SAFE_INTEGER), recoveredAt: new Date() });
    expect((await stats()).recoveredValueAtSend).toBeCloseTo(3 * Number.MAX_SAFE_INTEGER, -3);
  });
});

describe('activity', () => {
  it('has every day of the period in the workspace’s zone, and each currency with the period before', async () => {
    const recoveredAt = new Date();
    await make({ sentAt: ago(0), valueAtSend: 10n, recoveredAt });
    await make({ sentAt: ago(3), valueAtSend: 20n });
    await make({ sentAt: ago(3), valueAtSend: 3n, currencyAtSend: 'USD', recoveredAt });
    await make({ sentAt: ago(10), valueAtSend: 40n, recoveredAt });
    await make({ sentAt: ago(10), valueAtSend: 50n, currencyAtSend: 'SGD' });
    await make({ sentAt: ago(15), valueAtSend: 60n });
    await make({ sentAt: ago(1) }, server.theirs);
    const { points, currencies } = (await ask('activity', { days: 7 })).data;
    const day = (at: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta' }).format(at);
    expect((points as { day: string }[]).map((point) => point.day)).toEqual(
      [6, 5, 4, 3, 2, 1, 0].map((days) => day(ago(days))),
    );
    expect((points as { sent: number; recovered: number }[]).map(({ sent, recovered }) => [sent, recovered])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [2, 1],
      [0, 0],
      [0, 0],
      [1, 1],
    ]);
    expect(currencies).toEqual([
      {
        currency: 'IDR',
        sent: 2,
        recovered: 1,
        valueSent: 30,
        valueRecovered: 10,
        before: { sent: 1, recovered: 1, valueSent: 40, valueRecovered: 40 },
      },
      {
        currency: 'USD',
        sent: 1,
        recovered: 1,
        valueSent: 3,
        valueRecovered: 3,
        before: { sent: 0, recovered: 0, valueSent: 0, valueRecovered: 0 },
      },
      {
        currency: 'SGD',
        sent: 0,
        recovered: 0,
        valueSent: 0,
        valueRecovered: 0,
        before: { sent: 1, recovered: 0, valueSent: 50, valueRecovered: 0 },
      },
    ]);
    expect((await ask('activity', { days: 90 })).data.points).toHaveLength(90);
  });
});

describe('reminders in the dashboard', () => {
  it('are searched by e-mail, customer and cart, filtered by state, and paged with their total', async () => {
    const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minute));
    for (let n = 0; n < 5; n++)
      await make({
        email: `sari${n}@example.test`,
        customerId: `C-${n}`,
        cartId: `K_${n}`,
        sentAt: at(n),
        ...(n % 2 === 0 ? { recoveredAt: at(9) } : {}),
      });
    await make({ email: 'sari@theirs.test' }, server.theirs);
    const list = async (input: object) =>
      (await ask('listReminders', input)).data as {
        items: { customerId: string; cartSnapshot?: unknown }[];
        total: number;
        nextCursor: string | null;
        hasMore: boolean;
      };
    const customers = async (input: object): Promise<string[]> =>
      (await list(input)).items.map(({ customerId }) => customerId);
    expect(await customers({})).toEqual(['C-4', 'C-3', 'C-2', 'C-1', 'C-0']);
    expect((await list({})).items[0]).not.toHaveProperty('cartSnapshot');
    expect(await customers({ q: 'SARI3' })).toEqual(['C-3']);
    expect(await customers({ q: 'c-2' })).toEqual(['C-2']);
    expect(await customers({ q: 'k_1' })).toEqual(['C-1']);
    expect(await customers({ state: 'recovered' })).toEqual(['C-4', 'C-2', 'C-0']);
    expect(await customers({ state: 'unrecovered', q: 'sari1' })).toEqual(['C-1']);
    expect(await list({ q: 'nobody' })).toEqual({ items: [], total: 0, nextCursor: null, hasMore: false });
    for (const filter of [{}, { state: 'recovered' }, { q: 'sari' }, { q: 'sari', state: 'recovered' }]) {
      const seen: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await list({ ...filter, limit: 2, ...(cursor === undefined ? {} : { cursor }) });
        expect([page.total, page.hasMore]).toEqual(['state' in filter ? 3 : 5, page.nextCursor !== null]);
        seen.push(...page.items.map(({ customerId }) => customerId));
        cursor = page.nextCursor;
      }
      expect(seen).toEqual(await customers(filter));
    }
  });

  it('are retrieved with the words of what they refer to', async () => {
    const { database } = server.services;
    const code = await makeDiscountCode(database, us.accountId);
    const marketingCampaignId = await makeMarketingCampaign(database, us.accountId, { name: 'Lebaran' });
    const email = 'ani@example.test';
    await makeContact(database, us.accountId, { email, firstName: 'Old', createdAt: ago(9), phone: '+62811' });
    const ani = await makeContact(database, us.accountId, { email, firstName: 'Ani', lastName: null });
    const full = await make({ email, discountCodeId: code.id, marketingCampaignId });
    const get = async (id: string) => await server.call(us.key, 'GET', `/api/v1/abandoned-cart/reminders/${id}`);
    expect(expectData(await get(full.id))).toMatchObject({
      id: full.id,
      cartSnapshot: { items: [{ name: 'Kemeja Linen' }] },
      valueAtSend: 150_000,
      discountCode: { id: code.id, code: code.code },
      marketingCampaign: { id: marketingCampaignId, name: 'Lebaran' },
      contact: { id: ani.id, firstName: 'Ani', lastName: null },
    });
    expect(expectData(await get((await make()).id))).toMatchObject({
      discountCode: null,
      marketingCampaign: null,
      contact: null,
    });
    expectError(await get((await make({}, server.theirs)).id), 404, 'NOT_FOUND');
  });
});
