/**
 * What happens at once (docs/contract/referrals.md#fulfilment): an attribution is rewarded once, the cap holds, a
 * session has one owner.
 */
import { describe, expect, it } from 'vitest';
import {
  makeAttribution,
  makeReferralLink,
  makeReferralProgram,
  type MadeAttribution,
} from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { eventually, expectData } from '@/server/testing/http';
import { referralCalls } from '@/server/testing/referrals';
import { useServer } from '@/server/testing/server';

const server = useServer();
const ours = referralCalls(server, () => server.ours.key);
const theirs = referralCalls(server, () => server.theirs.key);

const database = () => server.services.database;
const together = <Result>(count: number, call: (n: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)));
const program = (options: Parameters<typeof makeReferralProgram>[2] = {}) =>
  makeReferralProgram(database(), server.ours.accountId, { maxRewardsPerReferrer: null, enabled: true, ...options });
const pending = (options: Parameters<typeof makeAttribution>[2] = {}) =>
  makeAttribution(database(), server.ours.accountId, options);
const attributionOf = (id: string) => database().prisma.referralAttribution.findFirstOrThrow({ where: { id } });
const codesOf = (ids: string[]) => database().prisma.discountCode.findMany({ where: { sourceRefId: { in: ids } } });

/** Until as many statements wait for a lock. */
const waiting = (count: number) =>
  eventually(async () => {
    const { rows } = await database().pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(rows[0]!.n).toBe(count);
  });

/** Counters, codes and attributions of a link agree, whatever happened. */
async function expectConsistent(linkId: string): Promise<{ rewards: number }> {
  const link = await database().prisma.referralLink.findFirstOrThrow({ where: { id: linkId } });
  const attributions = await database().prisma.referralAttribution.findMany({ where: { linkId } });
  const rewarded = attributions.filter(({ status }) => status === 'rewarded');
  expect(link).toMatchObject({
    signups: attributions.length,
    rewards: rewarded.length,
    revenue: rewarded.reduce((sum, { amount }) => sum + amount!, 0n),
  });
  for (const { id, status, referrerCodeId, refereeCodeId, rewardedAt } of attributions) {
    const codes = await codesOf([id]);
    // Both codes or none, known to their attribution; of what was rewarded and is not any more, none is active.
    expect(codes.map((code) => code.id).sort()).toEqual(
      [referrerCodeId, refereeCodeId].filter((codeId) => codeId !== null).sort(),
    );
    expect(codes).toHaveLength(rewardedAt === null ? 0 : 2);
    expect(codes.every(({ active }) => active === (status === 'rewarded'))).toBe(true);
    if (status === 'rewarded') expect(codes).toHaveLength(2);
  }
  return { rewards: link.rewards };
}

describe('fulfil under a race', () => {
  it('issues once of 20 parallel fulfils of one session, in each of 12 rounds', async () => {
    await program();
    for (let round = 0; round < 12; round++) {
      const { linkId, qualifyingCheckoutSessionId } = await pending();
      const answers = (await together(20, () => ours.fulfill({ checkoutSessionId: qualifyingCheckoutSessionId }))).map(
        (answer) => expectData(answer),
      );
      expect(answers.filter(({ issued }) => issued as boolean)).toHaveLength(1);
      expect(answers.filter(({ reason }) => reason === 'already_fulfilled')).toHaveLength(19);
      expect(await expectConsistent(linkId)).toEqual({ rewards: 1 });
    }
  });

  it('keeps maxRewardsPerReferrer under 50 parallel fulfils of one referrer', async () => {
    for (const maxRewardsPerReferrer of [1, 7]) {
      await program({ maxRewardsPerReferrer });
      const link = await makeReferralLink(database(), server.ours.accountId);
      const made: MadeAttribution[] = [];
      for (let n = 0; n < 50; n++) made.push(await pending({ link }));
      const answers = (
        await Promise.all(
          made.map(({ qualifyingCheckoutSessionId }) =>
            ours.fulfill({ checkoutSessionId: qualifyingCheckoutSessionId }),
          ),
        )
      ).map((answer) => expectData(answer));
      expect(answers.filter(({ issued }) => issued as boolean)).toHaveLength(maxRewardsPerReferrer);
      expect(answers.filter(({ reason }) => reason === 'max_rewards_per_referrer')).toHaveLength(
        50 - maxRewardsPerReferrer,
      );
      expect(await expectConsistent(link.id)).toEqual({ rewards: maxRewardsPerReferrer });
    }
  });

  it('and a void of the same session leave nothing over, whichever is first', async () => {
    await program();
    for (let round = 0; round < 15; round++) {
      const { id, linkId, qualifyingCheckoutSessionId: checkoutSessionId } = await pending();
      const answers = await Promise.all(
        [0, 1, 2].flatMap((n) =>
          [n + round, n + round + 1].map(async (turn) =>
            expectData(await (turn % 2 === 0 ? ours.fulfill : ours.void)({ checkoutSessionId })),
          ),
        ),
      );
      expect(answers.filter((answer) => answer.voided as boolean)).toHaveLength(1);
      expect((await attributionOf(id)).status).toBe('voided');
      expect(await expectConsistent(linkId)).toEqual({ rewards: 0 });
    }
  });

  it('is taken back by a void that began while it was at work, with the codes that the void could not see at first', async () => {
    await program();
    const { id, linkId, qualifyingCheckoutSessionId: checkoutSessionId } = await pending();
    const holder = await database().pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM "ReferralLink" WHERE id = $1 FOR UPDATE', [linkId]);
      const fulfilled = ours.fulfill({ checkoutSessionId });
      await waiting(1);
      const voided = ours.void({ checkoutSessionId });
      await waiting(2);
      await holder.query('COMMIT');
      expect(expectData(await fulfilled).issued).toBe(true);
      expect(expectData(await voided)).toMatchObject({
        voided: true,
        attributionId: id,
        codes: [{ deactivated: true }, { deactivated: true }],
      });
    } finally {
      holder.release();
    }
    expect(await expectConsistent(linkId)).toEqual({ rewards: 0 });
    expect((await codesOf([id])).map(({ active }) => active)).toEqual([false, false]);
  });

  it('and the sweep agree about what is over', async () => {
    await program();
    for (let round = 0; round < 15; round++) {
      const link = await makeReferralLink(database(), server.ours.accountId);
      const stale = await Promise.all([1, 2, 3].map(() => pending({ link, expiresAt: new Date('2020-01-01') })));
      const open = await pending({ link });
      const [swept, ...answers] = await Promise.all([
        server.call(server.platform, 'POST', '/api/v1/referrals/sweeps/expire-pending', {
          onBehalfOf: server.ours.accountId,
        }),
        ...[...stale, open].map(({ qualifyingCheckoutSessionId }) =>
          ours.fulfill({ checkoutSessionId: qualifyingCheckoutSessionId }),
        ),
      ]);
      const reasons = answers.map((answer) => expectData(answer).reason as string | undefined);
      // Each was expired by the one or by the other.
      expect(
        reasons.slice(0, 3).filter((reason) => reason === 'expired').length + (expectData(swept).expired as number),
      ).toBe(3);
      for (const reason of reasons.slice(0, 3)) expect(['expired', 'already_fulfilled']).toContain(reason);
      expect(reasons[3]).toBeUndefined();
      for (const { id } of stale) expect((await attributionOf(id)).status).toBe('expired');
      expect(await expectConsistent(link.id)).toEqual({ rewards: 1 });
    }
  });

  it('and PUT of the program: each fulfil goes by one version of it', async () => {
    const link = await makeReferralLink(database(), server.ours.accountId);
    const versions = [
      { rewardType: 'percent', referrerValue: 11, refereeValue: 12, currency: 'IDR', rewardExpiryDays: 10 },
      { rewardType: 'fixed', referrerValue: 2100, refereeValue: 2200, currency: 'IDR', rewardExpiryDays: 20 },
    ];
    const put = (version: object) =>
      server.call(server.ours.key, 'PUT', '/api/v1/referrals/program', { body: { enabled: true, ...version } });
    expectData(await put(versions[0]!));
    const made: MadeAttribution[] = [];
    for (let n = 0; n < 40; n++) made.push(await pending({ link }));
    await Promise.all([
      ...made.map(async ({ qualifyingCheckoutSessionId }) =>
        expect(expectData(await ours.fulfill({ checkoutSessionId: qualifyingCheckoutSessionId })).issued).toBe(true),
      ),
      ...Array.from({ length: 12 }, async (_, n) => expectData(await put(versions[n % 2]!))),
    ]);
    const known = versions.flatMap(({ rewardType, referrerValue, refereeValue, rewardExpiryDays }) => [
      `referral_referrer ${rewardType} ${referrerValue} ${rewardExpiryDays}`,
      `referral_referee ${rewardType} ${refereeValue} ${rewardExpiryDays}`,
    ]);
    const codes = await codesOf(made.map(({ id }) => id));
    expect(codes).toHaveLength(80);
    for (const { source, type, value, createdAt, expiresAt } of codes)
      expect(known).toContain(
        `${source} ${type} ${value} ${(expiresAt!.getTime() - createdAt.getTime()) / 86_400_000}`,
      );
    // And both codes of an attribution by the same one.
    for (const { id } of made)
      expect(new Set(codes.filter(({ sourceRefId }) => sourceRefId === id).map(({ type }) => type)).size).toBe(1);
    await expectConsistent(link.id);
  });
});

describe('signup under a race', () => {
  it('makes one attribution of 20 parallel sign-ups of one referee through five links, in each of 10 rounds', async () => {
    await program();
    for (let round = 0; round < 10; round++) {
      const links = await together(5, () => makeReferralLink(database(), server.ours.accountId));
      const refereeCustomerId = unique('race-');
      const answers = (
        await together(20, (n) =>
          ours.signup({ refereeCustomerId, refereeEmail: 'budi@example.test', linkCode: links[n % 5]!.code }),
        )
      ).map((answer) => expectData(answer).attribution);
      const won = answers.filter((attribution) => attribution !== null);
      expect(won).toHaveLength(1);
      expect(await database().prisma.referralAttribution.findMany({ where: { refereeCustomerId } })).toMatchObject([
        { id: won[0].id, linkId: won[0].linkId },
      ]);
      for (const { id } of links) await expectConsistent(id);
    }
  });
});

describe('checkout-start under a race', () => {
  const claims = (checkoutSessionId: string) =>
    database().prisma.referralCheckout.findMany({ where: { checkoutSessionId } });

  it('gives a session to one of two customers, in each of 10 rounds', async () => {
    for (let round = 0; round < 10; round++) {
      const made = await together(2, () => pending({ qualifyingCheckoutSessionId: null }));
      const checkoutSessionId = unique('s');
      const answers = (
        await together(10, (n) => ours.checkoutStart({ customerId: made[n % 2]!.refereeCustomerId, checkoutSessionId }))
      ).map((answer) => expectData(answer));
      answers.forEach((answer, n) => expect(answer.attributionId).toBe(made[n % 2]!.id));
      const owners = new Set(
        answers.filter(({ stamped }) => stamped as boolean).map(({ attributionId }) => attributionId as string),
      );
      expect(owners.size).toBe(1);
      const stamped = await Promise.all(made.map(({ id }) => attributionOf(id)));
      expect(
        stamped
          .filter(({ qualifyingCheckoutSessionId }) => qualifyingCheckoutSessionId === checkoutSessionId)
          .map(({ id }) => id),
      ).toEqual([...owners]);
      expect(await claims(checkoutSessionId)).toMatchObject([{ attributionId: [...owners][0] }]);
    }
  });

  it('gives a session to one of two workspaces, in each of 10 rounds', async () => {
    for (let round = 0; round < 10; round++) {
      const [mine, other] = [
        await pending({ qualifyingCheckoutSessionId: null }),
        await makeAttribution(database(), server.theirs.accountId, { qualifyingCheckoutSessionId: null }),
      ];
      const checkoutSessionId = unique('s');
      const answers = await Promise.all(
        [0, 1, 2].flatMap(() => [
          ours.checkoutStart({ customerId: mine.refereeCustomerId, checkoutSessionId }),
          theirs.checkoutStart({ customerId: other.refereeCustomerId, checkoutSessionId }),
        ]),
      );
      const owners = new Set(
        answers
          .map((answer) => expectData(answer))
          .filter(({ stamped }) => stamped as boolean)
          .map(({ attributionId }) => attributionId as string),
      );
      expect(owners.size).toBe(1);
      expect(await claims(checkoutSessionId)).toMatchObject([{ attributionId: [...owners][0] }]);
    }
  });

  it('leaves one customer with one stamp and one claim after 20 different sessions at once, in each of 5 rounds', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, refereeCustomerId } = await pending({ qualifyingCheckoutSessionId: null });
      const sessions = await together(20, async () => {
        const checkoutSessionId = unique('s');
        expect(expectData(await ours.checkoutStart({ customerId: refereeCustomerId, checkoutSessionId }))).toEqual({
          stamped: true,
          attributionId: id,
        });
        return checkoutSessionId;
      });
      const { qualifyingCheckoutSessionId } = await attributionOf(id);
      expect(sessions).toContain(qualifyingCheckoutSessionId);
      expect(await database().prisma.referralCheckout.findMany({ where: { attributionId: id } })).toMatchObject([
        { checkoutSessionId: qualifyingCheckoutSessionId },
      ]);
    }
  });

  it('swaps of sessions between customers neither lock each other out nor end with two owners', async () => {
    const made = await together(4, () => pending());
    const sessions = made.map(({ qualifyingCheckoutSessionId }) => qualifyingCheckoutSessionId!);
    for (let round = 0; round < 10; round++) {
      for (const answer of await together(24, (n) =>
        ours.checkoutStart({
          customerId: made[n % 4]!.refereeCustomerId,
          checkoutSessionId: n % 3 === 0 ? unique('s') : sessions[(n + round) % 4]!,
        }),
      ))
        expectData(answer);
      const rows = await Promise.all(made.map(({ id }) => attributionOf(id)));
      const owned = await database().prisma.referralCheckout.findMany({
        where: { attributionId: { in: made.map(({ id }) => id) } },
      });
      const pairs = (of: { session: string | null; id: string }[]) =>
        of.map(({ session, id }) => `${session} ${id}`).sort();
      expect(pairs(owned.map((each) => ({ session: each.checkoutSessionId, id: each.attributionId })))).toEqual(
        pairs(rows.map((each) => ({ session: each.qualifyingCheckoutSessionId, id: each.id }))),
      );
    }
  });
});
