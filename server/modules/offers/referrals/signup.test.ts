/** Signup and checkout-start (docs/contract/referrals.md#sign-up). */
import { describe, expect, it } from 'vitest';
import {
  makeAttribution,
  makeDiscountCode,
  makeReferralLink,
  makeReferralProgram,
} from '@/server/testing/factories/offers';
import { makeContact } from '@/server/testing/factories/audience';
import { makeOrder } from '@/server/testing/factories/shops';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError, snapshotOf } from '@/server/testing/http';
import { referralCalls } from '@/server/testing/referrals';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const { signup, checkoutStart, fulfill } = referralCalls(server, () => server.ours.key);
const neighbours = referralCalls(server, () => server.theirs.key);

const PAST = new Date('2020-01-01');
/** How many of ours were refused, by reason. */
const refusals = async () =>
  Object.fromEntries(
    (
      await server.services.database.prisma.referralRefusal.findMany({ where: { accountId: server.ours.accountId } })
    ).map(({ reason, count }) => [reason, count]),
  );
const linkOf = async (tenant: Tenant = server.ours, program: Parameters<typeof makeReferralProgram>[2] = {}) => {
  await makeReferralProgram(server.services.database, tenant.accountId, program);
  return await makeReferralLink(server.services.database, tenant.accountId);
};
const body = (linkCode: string, more: object = {}) => ({
  refereeCustomerId: unique('budi-'),
  refereeEmail: 'budi@example.test',
  linkCode,
  ...more,
});
const signupsOf = async (id: string): Promise<number> =>
  expectData(await server.call(server.ours.key, 'GET', `/api/v1/referrals/links/${id}`)).signups;
const attributionOf = (id: string) =>
  server.services.database.prisma.referralAttribution.findFirstOrThrow({ where: { id } });

describe('POST /referrals/attributions/signup', () => {
  it('makes a pending attribution whose window follows from the program, counts it on the link, and mints nothing', async () => {
    const link = await linkOf(server.ours, { attributionWindowDays: 14 });
    const codes = await server.services.database.prisma.discountCode.count();
    const sent = {
      ...body(link.code),
      accountId: server.ours.accountId,
      referrerEmail: 'ani@example.test',
      externalSource: 'shop',
      externalRef: unique('r'),
    };
    const { attribution } = expectData(await signup(sent));
    expect(attribution).toEqual({
      id: expect.stringMatching(/^c[a-z0-9]{24}$/),
      accountId: server.ours.accountId,
      programId: link.programId,
      linkId: link.id,
      referrerCustomerId: link.customerId,
      refereeCustomerId: sent.refereeCustomerId,
      status: 'pending',
      qualifyingCheckoutSessionId: null,
      externalSource: 'shop',
      externalRef: sent.externalRef,
      referrerCodeId: null,
      refereeCodeId: null,
      expiresAt: new Date(Date.parse(attribution.createdAt) + 14 * 86_400_000).toISOString(),
      rewardedAt: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await signupsOf(link.id)).toBe(1);
    expect(await server.services.database.prisma.discountCode.count()).toBe(codes);
  });

  it('takes refereeCustomerId as externalRef when none is sent, and null as externalSource', async () => {
    const link = await linkOf();
    for (const externalRef of [undefined, null]) {
      const sent = body(link.code, { externalRef });
      expect(expectData(await signup(sent)).attribution).toMatchObject({
        externalRef: sent.refereeCustomerId,
        externalSource: null,
      });
    }
  });

  it('is null when it is sent again: the first link wins', async () => {
    const [first, second] = [await linkOf(), await linkOf()];
    const sent = body(first.code);
    const { attribution } = expectData(await signup(sent));
    expect(attribution.linkId).toBe(first.id);
    const before = await snapshotOf(server, server.ours.accountId);
    for (const again of [sent, { ...sent, linkCode: second.code }])
      expect(expectData(await signup(again))).toEqual({ attribution: null });
    expect(await snapshotOf(server, server.ours.accountId)).toEqual(before);
  });

  it.each(['rewarded', 'expired', 'voided'])('is null for a referee whose attribution is %s', async (status) => {
    const link = await linkOf();
    const { refereeCustomerId } = await makeAttribution(server.services.database, server.ours.accountId, {
      link,
      status,
    });
    expect(expectData(await signup(body(link.code, { refereeCustomerId })))).toEqual({ attribution: null });
  });

  it('is null and changes nothing but the count of reasons for every other outcome that is not eligible', async () => {
    const link = await linkOf();
    const theirs = await linkOf(server.theirs);
    await server.services.database.prisma.referralRefusal.deleteMany({});
    const { ReferralRefusal: _none, ...before } = await snapshotOf(server, server.ours.accountId);
    const refused: [string, object][] = [
      ['an unknown code', body('zzzzzzzz')],
      ['what is no code', body('NOT A CODE')],
      ['an empty code', body('')],
      ['a workspace that is null', body('zzzzzzzz', { accountId: null })],
      ["the neighbour's code", body(theirs.code)],
      ['the same e-mail', body(link.code, { referrerEmail: 'budi@example.test' })],
      [
        'the same e-mail in other case',
        body(link.code, { refereeEmail: 'Budi@Example.test', referrerEmail: ' BUDI@example.TEST ' }),
      ],
      ["the link's own customer", body(link.code, { refereeCustomerId: link.customerId })],
    ];
    for (const [what, sent] of refused) expect(expectData(await signup(sent)), what).toEqual({ attribution: null });
    const { ReferralRefusal: _counted, ...after } = await snapshotOf(server, server.ours.accountId);
    expect(after).toEqual(before);
    await makeReferralProgram(server.services.database, server.ours.accountId, { enabled: false });
    expect(expectData(await signup(body(link.code)))).toEqual({ attribution: null });
    expect(await signupsOf(link.id)).toBe(0);
    expect(await refusals()).toEqual({ unknown_code: 5, self_referral: 3, program_disabled: 1 });
  });

  describe('where the program is for new customers', () => {
    const DAY_MS = 24 * 60 * 60_000;
    const database = () => server.services.database;
    const accountId = () => server.ours.accountId;
    const refusing = async () => {
      const link = await linkOf(server.ours, { enabled: true, existingCustomers: 'refuse' });
      await database().prisma.referralRefusal.deleteMany({});
      return link;
    };
    const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
    /** @returns the redemption */
    const redeem = async (customerId: string): Promise<string> => {
      const code = await makeDiscountCode(database(), accountId());
      const body = { discountCodeId: code.id, checkoutSessionId: unique('s-'), appliedAmount: 1, customerId };
      return expectData(await server.call(server.ours.key, 'POST', '/api/v1/discount-codes/redeem', { body })).id;
    };

    it('refuses whoever has bought: by a redemption, by an order of the address, by one of the contact', async () => {
      const link = await refusing();
      const [redeemer, buyer, known] = [unique('c-'), `${unique('b')}@example.test`, unique('c-')];
      await redeem(redeemer);
      await makeOrder(database(), accountId(), { email: buyer });
      const contact = await makeContact(database(), accountId(), { externalRef: known, createdAt: new Date() });
      await makeOrder(database(), accountId(), { contactId: contact.id });
      for (const sent of [{ refereeCustomerId: redeemer }, { refereeEmail: buyer }, { refereeCustomerId: known }])
        expect(expectData(await signup(body(link.code, sent)))).toEqual({ attribution: null });
      expect(await refusals()).toEqual({ existing_customer: 3 });
      expect(await signupsOf(link.id)).toBe(0);
    });

    it('refuses whoever has bought under another id or address of their contact', async () => {
      const link = await refusing();
      const address = () => `${unique('b')}@example.test`;
      const [otherId, theirAddress, theirId, otherAddress] = [unique('c-'), address(), unique('c-'), address()];
      await makeContact(database(), accountId(), { externalRef: otherId, email: theirAddress });
      await makeContact(database(), accountId(), { externalRef: theirId, email: otherAddress });
      await redeem(otherId);
      await makeOrder(database(), accountId(), { email: otherAddress });
      for (const sent of [{ refereeEmail: theirAddress }, { refereeCustomerId: theirId }])
        expect(expectData(await signup(body(link.code, sent)))).toEqual({ attribution: null });
      expect(await refusals()).toEqual({ existing_customer: 2 });
    });

    it('takes a contact whose order was canceled and whose redemption was rolled back', async () => {
      const link = await refusing();
      const [refereeCustomerId, otherId, email] = [unique('c-'), unique('c-'), `${unique('b')}@example.test`];
      const contact = await makeContact(database(), accountId(), { externalRef: otherId, email });
      const redeemed = [await redeem(refereeCustomerId), await redeem(otherId)];
      for (const id of redeemed)
        expectData(
          await server.call(server.ours.key, 'POST', `/api/v1/discount-codes/redemptions/${id}/rollback`, { body: {} }),
        );
      await makeOrder(database(), accountId(), { email, contactId: contact.id, status: 'canceled' });
      expect(
        expectData(await signup(body(link.code, { refereeCustomerId, refereeEmail: email }))).attribution,
      ).not.toBeNull();
    });

    it('refuses a contact that is older than the first click, and takes one that came by it', async () => {
      const link = await refusing();
      const { id: linkId } = link;
      const [old, fresh] = [unique('c-'), unique('c-')];
      await database().prisma.referralClick.createMany({
        data: [2, 9].map((days) => ({ accountId: accountId(), linkId, clickedAt: ago(days) })),
      });
      await makeContact(database(), accountId(), { externalRef: old, createdAt: ago(10) });
      await makeContact(database(), accountId(), { externalRef: fresh, createdAt: ago(8) });
      expect(expectData(await signup(body(link.code, { refereeCustomerId: old })))).toEqual({ attribution: null });
      expect(expectData(await signup(body(link.code, { refereeCustomerId: fresh }))).attribution).toMatchObject({
        linkId,
      });
    });

    it('goes by when the link was made, where nobody has clicked on it', async () => {
      const link = await refusing();
      const [old, fresh] = [unique('c-'), unique('c-')];
      await makeContact(database(), accountId(), { externalRef: old, createdAt: ago(1) });
      await makeContact(database(), accountId(), { externalRef: fresh });
      expect(expectData(await signup(body(link.code, { refereeCustomerId: old })))).toEqual({ attribution: null });
      expect(expectData(await signup(body(link.code, { refereeCustomerId: fresh }))).attribution).not.toBeNull();
    });

    it('takes a customer of the neighbour', async () => {
      const link = await refusing();
      const customer = unique('c-');
      await makeContact(database(), server.theirs.accountId, { externalRef: customer, createdAt: ago(90) });
      expect(expectData(await signup(body(link.code, { refereeCustomerId: customer }))).attribution).not.toBeNull();
    });
  });

  it('does not compare e-mails when referrerEmail is left out, and tells customers apart by case', async () => {
    const link = await linkOf();
    for (const sent of [
      body(link.code),
      body(link.code, { referrerEmail: null }),
      body(link.code, { refereeCustomerId: link.customerId.toUpperCase() }),
    ]) {
      expect(expectData(await signup(sent)).attribution).toMatchObject({ status: 'pending' });
    }
  });

  it("lets the same customer id be referred in the neighbour's workspace", async () => {
    const [mine, other] = [await linkOf(), await linkOf(server.theirs)];
    const refereeCustomerId = unique('same-');
    expect(expectData(await signup(body(mine.code, { refereeCustomerId }))).attribution.accountId).toBe(
      server.ours.accountId,
    );
    expect(expectData(await neighbours.signup(body(other.code, { refereeCustomerId }))).attribution.accountId).toBe(
      server.theirs.accountId,
    );
  });

  it.each([
    ['no refereeCustomerId', { refereeCustomerId: undefined }, 'refereeCustomerId'],
    ['an empty refereeCustomerId', { refereeCustomerId: '' }, 'refereeCustomerId'],
    ['no refereeEmail', { refereeEmail: undefined }, 'refereeEmail'],
    ['a refereeEmail that is none', { refereeEmail: 'budi' }, 'refereeEmail'],
    ['a referrerEmail that is none', { referrerEmail: 'ani@' }, 'referrerEmail'],
    ['no linkCode', { linkCode: undefined }, 'linkCode'],
    ['an externalRef with NUL', { externalRef: 'a\0' }, 'externalRef'],
    ['an externalSource that is a number', { externalSource: 5 }, 'externalSource'],
  ])('answers 400 VALIDATION for %s', async (_, wrong, path) => {
    expect(expectError(await signup({ ...body('abcdefgh'), ...wrong }), 400, 'VALIDATION').details.issues[0].path).toBe(
      path,
    );
  });

  it('answers 403 ACCOUNT_MISMATCH for another workspace', async () => {
    expectError(await signup({ ...body('abcdefgh'), accountId: server.theirs.accountId }), 403, 'ACCOUNT_MISMATCH');
  });
});

describe('POST /referrals/attributions/checkout-start', () => {
  const pending = (options: Parameters<typeof makeAttribution>[2] = {}, tenant: Tenant = server.ours) =>
    makeAttribution(server.services.database, tenant.accountId, { qualifyingCheckoutSessionId: null, ...options });

  it("stamps the session onto the customer's attribution", async () => {
    const { id, refereeCustomerId } = await pending();
    const checkoutSessionId = unique('s');
    expect(
      expectData(
        await checkoutStart({ accountId: server.ours.accountId, customerId: refereeCustomerId, checkoutSessionId }),
      ),
    ).toEqual({ stamped: true, attributionId: id });
    expect(await attributionOf(id)).toMatchObject({
      qualifyingCheckoutSessionId: checkoutSessionId,
      status: 'pending',
    });
  });

  it('lets a later session take the place of an earlier one, which then belongs to nobody', async () => {
    await makeReferralProgram(server.services.database, server.ours.accountId);
    const [first, second] = [await pending(), await pending()];
    const [early, late] = [unique('early-'), unique('late-')];
    for (const checkoutSessionId of [early, late, late])
      expect(expectData(await checkoutStart({ customerId: first.refereeCustomerId, checkoutSessionId }))).toEqual({
        stamped: true,
        attributionId: first.id,
      });
    expect((await attributionOf(first.id)).qualifyingCheckoutSessionId).toBe(late);
    expect(expectData(await fulfill({ checkoutSessionId: early }))).toEqual({
      issued: false,
      reason: 'no_attribution',
    });
    // The claim is released: another customer may begin the early session now.
    expect(expectData(await checkoutStart({ customerId: second.refereeCustomerId, checkoutSessionId: early }))).toEqual(
      { stamped: true, attributionId: second.id },
    );
    expect(
      await server.services.database.prisma.referralCheckout.findMany({
        where: { attributionId: { in: [first.id, second.id] } },
        orderBy: { checkoutSessionId: 'asc' },
      }),
    ).toEqual([
      { accountId: server.ours.accountId, attributionId: second.id, checkoutSessionId: early },
      { accountId: server.ours.accountId, attributionId: first.id, checkoutSessionId: late },
    ]);
  });

  it('keeps the first stamp of a session, and answers the second customer with their own attribution', async () => {
    const [first, second] = [await pending(), await pending()];
    const [contested, own] = [unique('s'), unique('s')];
    expectData(await checkoutStart({ customerId: first.refereeCustomerId, checkoutSessionId: contested }));
    expectData(await checkoutStart({ customerId: second.refereeCustomerId, checkoutSessionId: own }));
    const before = await snapshotOf(server, server.ours.accountId);
    expect(
      expectData(await checkoutStart({ customerId: second.refereeCustomerId, checkoutSessionId: contested })),
    ).toEqual({ stamped: false, attributionId: second.id });
    expect(await snapshotOf(server, server.ours.accountId)).toEqual(before);
  });

  it('is unique over all workspaces, and tells the second one nothing of the first', async () => {
    const [mine, other] = [await pending(), await pending({}, server.theirs)];
    const checkoutSessionId = unique('s');
    expectData(await checkoutStart({ customerId: mine.refereeCustomerId, checkoutSessionId }));
    expect(
      expectData(await neighbours.checkoutStart({ customerId: other.refereeCustomerId, checkoutSessionId })),
    ).toEqual({ stamped: false, attributionId: other.id });
    expect(await attributionOf(other.id)).toMatchObject({ qualifyingCheckoutSessionId: null });
    expect(expectData(await neighbours.fulfill({ checkoutSessionId }))).toEqual({
      issued: false,
      reason: 'no_attribution',
    });
    expect(expectData(await neighbours.void({ checkoutSessionId }))).toEqual({
      voided: false,
      reason: 'no_attribution',
    });
  });

  it.each<[string, { status?: string; expiresAt?: Date }]>([
    ['is rewarded', { status: 'rewarded' }],
    ['is expired', { status: 'expired' }],
    ['is voided', { status: 'voided' }],
    ['has a window that is over', { expiresAt: PAST }],
  ])('answers stamped false without an id when the attribution %s', async (_, options) => {
    const { id, refereeCustomerId } = await pending(options);
    expect(expectData(await checkoutStart({ customerId: refereeCustomerId, checkoutSessionId: unique('s') }))).toEqual({
      stamped: false,
    });
    expect(await attributionOf(id)).toMatchObject({
      qualifyingCheckoutSessionId: null,
      status: options.status ?? 'pending',
    });
  });

  it("answers stamped false for whoever has no attribution, the neighbour's customer included", async () => {
    const other = await pending({}, server.theirs);
    for (const customerId of ['nobody', other.refereeCustomerId])
      expect(expectData(await checkoutStart({ customerId, checkoutSessionId: unique('s') }))).toEqual({
        stamped: false,
      });
  });

  it.each([
    ['no customerId', { checkoutSessionId: 's' }],
    ['no checkoutSessionId', { customerId: 'budi' }],
    ['an empty checkoutSessionId', { customerId: 'budi', checkoutSessionId: '' }],
    ['a checkoutSessionId with NUL', { customerId: 'budi', checkoutSessionId: '\0' }],
  ])('answers 400 VALIDATION for %s', async (_, sent) => {
    expectError(await checkoutStart(sent), 400, 'VALIDATION');
  });
});
