/** GET /insights/attribution against a model of its rule: which touch has an order, that it has it whole, and that nothing is lost. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemDb } from '@/server/platform/db/workspace';
import { attribution } from '@/server/modules/overview/insights/attribution';
import type { Attribution } from '@/server/modules/overview/insights/attribution-schema';
import { TOUCHES, type Model, type Touch } from '@/server/modules/overview/insights/vocabulary';
import { makeAffiliate, makeCommission } from '@/server/testing/creators';
import { makeAttribution, makeDiscountCode, makeReferralLink } from '@/server/testing/factories/offers';
import { makeBroadcast, makeChannel, makeMessage } from '@/server/testing/factories/messaging';
import { makeContact } from '@/server/testing/factories/audience';
import { makeOrder } from '@/server/testing/factories/shops';
import { unique } from '@/server/testing/factories/unique';
import { BY_HAND, makeEnrolment, makeLiveFunnel } from '@/server/testing/funnels';
import { expectData, expectError } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const HOUR = 3_600_000;
const CURRENCIES = ['IDR', 'USD'] as const;
/** Hours ago; few, so that many are at the same time. */
const hours = (most: number) => fc.integer({ min: 1, max: most });

const saleOf = fc.record({
  by: fc.constantFrom('order', 'order', 'order', 'fulfil', 'recover', 'recover', 'nothing', 'untold'),
  contact: fc.constantFrom(0, 1, null),
  at: hours(1_000),
  currency: fc.constantFrom(...CURRENCIES),
  amount: fc.integer({ min: 0, max: 1_000 }),
  refunded: fc.constantFrom(0, 0, 30, 2_000),
  status: fc.constantFrom('paid', 'paid', 'paid', 'refunded', 'partially_refunded', 'canceled', 'pending'),
  redeemed: fc.option(
    fc.record({ code: fc.nat(4), total: fc.option(fc.integer({ min: 0, max: 900 })), rolledBack: fc.boolean() }),
    { freq: 2 },
  ),
  written: fc.array(fc.constantFrom(0, 1, 2, 3, 4, 'UNKNOWN'), { maxLength: 2 }),
  commission: fc.option(
    fc.record({
      of: fc.nat(1),
      status: fc.constantFrom('pending', 'paid', 'voided', 'declined'),
      amount: fc.integer({ min: 0, max: 700 }),
      refunded: fc.constantFrom(0, 50),
      takenBack: fc.constantFrom(0, 90),
    }),
    // One of so many has none.
    { freq: 2 },
  ),
  referral: fc.option(
    fc.record({ of: fc.nat(1), status: fc.constantFrom('pending', 'rewarded', 'expired', 'voided') }),
    {
      freq: 2,
    },
  ),
});
type Sale = typeof saleOf extends fc.Arbitrary<infer Value> ? Value : never;
const clickOf = fc.record({
  /** Who bought, or somebody. */
  whose: fc.constantFrom<'buyer' | 0 | 1>('buyer', 'buyer', 'buyer', 0, 1),
  in: fc.constantFrom('broadcast', 'funnel'),
  of: fc.nat(1),
  before: fc.record({ sale: fc.nat(5), hours: fc.constantFrom(-1, 0, 0, 1, 24, 25, 168, 168, 169, 400) }),
});
type Click = typeof clickOf extends fc.Arbitrary<infer Value> ? Value : never;

const REPORTED_BY_ALL: Sale = {
  ...{ by: 'recover', contact: null, at: 5, currency: 'IDR', amount: 1_000, refunded: 0, status: 'paid', written: [] },
  redeemed: { code: 0, total: 400, rolledBack: false },
  commission: { of: 0, status: 'paid', amount: 600, refunded: 50, takenBack: 0 },
  referral: null,
};

/** What touches can be of. */
interface Things {
  contacts: string[];
  broadcasts: string[];
  funnels: string[];
  affiliates: { id: string; programId: string }[];
  links: Awaited<ReturnType<typeof makeReferralLink>>[];
  /** A plain one, one of a batch, a funnel's, an affiliate's, a referral's. */
  codes: { id: string; code: string; kind: Touch; ref: string }[];
  channelId: string;
}

const db = () => server.services.database;

async function makeThings({ accountId }: Tenant): Promise<Things> {
  const twice = async <Made>(make: () => Promise<Made>): Promise<[Made, Made]> => [await make(), await make()];
  const contacts = (await twice(() => makeContact(db(), accountId))).map(({ id }) => id);
  const broadcasts = (await twice(() => makeBroadcast(db(), accountId))).map(({ id }) => id);
  const funnels = await twice(() => makeLiveFunnel(server.services, accountId, BY_HAND));
  const affiliates = await twice(() => makeAffiliate(db(), accountId));
  const links = await twice(() => makeReferralLink(db(), accountId));
  const enrolment = await makeEnrolment(db(), accountId, { funnelId: funnels[0], contactId: contacts[0] ?? '' });
  const attributed = await makeAttribution(db(), accountId, { link: links[0], qualifyingCheckoutSessionId: null });
  const batch = await db().prisma.discountBatch.create({
    data: { accountId, name: 'Batch', prefix: '', length: 8, template: {}, createdAt: new Date() },
  });
  const codes: Things['codes'] = [];
  const add = async (kind: Touch, ref: string | null, source: string, sourceRefId?: string) => {
    const made = await makeDiscountCode(db(), accountId, { source, sourceRefId, code: unique('Code') });
    codes.push({ id: made.id, code: made.code, kind, ref: ref ?? made.id });
  };
  await add('code', null, 'manual');
  await add('code', batch.id, 'batch', batch.id);
  await add('funnel', funnels[0], 'funnel', enrolment.id);
  await add('affiliate', affiliates[1].id, 'affiliate', affiliates[1].id);
  await add('referral', links[0].id, 'referral_referee', attributed.id);
  const { id: channelId } = await makeChannel(server.services, accountId);
  return { contacts, broadcasts, funnels, affiliates, links, codes, channelId };
}

async function makeSale({ accountId }: Tenant, things: Things, sale: Sale, session: string, at: Date): Promise<void> {
  const contactId = sale.contact === null ? null : (things.contacts[sale.contact] ?? null);
  const { prisma } = db();
  if (sale.by === 'order')
    await makeOrder(db(), accountId, {
      checkoutSessionId: session,
      contactId,
      placedAt: at,
      paidAt: sale.status === 'pending' ? null : at,
      amount: BigInt(sale.amount),
      refunded: BigInt(sale.refunded),
      currency: sale.currency,
      status: sale.status,
      // As shoppers write them.
      discountCodes: sale.written.map((n) => (typeof n === 'number' ? (things.codes[n]?.code ?? '').toLowerCase() : n)),
    });
  else if (sale.by !== 'untold')
    await prisma.purchase.create({
      data: {
        ...{ accountId, checkoutSessionId: session, contactId, at, createdAt: at, updatedAt: at },
        toldBy: sale.by === 'nothing' ? 'redemption' : sale.by,
        ...(sale.by !== 'nothing' && { value: BigInt(sale.amount), currency: sale.currency, valueFrom: sale.by }),
      },
    });
  if (sale.redeemed !== null)
    await prisma.discountRedemption.create({
      data: {
        accountId,
        discountCodeId: things.codes[sale.redeemed.code]?.id ?? '',
        checkoutSessionId: session,
        appliedAmount: 1n,
        appliedShipping: 0n,
        currency: 'USD',
        redeemedAt: at,
        orderTotal: sale.redeemed.total === null ? null : BigInt(sale.redeemed.total),
        rolledBackAt: sale.redeemed.rolledBack ? at : null,
      },
    });
  if (sale.commission !== null) {
    const affiliate = things.affiliates[sale.commission.of];
    if (affiliate === undefined) throw new Error('No such affiliate.');
    await makeCommission(db(), accountId, affiliate, {
      checkoutSessionId: session,
      status: sale.commission.status,
      orderAmount: BigInt(sale.commission.amount),
      refundedAmount: BigInt(sale.commission.refunded),
      createdAt: at,
    });
    if (sale.commission.takenBack > 0)
      await makeCommission(db(), accountId, affiliate, {
        ...{ kind: 'clawback', checkoutSessionId: session, amount: -5n },
        refundedAmount: BigInt(sale.commission.takenBack),
      });
  }
  if (sale.referral !== null)
    await makeAttribution(db(), accountId, {
      link: things.links[sale.referral.of],
      qualifyingCheckoutSessionId: session,
      status: sale.referral.status,
    });
}

interface Worth {
  value: number;
  currency: string;
}

const isEarned = ({ status }: { status: string }): boolean => status === 'pending' || status === 'paid';

/** What it counts for; null: nothing. */
function worthOf(sale: Sale): Worth | null {
  const reported =
    sale.redeemed === null || sale.redeemed.rolledBack || sale.redeemed.total === null
      ? null
      : { value: sale.redeemed.total, currency: 'USD' };
  const { commission } = sale;
  const converted =
    commission === null || !isEarned(commission)
      ? null
      : {
          value: Math.max(commission.amount - Math.max(commission.refunded, commission.takenBack), 0),
          currency: 'IDR',
        };
  switch (sale.by) {
    case 'order':
      return sale.status === 'canceled' || sale.status === 'pending'
        ? null
        : { value: Math.max(sale.amount - sale.refunded, 0), currency: sale.currency };
    case 'fulfil':
      return { value: sale.amount, currency: sale.currency };
    case 'recover':
      return reported ?? converted ?? { value: sale.amount, currency: sale.currency };
    default:
      return reported ?? converted;
  }
}

interface Touched {
  kind: Touch;
  ref: string;
  at: number;
}

/** Who has it, by the rule and one order at a time. */
function creditOf(
  sale: Sale,
  { clicks, things, model, windowDays }: { clicks: Touched[][]; things: Things; model: Model; windowDays: number },
): Touched | null {
  const at = -sale.at;
  const touches: Touched[] = [];
  const code = (n: number): void => {
    const { kind, ref } = things.codes[n] ?? {};
    if (kind !== undefined && ref !== undefined) touches.push({ kind, ref, at });
  };
  // What was taken back is credited for nothing, though the order still names it.
  const isBack = (n: unknown): boolean => sale.redeemed?.rolledBack === true && sale.redeemed.code === n;
  const first = sale.by === 'order' ? sale.written.find((n) => typeof n === 'number' && !isBack(n)) : undefined;
  if (sale.redeemed !== null && !sale.redeemed.rolledBack) code(sale.redeemed.code);
  else if (typeof first === 'number') code(first);
  if (sale.commission !== null && isEarned(sale.commission))
    touches.push({ kind: 'affiliate', ref: things.affiliates[sale.commission.of]?.id ?? '', at });
  if (sale.referral !== null && ['pending', 'rewarded'].includes(sale.referral.status))
    touches.push({ kind: 'referral', ref: things.links[sale.referral.of]?.id ?? '', at });
  if (sale.contact !== null && sale.by !== 'untold')
    touches.push(...(clicks[sale.contact] ?? []).filter((click) => click.at <= at && click.at > at - windowDays * 24));
  const sign = model === 'last_touch' ? -1 : 1;
  return (
    touches.toSorted(
      (a, b) => sign * (a.at - b.at) || TOUCHES.indexOf(a.kind) - TOUCHES.indexOf(b.kind) || (a.ref < b.ref ? -1 : 1),
    )[0] ?? null
  );
}

const get = async (us: Tenant, query = ''): Promise<Attribution> =>
  expectData(await server.call(us.key, 'GET', `/api/v1/insights/attribution${query}`)) as Attribution;

/** currency → kind and source → orders and revenue. */
type Sums = Record<string, Record<string, { orders: number; revenue: number }>>;

function sumsIn({ currencies }: Attribution): Sums {
  const sums: Sums = {};
  for (const { currency, touches, unattributed } of currencies) {
    const own: Sums[string] = {};
    if (unattributed.orders > 0) own.none = unattributed;
    for (const { kind, sources } of touches)
      for (const { id, orders, revenue } of sources) own[`${kind} ${id}`] = { orders, revenue };
    sums[currency] = own;
  }
  return sums;
}

describe('attribution', () => {
  it('credits every order whole to the touch that the rule says, and loses none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(saleOf, { minLength: 1, maxLength: 6 }),
        fc.array(clickOf, { maxLength: 8 }),
        fc.constantFrom(1, 7, 90),
        async (sales: Sale[], made: Click[], windowDays) => {
          const us = await server.makeTenant();
          const things = await makeThings(us);
          const now = Date.now();
          const ago = (count: number): Date => new Date(now - count * HOUR);
          const clicks: Touched[][] = [[], []];
          for (const click of made) {
            const before = sales[click.before.sale % sales.length];
            const at = Math.max((before?.at ?? 1) + click.before.hours, 1);
            const id = things[`${click.in}s`][click.of] ?? '';
            const contact = click.whose === 'buyer' ? (before?.contact ?? 0) : click.whose;
            clicks[contact]?.push({ kind: click.in, ref: id, at: -at });
            await makeMessage(db(), us.accountId, {
              channelIntegrationId: things.channelId,
              contactId: things.contacts[contact],
              ...(click.in === 'broadcast' ? { campaignId: id } : { funnelId: id }),
              status: 'clicked',
              sentAt: ago(at + 1),
              clickedAt: ago(at),
            });
          }
          for (const sale of sales) await makeSale(us, things, sale, unique('session-'), ago(sale.at));
          for (const model of ['last_touch', 'first_touch'] as const) {
            const expected: Sums = {};
            for (const sale of sales) {
              const worth = worthOf(sale);
              if (worth === null || sale.at >= 30 * 24) continue;
              const credit = creditOf(sale, { clicks, things, model, windowDays });
              const key = credit === null ? 'none' : `${credit.kind} ${credit.ref}`;
              const own = (expected[worth.currency] ??= {});
              const sum = (own[key] ??= { orders: 0, revenue: 0 });
              sum.orders += 1;
              sum.revenue += worth.value;
            }
            const answer = await get(us, `?model=${model}&windowDays=${windowDays}`);
            expect(sumsIn(answer)).toEqual(expected);
            for (const { orders, revenue, touches, unattributed } of answer.currencies) {
              const parts = [...touches, unattributed];
              expect(parts.reduce((sum, part) => sum + part.orders, 0)).toBe(orders);
              expect(parts.reduce((sum, part) => sum + part.revenue, 0)).toBe(revenue);
            }
          }
        },
      ),
      {
        // Told by all three, and each with another amount.
        examples: [
          [
            [
              { ...REPORTED_BY_ALL, by: 'recover' },
              { ...REPORTED_BY_ALL, by: 'untold' },
            ],
            [],
            7,
          ],
        ],
        numRuns: 80,
        plugins: [fc.interruptAfterTimeLimit(90_000, { failOnInterrupt: false })],
      },
    );
  });

  it('credits no code that was taken back, though the order still names it', async () => {
    const us = await server.makeTenant();
    const { id, code } = await makeDiscountCode(db(), us.accountId);
    const checkoutSessionId = unique('s');
    await makeOrder(db(), us.accountId, { amount: 7_000n, discountCodes: [code], checkoutSessionId });
    const body = { discountCodeId: id, checkoutSessionId, appliedAmount: 100 };
    const redeemed = expectData(await server.call(us.key, 'POST', '/api/v1/discount-codes/redeem', { body }));
    const credited = async () => {
      const [rupiah] = (await get(us)).currencies;
      return [rupiah?.touches.find(({ kind }) => kind === 'code')?.revenue, rupiah?.unattributed.revenue];
    };
    expect(await credited()).toEqual([7_000, 0]);
    const path = `/api/v1/discount-codes/redemptions/${redeemed.id}/rollback`;
    expectData(await server.call(us.key, 'POST', path, { body: {} }));
    expect(await credited()).toEqual([0, 7_000]);
  });

  it('adds up to the revenue of the overview, lists 50 of a kind and puts the others together', async () => {
    const us = await server.makeTenant();
    const codes: string[] = [];
    for (let n = 0; n < 53; n++) {
      const { code } = await makeDiscountCode(db(), us.accountId);
      codes.push(code);
      await makeOrder(db(), us.accountId, { amount: BigInt(1_000 + n), discountCodes: [code] });
    }
    await makeOrder(db(), us.accountId, { amount: 7n, discountCodes: ['NOBODYS'] });
    await makeOrder(db(), us.accountId, { amount: 9n, currency: 'USD', discountCodes: [] });
    // Somebody else's have no part in it.
    const neighbour = await server.makeTenant();
    await makeDiscountCode(db(), neighbour.accountId, { code: 'NOBODYS' });
    const { currencies, model, windowDays, periodDays, rule } = await get(us);
    expect({ model, windowDays, periodDays }).toEqual({ model: 'last_touch', windowDays: 7, periodDays: 30 });
    expect(rule).toContain('last touch');
    expect(rule).toContain('7 days');
    const [rupiah, dollars] = currencies;
    expect(currencies.map(({ currency }) => currency)).toEqual(['IDR', 'USD']);
    expect(dollars).toMatchObject({ orders: 1, revenue: 9, unattributed: { orders: 1, revenue: 9 } });
    expect(rupiah?.touches.map(({ kind }) => kind)).toEqual([...TOUCHES]);
    const byCode = rupiah?.touches.find(({ kind }) => kind === 'code');
    expect(byCode?.sources).toHaveLength(50);
    expect(byCode?.sources[0]).toMatchObject({ name: codes[52], orders: 1, revenue: 1_052 });
    expect(byCode?.others).toEqual({ sources: 3, orders: 3, revenue: 3_003 });
    expect(rupiah?.unattributed).toEqual({ orders: 1, revenue: 7 });
    const { orders } = expectData(await server.call(us.key, 'GET', '/api/v1/insights/overview'));
    expect(orders.revenueByCurrency).toEqual({ IDR: rupiah?.revenue, USD: 9 });
    expect((await get(neighbour)).currencies).toEqual([]);
  });

  it('looks at the newest of very many, and says since when', async () => {
    const us = await server.makeTenant();
    for (let n = 1; n <= 5; n++)
      await makeOrder(db(), us.accountId, { placedAt: new Date(Date.now() - n * HOUR), amount: BigInt(n) });
    const newest = await attribution(
      systemDb(db(), us.accountId),
      { model: 'last_touch', windowDays: 7, periodDays: 30 },
      3,
    );
    expect(newest.limited).toBe(true);
    expect(Date.now() - newest.from.getTime()).toBeGreaterThan(4 * HOUR - 1);
    expect(newest.currencies[0]).toMatchObject({ orders: 3, revenue: 6 });
    expect((await get(us)).limited).toBe(false);
  });

  it('takes a period and a window within their bounds, and no other model', async () => {
    const us = await server.makeTenant();
    expect(await get(us, '?windowDays=0&periodDays=0')).toMatchObject({ windowDays: 1, periodDays: 1 });
    expect(await get(us, '?windowDays=999&periodDays=999')).toMatchObject({ windowDays: 90, periodDays: 365 });
    expectError(await server.call(us.key, 'GET', '/api/v1/insights/attribution?model=linear'), 400, 'VALIDATION');
  });
});
