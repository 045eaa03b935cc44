/** Rewards that are held back (docs/contract/referrals.md#reviews): when, for whom, and who lets them go. */
import * as fc from 'fast-check';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { foldedAddress } from '@/server/platform/lib/email-address';
import { releaseDue } from '@/server/modules/offers/referrals/reviews';
import { expirePending } from '@/server/modules/offers/referrals/sweep';
import { deliverWebhooks } from '@/server/testing/events';
import {
  makeAttribution,
  makeReferralLink,
  makeReferralProgram,
  type MadeReferralLink,
} from '@/server/testing/factories/offers';
import { makeContact } from '@/server/testing/factories/audience';
import { makeWebhookEndpoint } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, expectData, expectError } from '@/server/testing/http';
import { referralCalls } from '@/server/testing/referrals';
import { useServer } from '@/server/testing/server';
import { JOBS } from '@/server/modules';

const server = useServer({ EXTENSIONS: 'webhook-delivery' });
const ours = referralCalls(server, () => server.ours.key);
const theirs = referralCalls(server, () => server.theirs.key);

const DAY_MS = 24 * 60 * 60_000;
const REVIEWS = '/api/v1/referrals/reviews';
const database = () => server.services.database;
const program = (options: Parameters<typeof makeReferralProgram>[2] = {}) =>
  makeReferralProgram(database(), server.ours.accountId, {
    enabled: true,
    maxRewardsPerReferrer: null,
    minPurchaseAmount: null,
    existingCustomers: 'allow',
    holdDays: 0,
    review: 'off',
    ...options,
  });
const pending = (options: Parameters<typeof makeAttribution>[2] = {}) =>
  makeAttribution(database(), server.ours.accountId, options);
const link = (options: Parameters<typeof makeReferralLink>[2] = {}) =>
  makeReferralLink(database(), server.ours.accountId, options);
const attributionOf = (id: string) => database().prisma.referralAttribution.findFirstOrThrow({ where: { id } });
const codesOf = (id: string) => database().prisma.discountCode.findMany({ where: { sourceRefId: id } });
const paid = async (made: { qualifyingCheckoutSessionId: string | null }) =>
  expectData(await ours.fulfill({ checkoutSessionId: made.qualifyingCheckoutSessionId }));
const held = async (options: Parameters<typeof makeAttribution>[2] = {}) => {
  const made = await pending(options);
  expect(await paid(made)).toEqual({ issued: false, reason: 'held' });
  return made;
};
const approve = (id: string, body: object = {}) =>
  server.call(server.ours.key, 'POST', `${REVIEWS}/${id}/approve`, { body });
const decline = (id: string, body: object = {}) =>
  server.call(server.ours.key, 'POST', `${REVIEWS}/${id}/decline`, { body });
const auditsOf = async (id: string) =>
  (await auditOf(server, server.ours.accountId)).filter(({ targetId }) => targetId === id);
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const HELD = { issued: false, reason: 'held' };

/** A sign-up by the door, with a checkout of its own. */
async function signUp(code: string, email: string, rest: object = {}) {
  const refereeCustomerId = unique('friend-');
  const checkoutSessionId = unique('session-');
  const { attribution } = expectData(
    await ours.signup({ linkCode: code, refereeEmail: email, refereeCustomerId, ...rest }),
  );
  if (attribution === null) return null;
  expectData(await ours.checkoutStart({ customerId: refereeCustomerId, checkoutSessionId }));
  return { id: attribution.id as string, refereeCustomerId, qualifyingCheckoutSessionId: checkoutSessionId };
}

describe('a hold', () => {
  it('keeps the reward pending until its end, says so each time, and is rewarded by the worker', async () => {
    await program({ holdDays: 7 });
    const made = await held();
    expect(await paid(made)).toEqual(HELD);
    const row = await attributionOf(made.id);
    expect(row).toMatchObject({ status: 'pending', needsReview: false, flags: [], amount: 200_000n, currency: 'IDR' });
    expect(row.heldUntil!.getTime() - row.heldAt!.getTime()).toBe(7 * DAY_MS);
    expect(await codesOf(made.id)).toEqual([]);
    expect(
      expectData(await server.call(server.ours.key, 'GET', `/api/v1/referrals/attributions/${made.id}`)),
    ).toMatchObject({
      status: 'pending',
      heldUntil: row.heldUntil!.toISOString(),
      flags: [],
      needsReview: false,
    });

    await releaseDue(server.services, inDays(6));
    expect((await attributionOf(made.id)).status).toBe('pending');
    // The clock of a release is the service's; what is due is brought to it.
    await database().prisma.referralAttribution.updateMany({
      where: { id: made.id },
      data: { heldUntil: new Date(Date.now() - 1000) },
    });
    await releaseDue(server.services, new Date());
    expect(await attributionOf(made.id)).toMatchObject({ status: 'rewarded', reviewedAt: null, amount: 200_000n });
    expect(await codesOf(made.id)).toHaveLength(2);
    expect(await paid(made)).toEqual({ issued: false, reason: 'already_fulfilled' });
    const [listed] = expectData(
      await server.call(server.ours.key, 'GET', `/api/v1/referrals/links/${made.linkId}`),
    ).revenues;
    expect(listed).toEqual({ currency: 'IDR', amount: 200_000 });
  });

  it('outlives the window: the order came in time', async () => {
    await program({ holdDays: 60 });
    const made = await held({ expiresAt: new Date(Date.now() + 60_000) });
    await expirePending(database(), { accountId: server.ours.accountId, now: inDays(1) });
    expect((await attributionOf(made.id)).status).toBe('pending');
    // Another checkout does not take the place of the one that was paid.
    expect(
      expectData(await ours.checkoutStart({ customerId: made.refereeCustomerId, checkoutSessionId: unique('s-') })),
    ).toEqual({ stamped: false });
  });

  it('is ended by a refund, which says that there are no codes', async () => {
    await program({ holdDays: 7 });
    const made = await held();
    expect(expectData(await ours.void({ checkoutSessionId: made.qualifyingCheckoutSessionId }))).toEqual({
      voided: true,
      attributionId: made.id,
      codes: [],
    });
    await releaseDue(server.services, inDays(8));
    expect(expectData(await approve(made.id))).toEqual({ issued: false, reason: 'already_fulfilled' });
    expect(await codesOf(made.id)).toEqual([]);
  });

  it('of a referrer who has all rewards meanwhile is voided at its end', async () => {
    await program({ holdDays: 7, maxRewardsPerReferrer: 1 });
    const shared = await link();
    const [first, second] = [await held({ link: shared }), await held({ link: shared })];
    expect(expectData(await approve(first.id))).toMatchObject({ issued: true });
    expect(expectData(await approve(second.id))).toEqual({ issued: false, reason: 'max_rewards_per_referrer' });
    expect(await attributionOf(second.id)).toMatchObject({ status: 'voided', voidReason: 'max_rewards_per_referrer' });
  });

  it('whose reward cannot be given holds up no other, is logged by its ids, and is tried again', async () => {
    await program({ holdDays: 7 });
    const [full, other] = [await held(), await held()];
    for (const [{ id }, ago] of [
      [full, 2000],
      [other, 1000],
    ] as const)
      await database().prisma.referralAttribution.updateMany({
        where: { id },
        data: { heldUntil: new Date(Date.now() - ago) },
      });
    const setRevenue = (revenue: bigint) =>
      database().prisma.referralLink.updateMany({ where: { id: full.linkId }, data: { revenue } });
    await setRevenue(2n ** 63n - 1n);
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const job = JOBS.find(({ name }) => name === 'referrals.release-rewards')!;
    await expect(job.run({ ...server.services, log }, {})).rejects.toThrow(
      '1 rewards that were held back could not be given.',
    );
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        msg: 'a reward that was held back could not be given',
        accountId: server.ours.accountId,
        attributionId: full.id,
        err: { message: expect.stringContaining('bigint out of range') },
      },
    ]);
    expect((await attributionOf(full.id)).status).toBe('pending');
    expect(await codesOf(full.id)).toEqual([]);
    expect((await attributionOf(other.id)).status).toBe('rewarded');
    await setRevenue(0n);
    await job.run({ ...server.services, log }, {});
    expect((await attributionOf(full.id)).status).toBe('rewarded');
    expect(lines).toHaveLength(1);
  });

  it('is kept when the program is switched off: the order came while it ran', async () => {
    await program({ holdDays: 7 });
    const made = await held();
    await program({ enabled: false, holdDays: 7 });
    expect(expectData(await approve(made.id))).toMatchObject({ issued: true });
  });
});

describe('a review', () => {
  it('off, nothing is held, and answers have no key that they had not', async () => {
    await program();
    const made = await pending();
    expect(await paid(made)).toMatchObject({ issued: true });
    const details = expectData(await server.call(server.ours.key, 'GET', `/api/v1/referrals/attributions/${made.id}`));
    for (const key of ['heldUntil', 'flags', 'needsReview', 'reviewedAt', 'reviewNote'])
      expect(details).not.toHaveProperty(key);
  });

  it('of all waits for a person where there is no hold, however much time passes', async () => {
    await program({ review: 'all' });
    const made = await held();
    await releaseDue(server.services, inDays(400));
    expect(await attributionOf(made.id)).toMatchObject({ status: 'pending', needsReview: true });
    const answer = expectData(await approve(made.id, { note: 'A colleague of ours.' }));
    expect(answer).toEqual({ issued: true, referrerCodeId: expect.any(String), refereeCodeId: expect.any(String) });
    expect(await attributionOf(made.id)).toMatchObject({
      status: 'rewarded',
      reviewNote: 'A colleague of ours.',
      reviewedAt: expect.any(Date),
    });
    expect(expectData(await approve(made.id))).toEqual({ issued: false, reason: 'already_fulfilled' });
    expect(await auditsOf(made.id)).toMatchObject([
      { action: 'referral_attribution.approve', data: { note: 'A colleague of ours.' } },
    ]);
  });

  it('of what is flagged lets the others through at once', async () => {
    await program({ review: 'flagged' });
    expect(await paid(await pending())).toMatchObject({ issued: true });
    await held({ flags: ['disposable_domain'] });
  });

  it('of a flagged one is a person’s, also where only a hold was asked for', async () => {
    await program({ holdDays: 3 });
    const made = await held({ flags: ['disposable_domain'] });
    await database().prisma.referralAttribution.updateMany({
      where: { id: made.id },
      data: { heldUntil: new Date(Date.now() - DAY_MS) },
    });
    await releaseDue(server.services, new Date());
    expect(await attributionOf(made.id)).toMatchObject({ status: 'pending', needsReview: true });
  });

  it('declined gives neither side anything, and is an event as any other end', async () => {
    await makeWebhookEndpoint(server.services, server.ours.accountId, { events: ['referral.voided'] });
    await program({ review: 'all' });
    const made = await held();
    expect(expectData(await decline(made.id, { note: 'Twice the same person' }))).toEqual({
      declined: true,
      attributionId: made.id,
    });
    expect(await attributionOf(made.id)).toMatchObject({ status: 'voided', voidReason: 'declined' });
    expect(expectData(await decline(made.id))).toEqual({ declined: false, reason: 'already_fulfilled' });
    expect(expectData(await approve(made.id))).toEqual({ issued: false, reason: 'already_fulfilled' });
    expect(await paid(made)).toEqual({ issued: false, reason: 'already_fulfilled' });
    expect(await codesOf(made.id)).toEqual([]);
    expect(await auditsOf(made.id)).toHaveLength(1);
    await deliverWebhooks(server.services);
    const delivered = await database().prisma.webhookDelivery.findMany({
      where: { accountId: server.ours.accountId, payload: { path: ['data', 'attribution', 'id'], equals: made.id } },
    });
    expect(delivered).toMatchObject([
      { type: 'svc.referral.voided.v1', payload: { data: { attribution: { status: 'voided' } } } },
    ]);
  });

  it('of what no order has earned yet decides nothing', async () => {
    await program({ review: 'all' });
    const made = await pending();
    expect(expectData(await approve(made.id))).toEqual({ issued: false, reason: 'not_held' });
    expect(expectData(await decline(made.id))).toEqual({ declined: false, reason: 'not_held' });
  });

  it('is a workspace’s own', async () => {
    await program({ review: 'all' });
    const made = await held();
    for (const action of ['approve', 'decline'])
      expectError(
        await server.call(server.theirs.key, 'POST', `${REVIEWS}/${made.id}/${action}`, { body: {} }),
        404,
        'NOT_FOUND',
      );
    expectError(await approve(made.id, { note: '' }), 400, 'VALIDATION');
    expectError(await approve(made.id, { note: 'x'.repeat(501) }), 400, 'VALIDATION');
  });

  it('stands in a queue, the oldest first, in pages, by flag; what was decided beside it, the newest first', async () => {
    await database().prisma.referralAttribution.deleteMany({ where: { accountId: server.theirs.accountId } });
    await makeReferralProgram(database(), server.theirs.accountId, { review: 'all', maxRewardsPerReferrer: null });
    const made: string[] = [];
    for (let n = 0; n < 5; n++) {
      const each = await makeAttribution(database(), server.theirs.accountId, {
        flags: n === 2 ? ['disposable_domain'] : [],
      });
      expectData(await theirs.fulfill({ checkoutSessionId: each.qualifyingCheckoutSessionId }));
      made.push(each.id);
    }
    const list = async (query: string) =>
      expectData(await server.call(server.theirs.key, 'GET', `${REVIEWS}${query}`)) as {
        data: { id: string; flags: string[] }[];
        cursor: string | null;
        hasMore: boolean;
      };
    const first = await list('?limit=3');
    const rest = await list(`?limit=3&cursor=${first.cursor}`);
    expect([first.hasMore, rest.hasMore, rest.cursor]).toEqual([true, false, null]);
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(made);
    expect((await list('?flagged=true')).data).toMatchObject([
      { id: made[2], flags: ['disposable_domain'], needsReview: true },
    ]);
    expect((await list('?flagged=false')).data).toHaveLength(4);
    expect((await list('?state=decided')).data).toEqual([]);
    for (const id of [made[0], made[3]])
      expectData(await server.call(server.theirs.key, 'POST', `${REVIEWS}/${id}/decline`, { body: {} }));
    expect((await list('?state=decided')).data.map(({ id }) => id)).toEqual([made[3], made[0]]);
    expect((await list('')).data).toHaveLength(3);
  });
});

describe('flags', () => {
  const flagsOf = async (id: string) => (await attributionOf(id)).flags;

  it('two sign-ups of one mailbox, and the friend who is the referrer under another spelling', async () => {
    await program({ review: 'flagged' });
    const { code } = await link();
    const first = await signUp(code, 'budi.santoso@gmail.com');
    expect(await paid(first!)).toMatchObject({ issued: true });
    const second = await signUp(code, 'BudiSantoso+2@googlemail.com');
    expect(await paid(second!)).toEqual(HELD);
    expect(await flagsOf(second!.id)).toEqual(['same_address']);
    const self = await signUp(code, 'a.ni+x@gmail.com', { referrerEmail: 'ani@gmail.com' });
    expect(await paid(self!)).toEqual(HELD);
    // The same mailbox by way of another link is no friend of this one's.
    const other = await signUp((await link()).code, 'budisantoso@gmail.com');
    expect(await paid(other!)).toMatchObject({ issued: true });
    // What was compared is kept nowhere in clear.
    expect(
      JSON.stringify(await attributionOf(second!.id), (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v)),
    ).not.toMatch(/budi/i);
  });

  it('a friend with the mailbox of the referrer, whom nobody named at the sign-up and who is no contact', async () => {
    await program({ review: 'flagged' });
    const { accountId } = server.ours;
    const box = unique('box');
    const [plain, gmail, friend] = [await link(), await link(), await link()];
    await makeContact(database(), accountId, { externalRef: plain.customerId, email: `${box}@example.test` });
    await makeContact(database(), accountId, { externalRef: gmail.customerId, email: `${box}+a@gmail.com` });
    // Known by their own sign-up alone.
    const before = expectData(
      await ours.signup({
        refereeCustomerId: friend.customerId,
        refereeEmail: `${box}.b@googlemail.com`,
        linkCode: plain.code,
      }),
    ).attribution;
    expect(await flagsOf(before.id)).toEqual([]);
    for (const [code, email] of [
      [plain.code, `${box}@example.test`],
      [gmail.code, `${box.slice(0, 4)}.${box.slice(4)}@googlemail.com`],
      [friend.code, `${box}b@gmail.com`],
    ] as const) {
      const self = await signUp(code, email);
      expect(await flagsOf(self!.id)).toEqual(['same_address']);
      expect(await paid(self!)).toEqual(HELD);
    }
    expect(await flagsOf((await signUp(gmail.code, `other${box}@gmail.com`))!.id)).toEqual([]);
  });

  it('a friend whom a merge made one with the referrer, or with another friend; their sign-up after it is refused', async () => {
    await program({ review: 'flagged' });
    const { accountId } = server.ours;
    const shared = await link();
    const merged = async (one: string, other: string, more: object = {}): Promise<void> => {
      const keep = await makeContact(database(), accountId, { externalRef: one });
      const gone = await makeContact(database(), accountId, { externalRef: other, ...more });
      const body = { keepId: keep.id, mergeIds: [gone.id] };
      expectData(await server.call(server.ours.key, 'POST', '/api/v1/contacts/merge', { body }));
    };
    const self = await pending({ link: shared });
    await merged(shared.customerId, self.refereeCustomerId, { email: 'old-mailbox@example.test' });
    expect(await paid(self)).toEqual(HELD);
    expect(await flagsOf(self.id)).toEqual(['same_address']);
    const [one, two] = [await pending({ link: shared }), await pending({ link: shared })];
    await merged(one.refereeCustomerId, two.refereeCustomerId);
    expect(await paid(two)).toEqual(HELD);
    // With the address that the referrer had, and as whom the referrer was.
    expect(await flagsOf((await signUp(shared.code, 'old-mailbox@example.test'))!.id)).toEqual(['same_address']);
    const stranger = unique('friend-');
    await merged((await link()).customerId, stranger);
    const again = await link();
    await merged(again.customerId, `${stranger}-2`);
    const asked = { refereeCustomerId: `${stranger}-2`, refereeEmail: 'x@example.test', linkCode: again.code };
    expect(expectData(await ours.signup(asked)).attribution).toBeNull();
  });

  it('contacts of both sides with one phone or one mailbox', async () => {
    await program({ review: 'flagged' });
    const shared: MadeReferralLink = await link();
    const { accountId } = server.ours;
    await makeContact(database(), accountId, {
      externalRef: shared.customerId,
      phone: '+6281234567001',
      phoneE164: '+6281234567001',
      email: `${unique('w')}@gmail.com`,
    });
    const phone = await pending({ link: shared });
    await makeContact(database(), accountId, {
      externalRef: phone.refereeCustomerId,
      phone: '+6281234567001',
      phoneE164: '+6281234567001',
    });
    expect(await paid(phone)).toEqual(HELD);
    expect(await flagsOf(phone.id)).toEqual(['same_phone']);

    const box = unique('box');
    const [one, two] = [await pending({ link: shared }), await pending({ link: shared })];
    await makeContact(database(), accountId, { externalRef: one.refereeCustomerId, email: `${box}@gmail.com` });
    await makeContact(database(), accountId, { externalRef: two.refereeCustomerId, email: `${box}+shop@gmail.com` });
    expect(await paid(two)).toEqual(HELD);
    expect(await flagsOf(two.id)).toEqual(['same_address']);

    // Somebody else's phone is nobody's business here.
    const free = await pending({ link: await link() });
    await makeContact(database(), accountId, {
      externalRef: free.refereeCustomerId,
      phone: '+6281234567001',
      phoneE164: '+6281234567001',
    });
    expect(await paid(free)).toMatchObject({ issued: true });
  });

  it('a fourth reward of one link within a day, not one of the day after', async () => {
    await program({ review: 'flagged' });
    const shared = await link();
    for (let n = 0; n < 3; n++) expect(await paid(await pending({ link: shared }))).toMatchObject({ issued: true });
    const fourth = await pending({ link: shared });
    expect(await paid(fourth)).toEqual(HELD);
    expect(await flagsOf(fourth.id)).toEqual(['many_in_a_day']);
    const day = new Date(Date.now() - DAY_MS - 1000);
    await database().prisma.referralLink.updateMany({
      where: { id: shared.id },
      data: { lastEarned: [day, day, day] },
    });
    expect(await paid(await pending({ link: shared }))).toMatchObject({ issued: true });
  });

  it('of 20 at once on one link exactly three are rewarded without a person', async () => {
    await program({ review: 'flagged' });
    const shared = await link();
    const made = await Promise.all(Array.from({ length: 20 }, () => pending({ link: shared })));
    const answers = await Promise.all(made.map(paid));
    expect(answers.filter(({ issued }) => issued)).toHaveLength(3);
    expect(answers.filter(({ reason }) => reason === 'held')).toHaveLength(17);
    const row = await database().prisma.referralLink.findFirstOrThrow({ where: { id: shared.id } });
    expect(row).toMatchObject({ rewards: 3, revenue: 600_000n });
  });

  it('an address that is thrown away, at its domain or below it', async () => {
    await program({ review: 'flagged' });
    const { code } = await link();
    const thrown = await signUp(code, `${unique('x')}@mailinator.com`);
    expect(await paid(thrown!)).toEqual(HELD);
    expect(await flagsOf(thrown!.id)).toEqual(['disposable_domain']);
  });

  it('fold an address as Gmail does, by an independent reading, and no other', () => {
    const local = fc.stringMatching(/^[a-z0-9][a-z0-9.+]{0,20}$/);
    /** Letter by letter, without expressions. */
    const read = (text: string): string => {
      let box = '';
      for (const letter of text) {
        if (letter === '+') break;
        if (letter !== '.') box += letter;
      }
      return box;
    };
    fc.assert(
      fc.property(local, fc.constantFrom('gmail.com', 'googlemail.com'), (name, domain) => {
        expect(foldedAddress(`${name}@${domain}`)).toBe(`${read(name)}@gmail.com`);
        expect(foldedAddress(foldedAddress(`${name}@${domain}`))).toBe(foldedAddress(`${name}@${domain}`));
      }),
    );
    fc.assert(
      fc.property(local, fc.constantFrom('yahoo.com', 'gmail.com.example', 'xgmail.com'), (name, domain) => {
        expect(foldedAddress(`${name}@${domain}`)).toBe(`${name}@${domain}`);
      }),
    );
  });
});

describe('people, the worker and refunds at once', () => {
  it('decide a held one once, whoever is first', async () => {
    await program({ holdDays: 1 });
    for (let round = 0; round < 10; round++) {
      const made = await held();
      await database().prisma.referralAttribution.updateMany({
        where: { id: made.id },
        data: { heldUntil: new Date(0) },
      });
      const [approved, declined, voided] = await Promise.all([
        approve(made.id).then(expectData),
        decline(made.id).then(expectData),
        ours.void({ checkoutSessionId: made.qualifyingCheckoutSessionId }).then(expectData),
        releaseDue(server.services, new Date()),
      ]);
      const row = await attributionOf(made.id);
      const codes = await codesOf(made.id);
      // A refund has the last word; before it one of three others may have had its own.
      expect(row.status).toBe('voided');
      expect(codes.every(({ active }) => !active)).toBe(true);
      expect([0, 2]).toContain(codes.length);
      expect(Number(approved.issued) + Number(declined.declined)).toBeLessThanOrEqual(1);
      expect(declined.declined ? !voided.voided : voided.voided).toBe(true);
      const counted = await database().prisma.referralLink.findFirstOrThrow({ where: { id: made.linkId } });
      expect(counted).toMatchObject({ rewards: 0, revenue: 0n });
    }
  });
});
