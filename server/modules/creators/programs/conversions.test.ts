/** Attribution, arithmetic and flags (docs/contract/programs.md#conversions), through the doors. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import { commissionOf } from '@/server/modules/creators/programs/arithmetic';
import { flagsOf, type Suspicions, similarity } from '@/server/modules/creators/programs/flags';
import { carried } from '@/server/modules/creators/programs/orders';
import { makeAffiliate, makeCommission, makeProgram } from '@/server/testing/creators';
import { makeAttribution, makeDiscountCode, makeReferralProgram } from '@/server/testing/factories/offers';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { bySession, expectData, expectError } from '@/server/testing/http';
import { programCalls } from '@/server/testing/programs';
import { useServer } from '@/server/testing/server';

const server = useServer();
const calls = programCalls(server, () => server.ours.key);
const database = () => server.services.database;
const ours = () => server.ours.accountId;
const affiliate = (options: Parameters<typeof makeAffiliate>[2] = {}) => makeAffiliate(database(), ours(), options);
const DAY_MS = 24 * 60 * 60_000;
const ago = (days: number): Date => new Date(now().getTime() - days * DAY_MS);
const codeOf = async (id: string, accountId = ours()): Promise<string> => {
  const code = unique('AFF-').toUpperCase();
  await makeDiscountCode(database(), accountId, { code, source: 'affiliate', sourceRefId: id });
  return code;
};
const clickOf = async ({ id, programId }: { id: string; programId: string }, clickedAt = now(), referrer?: string) =>
  (
    await database().prisma.programClick.create({
      data: { accountId: ours(), collaborationId: id, programId, clickedAt, referrer: referrer ?? null },
    })
  ).id;

describe('POST /programs/conversions', () => {
  it('earns the affiliate of a link a commission that waits', async () => {
    const made = await affiliate();
    const occurredAt = ago(1).toISOString();
    const answer = await calls.convert({ code: made.linkCode, occurredAt });
    expect(answer).toEqual({
      attributed: true,
      created: true,
      commissionId: expect.any(String) as string,
      status: 'pending',
      flags: [],
    });
    expect(await calls.commission(answer.commissionId as string)).toMatchObject({
      accountId: ours(),
      programId: made.programId,
      collaborationId: made.id,
      kind: 'sale',
      orderAmount: 100_000,
      refundedAmount: 0,
      amount: 10_000,
      currency: 'IDR',
      statementId: null,
      releaseAt: new Date(Date.parse(occurredAt) + 30 * DAY_MS).toISOString(),
    });
  });

  it('answers a repetition with what came of it first, also in another program', async () => {
    const [one, other] = [await affiliate(), await affiliate()];
    const checkoutSessionId = unique('session-');
    const first = await calls.convert({ checkoutSessionId, code: one.linkCode });
    for (const code of [one.linkCode, other.linkCode, undefined])
      expect(await calls.convert({ checkoutSessionId, code, amount: 5 })).toEqual({ ...first, created: false });
  });

  it('goes by a discount code before a click, and by a click before a link', async () => {
    const [coded, clicked, linked] = [await affiliate(), await affiliate(), await affiliate()];
    const [discountCode, clickId] = [await codeOf(coded.id), await clickOf(clicked)];
    const whose = async (body: Record<string, unknown>): Promise<string> => {
      const { commissionId } = await calls.convert(body);
      return (await calls.commission(commissionId as string)).collaborationId as string;
    };
    const all = { discountCode: discountCode.toLowerCase(), clickId, code: linked.linkCode };
    expect(await whose(all)).toBe(coded.id);
    expect(await whose({ ...all, discountCode: 'MERCHANTS' })).toBe(clicked.id);
    expect(await whose({ ...all, discountCode: undefined, clickId: undefined })).toBe(linked.id);
    expect(await whose({ ...all, discountCode: undefined, clickId: 'gone' })).toBe(linked.id);
  });

  const reason = async (body: Record<string, unknown>): Promise<string> => {
    const answer = await calls.convert(body);
    expect(answer.attributed).toBe(false);
    return answer.reason as string;
  };

  it('says why nobody earns anything, in the order of the contract', async () => {
    expect(await reason({})).toBe('no_code');
    expect(await reason({ discountCode: 'LEBARAN' })).toBe('unknown_code');
    expect(await reason({ code: (await makeAffiliate(database(), server.theirs.accountId)).linkCode })).toBe(
      'unknown_code',
    );
    const contact = unique('buyer');
    const at = {
      terms: { newCustomersOnly: true },
      data: { email: `${contact}@creators.test`, phoneE164: '+628120000' },
    };
    // Everything that can be wrong is; from one line to the next one of them is mended.
    const programId = await makeProgram(database(), ours(), { status: 'paused' });
    const made = await affiliate({ ...at, programId, data: { ...at.data, status: 'suspended' } });
    const clickId = await clickOf(made, ago(31));
    const body = {
      clickId,
      code: made.linkCode,
      currency: 'USD',
      customerEmail: made.email.toUpperCase(),
      newCustomer: false,
      amount: 0,
    };
    const { prisma } = database();
    expect(await reason(body)).toBe('program_not_live');
    await prisma.program.updateMany({ where: { id: programId }, data: { status: 'live' } });
    expect(await reason(body)).toBe('collaboration_not_active');
    await prisma.collaboration.updateMany({ where: { id: made.id }, data: { status: 'active' } });
    expect(await reason(body)).toBe('window_elapsed');
    await prisma.programClick.updateMany({ where: { id: clickId }, data: { clickedAt: ago(29) } });
    expect(await reason(body)).toBe('currency_mismatch');
    const inIdr = { ...body, currency: 'idr' };
    expect(await reason(inIdr)).toBe('self_purchase');
    expect(await reason({ ...inIdr, customerEmail: undefined, customerPhone: '+62 812-0000' })).toBe('self_purchase');
    const stranger = { ...inIdr, customerEmail: `${unique('far-away-')}@example.test` };
    expect(await reason(stranger)).toBe('returning_customer');
    expect(await reason({ ...stranger, newCustomer: true })).toBe('no_commission');
    expect((await calls.convert({ ...stranger, newCustomer: true, amount: 100 })).attributed).toBe(true);
  });

  it('knows by itself who has bought before, where only new customers count', async () => {
    const made = await affiliate({ terms: { newCustomersOnly: true } });
    const email = `${unique('buyer')}@example.test`;
    const { id: contactId } = await makeContact(database(), ours(), { email });
    await database().prisma.purchase.create({
      data: {
        accountId: ours(),
        checkoutSessionId: unique('earlier-'),
        toldBy: 'order',
        at: ago(3),
        contactId,
        createdAt: ago(3),
        updatedAt: ago(3),
      },
    });
    expect(await reason({ code: made.linkCode, customerEmail: email })).toBe('returning_customer');
    expect(await reason({ code: made.linkCode, customerEmail: email, newCustomer: true })).toBe('returning_customer');
    // What was bought after it says nothing.
    const before = { code: made.linkCode, customerEmail: email, occurredAt: ago(4).toISOString() };
    expect((await calls.convert(before)).attributed).toBe(true);
  });

  it('knows nobody by an order that was canceled', async () => {
    const made = await affiliate({ terms: { newCustomersOnly: true } });
    const email = `${unique('buyer')}@example.test`;
    await makeContact(database(), ours(), { email });
    const [externalRef, hourAgo] = [unique('order-'), new Date(now().getTime() - 60 * 60_000).toISOString()];
    const customerRef = unique('customer-');
    const report = async (status: 'paid' | 'canceled') => {
      const row = {
        externalRef,
        customerRef,
        email,
        amount: 5,
        currency: 'IDR',
        placedAt: hourAgo,
        paidAt: hourAgo,
        status,
      };
      const body = { externalSource: 'toko', rows: [{ ...row, checkoutSessionId: externalRef }] };
      expectData(await server.call(server.ours.key, 'PUT', '/api/v1/integrations/orders', { body }));
    };
    const sale = { code: made.linkCode, customerEmail: email };
    await report('paid');
    expect(await reason(sale)).toBe('returning_customer');
    // Nobody's contact, and another address: the shop's id says who it is.
    expect(await reason({ code: made.linkCode, customerId: customerRef })).toBe('returning_customer');
    await report('canceled');
    expect((await calls.convert(sale)).attributed).toBe(true);
  });

  it('goes by what was agreed on, whatever becomes of the program', async () => {
    const made = await affiliate();
    const patched = await calls.call('PATCH', `/programs/${made.programId}`, {
      commission: { type: 'fixed', amount: 1, currency: 'USD' },
      holdDays: 0,
    });
    expect(expectData(patched)).toMatchObject({ holdDays: 0 });
    const { commissionId } = await calls.convert({ code: made.linkCode });
    expect(await calls.commission(commissionId as string)).toMatchObject({ amount: 10_000, currency: 'IDR' });
  });

  it('needs the customer, and takes codes as people paste them', async () => {
    const made = await affiliate();
    const sale = {
      accountId: ours(),
      checkoutSessionId: unique('s-'),
      code: made.linkCode,
      amount: 100_000,
      currency: 'IDR',
    };
    const send = (body: object) => server.call(server.ours.key, 'POST', '/api/v1/programs/conversions', { body });
    for (const customerId of [undefined, null, '']) expectError(await send({ ...sale, customerId }), 400, 'VALIDATION');
    expect(
      expectData(await send({ ...sale, customerId: unique('c-'), code: `\u200B${made.linkCode}\u00A0` })),
    ).toMatchObject({
      attributed: true,
    });
  });

  it('is for signed requests only', async () => {
    const reported = { checkoutSessionId: 's', amount: 1, currency: 'IDR' };
    expectError(
      await bySession(server, server.ours.cookie, 'POST', '/api/v1/programs/conversions', reported),
      403,
      'FORBIDDEN',
    );
    const foreign = await calls.call('POST', '/programs/conversions', {
      accountId: server.theirs.accountId,
      checkoutSessionId: 's',
      amount: 1,
      currency: 'IDR',
    });
    expectError(foreign, 403, 'ACCOUNT_MISMATCH');
  });
});

describe('arithmetic', () => {
  it('is the same as with whole numbers of any size, and never above the cap', () => {
    fc.assert(
      fc.property(
        fc.maxSafeNat(),
        fc.integer({ min: 1, max: 10_000 }),
        fc.option(fc.maxSafeNat()),
        (left, rate, maxPerOrder) => {
          const earned = commissionOf({ type: 'percent', rate, currency: null, maxPerOrder }, left);
          const exact = (BigInt(left) * BigInt(rate)) / 10_000n;
          const capped = maxPerOrder !== null && exact > BigInt(maxPerOrder) ? BigInt(maxPerOrder) : exact;
          expect(BigInt(earned)).toBe(capped);
        },
      ),
    );
  });

  it.each([
    ['floors', { type: 'percent', rate: 333, currency: null, maxPerOrder: null }, 1_000, 33],
    ['caps', { type: 'percent', rate: 10_000, currency: null, maxPerOrder: 50 }, 1_000, 50],
    [
      'keeps a fixed amount until all is given back',
      { type: 'fixed', amount: 70, currency: 'IDR', maxPerOrder: null },
      1,
      70,
    ],
    ['is nothing of nothing', { type: 'fixed', amount: 70, currency: 'IDR', maxPerOrder: null }, 0, 0],
  ] as const)('%s', (_, terms, left, expected) => {
    expect(commissionOf(terms, left)).toBe(expected);
  });
});

describe('flags', () => {
  const held = async (body: Record<string, unknown>): Promise<string[]> => {
    const { status, flags } = await calls.convert(body);
    expect(status).toBe((flags as unknown[]).length === 0 ? 'pending' : 'held');
    return (flags as { flag: string }[]).map(({ flag }) => flag);
  };

  it('hold what looks like the affiliate themselves', async () => {
    const name = unique('rina');
    const made = await affiliate({ data: { email: `${name}.coffee@creators.test` } });
    const code = made.linkCode;
    expect(await held({ code, customerEmail: `${name}coffee+shop@creators.test` })).toEqual(['email_similar']);
    expect(await held({ code, customerEmail: `${name}.coffe1@creators.test` })).toEqual(['email_similar']);
    expect(await held({ code, customerEmail: `${name}.coffee@elsewhere.test` })).toEqual([]);
    expect(await held({ code, customerEmail: `${unique('x')}@mailinator.com` })).toEqual(['disposable_domain']);
    expect(await held({ code, customerEmail: `x@${unique('sub')}.mailinator.com` })).toEqual(['disposable_domain']);
    await database().prisma.collaboration.updateMany({ where: { id: made.id }, data: { portalHash: 'x' } });
  });

  it('hold the fourth order of a day from one network, and count nobody else’s', async () => {
    const [one, other] = [await affiliate(), await affiliate()];
    const from = (made: { linkCode: string }, ip: string) => held({ code: made.linkCode, ip });
    for (let order = 1; order <= 3; order++) expect(await from(one, '203.0.113.7')).toEqual([]);
    expect(await from(one, '203.0.113.7')).toEqual(['ip_burst']);
    expect(await from(one, '::ffff:203.0.113.7')).toEqual(['ip_burst']);
    expect(await from(one, '203.0.113.8')).toEqual([]);
    expect(await from(other, '203.0.113.7')).toEqual([]);
  });

  it('hold the eleventh order of an hour, and orders that were referred or come from a blocked place', async () => {
    const programId = await makeProgram(database(), ours(), { blockedReferrers: ['coupons.example'] });
    const made = await affiliate({ programId });
    for (let order = 1; order <= 10; order++) expect(await held({ code: made.linkCode })).toEqual([]);
    expect(await held({ code: made.linkCode })).toEqual(['velocity']);

    const clickId = await clickOf(await affiliate({ programId }), now(), 'www.coupons.example');
    expect(await held({ clickId })).toEqual(['blocked_referrer']);

    const checkoutSessionId = unique('session-');
    await makeReferralProgram(database(), ours());
    await makeAttribution(database(), ours(), { qualifyingCheckoutSessionId: checkoutSessionId, status: 'rewarded' });
    expect(await held({ checkoutSessionId, code: (await affiliate()).linkCode })).toEqual(['also_referred']);
  });

  it('hold who has many orders given back', async () => {
    const made = await affiliate();
    const before = { createdAt: ago(2), occurredAt: ago(2) };
    for (let order = 0; order < 10; order++)
      await makeCommission(database(), ours(), made, { ...before, refundedAmount: order < 3 ? 1n : 0n });
    expect(await held({ code: made.linkCode })).toEqual(['many_refunds']);
  });

  it('are each enough, and stand in the order of the contract', () => {
    const clean: Suspicions = {
      affiliateEmail: 'rina@creators.test',
      customerEmail: 'budi@example.test',
      fromNetwork: 2,
      isPortalNetwork: false,
      lastHour: 9,
      lastMonth: 0,
      referrer: 'coupons.example.org',
      blockedReferrers: ['coupons.example'],
      isReferred: false,
      recent: 10,
      refunded: 2,
    };
    const names = (seen: Partial<Suspicions>) => flagsOf({ ...clean, ...seen }).map(({ flag }) => flag);
    expect(names({})).toEqual([]);
    // As many in every hour are no burst.
    expect(names({ lastHour: 20, lastMonth: 5 * 720 })).toEqual([]);
    expect(
      names({
        customerEmail: 'rina@creators.test',
        fromNetwork: 3,
        isPortalNetwork: true,
        lastHour: 10,
        referrer: 'coupons.example',
        isReferred: true,
        refunded: 3,
      }),
    ).toEqual([
      'email_similar',
      'ip_burst',
      'same_ip',
      'velocity',
      'blocked_referrer',
      'also_referred',
      'many_refunds',
    ]);
  });

  it('call one mailbox in any spelling similar', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(letters, letters, fc.nat(11), (local, tag, place) => {
        const spelled = `${local.slice(0, place)}.${local.slice(place)}+${tag}@Example.test`.toUpperCase();
        expect(similarity(spelled, `${local}@example.test`)).toBe(0);
        expect(similarity(spelled, `${local}@example.org`)).toBeNull();
      }),
    );
  });
});

describe('POST /programs/clicks', () => {
  it('answers with what the click is of, and notes where it came from', async () => {
    const made = await affiliate();
    const click = await calls.click({
      code: made.linkCode.toUpperCase(),
      referrer: 'https://www.blog.example/x',
      ip: '203.0.113.9',
    });
    expect(click).toEqual({
      clickId: expect.any(String) as string,
      programId: made.programId,
      collaborationId: made.id,
    });
    const row = await database().prisma.programClick.findFirstOrThrow({ where: { id: click.clickId as string } });
    expect(row).toMatchObject({
      referrer: 'blog.example',
      networkHash: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    expect(JSON.stringify(row)).not.toContain('203.0.113.9');
  });

  it('is null of what takes no clicks, and of crawlers', async () => {
    const paused = await affiliate({ programId: await makeProgram(database(), ours(), { status: 'paused' }) });
    const suspended = await affiliate({ data: { status: 'suspended' } });
    const theirs = await makeAffiliate(database(), server.theirs.accountId);
    for (const { linkCode } of [paused, suspended, theirs]) expect(await calls.click({ code: linkCode })).toBeNull();
    expect(await calls.click({ code: 'unknown' })).toBeNull();
    const { linkCode: code } = await affiliate();
    expect(await calls.click({ code, userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' })).toBeNull();
  });
});

it.each([
  ['https://toko.example/?ref=abc&click=c1', { code: 'abc', clickId: 'c1' }],
  ['/kopi?x=1&ref=abc#top', { code: 'abc', clickId: null }],
  ['https://toko.example/#?ref=abc', { code: null, clickId: null }],
  ['?ref=', { code: null, clickId: null }],
  [null, { code: null, clickId: null }],
])('what a landing address carries: %s', (address, expected) => {
  expect(carried(address)).toEqual(expected);
});
