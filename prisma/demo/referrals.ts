/**
 * Friends who brought friends to Kopi Nusantara: a program, its links and clicks, and sign-ups in every state, with the
 * codes that were earned and the orders that used them. Customers go by the ids of the demo's contacts.
 */
import type { Prisma } from '@/prisma/generated/client';
import { PRICES } from '@/prisma/demo/catalog';
import type { Database } from '@/server/platform/db/client';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];
type Roll = () => number;

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** The worker expires what is over every five minutes. */
const SWEEP = 5 * 60 * 1000;

/** Days ago. */
const BEGAN = 82;
const LINKS = 38;
const CUSTOMERS = 420;
/** Every eleventh customer has a link; the others may be friends. */
const STRIDE = 11;
/** What costs more is for shops. */
const HOUSEHOLD = 400_000;
const CURRENCY = 'IDR';
/** Days ago, for a few days: nothing was counted, and who paid then got nothing. */
const PAUSE = { from: 44, to: 40 };
/** Of the hub. */
const CAMPAIGN = 'Pelanggan setia';

const PROGRAM = {
  enabled: true,
  rewardType: 'percent',
  referrerValue: 15n,
  refereeValue: 10n,
  currency: CURRENCY,
  minPurchaseAmount: 100_000n,
  rewardExpiryDays: 60,
  attributionWindowDays: 30,
  maxRewardsPerReferrer: 6,
  existingCustomers: 'refuse',
  review: 'flagged',
  programTerms: [
    '**Ajak teman ngopi, dua-duanya hemat.**',
    '- Teman yang diajak harus **pelanggan baru**.\n- Hadiah terbit begitu pesanan pertama teman lunas, minimal Rp100.000.\n- Satu kode per pesanan, tidak bisa diuangkan.',
    'Kalau pesanannya dikembalikan, kode yang belum dipakai kami tarik lagi.',
  ].join('\n\n'),
} as const;

const LINK_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** A-Z and 2-9 without I and O (docs/contract/referrals.md#reward-codes). */
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const isPaused = (instant: Date, at: Date): boolean => {
  const age = (at.getTime() - instant.getTime()) / DAY;
  return age < PAUSE.from && age > PAUSE.to;
};

/** Different from all before, as a unique index wants them. */
function drawn(roll: Roll, taken: Set<string>, letters: string, length: number): string {
  for (;;) {
    const word = Array.from({ length }, () => letters[Math.floor(roll() * letters.length)]).join('');
    if (taken.has(word)) continue;
    taken.add(word);
    return word;
  }
}

/** Up to so many of one thing, as people at home buy it. */
function orderOf(roll: Roll, most: number): number {
  const prices = PRICES.filter((price) => price <= HOUSEHOLD);
  return (prices[Math.floor(roll() * prices.length)] ?? 0) * (1 + Math.floor(roll() * most));
}

interface Friend {
  linkId: string;
  referrer: string;
  referee: string;
  signedUpAt: Date;
  /** When an order would be paid, if it ever is. */
  wouldPayAt: Date;
}

type Outcome = Omit<
  Prisma.ReferralAttributionCreateManyInput,
  'accountId' | 'programId' | 'linkId' | 'referrerCustomerId' | 'refereeCustomerId' | 'expiresAt' | 'createdAt'
>;

/** Why the last ones wait for somebody to look. */
const FLAGS = [['same_address'], ['many_in_a_day'], ['disposable_domain', 'same_phone']] as const;
/** Days: what was flagged before that is decided. */
const REVIEWED_AFTER = 9;

/** What came of a sign-up by now. `earned`: rewards that the referrer has kept so far. */
function outcomeOf({ signedUpAt, wouldPayAt, referee }: Friend, earned: number, roll: Roll, at: Date): Outcome {
  const over = at.getTime() - signedUpAt.getTime() > PROGRAM.attributionWindowDays * DAY;
  const session = `co_ajak-${referee}`;
  const luck = roll();
  const paid = { qualifyingCheckoutSessionId: session, updatedAt: wouldPayAt };
  if (luck < (over ? 0.66 : 0.5)) {
    if (isPaused(wouldPayAt, at)) return { ...paid, status: 'voided', voidReason: 'program_disabled' };
    if (luck < 0.03) return { ...paid, status: 'voided', voidReason: 'currency_mismatch' };
    if (earned >= PROGRAM.maxRewardsPerReferrer)
      return { ...paid, status: 'voided', voidReason: 'max_rewards_per_referrer' };
    const amount = Math.max(Number(PROGRAM.minPurchaseAmount), orderOf(roll, 3));
    const order = { ...paid, amount: BigInt(amount), currency: CURRENCY };
    if (luck >= 0.42) {
      const held = {
        heldAt: wouldPayAt,
        heldUntil: wouldPayAt,
        flags: [...(FLAGS[Math.floor(roll() * FLAGS.length)] ?? [])],
        needsReview: true,
      };
      if (at.getTime() - wouldPayAt.getTime() < REVIEWED_AFTER * DAY) return { ...order, ...held, status: 'pending' };
      if (luck >= 0.6) {
        const reviewedAt = new Date(wouldPayAt.getTime() + (2 + roll() * 30) * HOUR);
        const reviewNote = 'Nama dan alamatnya sama dengan pengajak.';
        return {
          ...order,
          ...held,
          status: 'voided',
          voidReason: 'declined',
          reviewedAt,
          reviewNote,
          updatedAt: reviewedAt,
        };
      }
    }
    const rewarded = { ...order, rewardedAt: wouldPayAt };
    if (luck < 0.08)
      return {
        ...rewarded,
        status: 'voided',
        voidReason: 'refund',
        updatedAt: new Date(Math.min(at.getTime() - HOUR, wouldPayAt.getTime() + (1 + roll() * 5) * DAY)),
      };
    return { ...rewarded, status: 'rewarded' };
  }
  const began = roll() < 0.4 ? session : null;
  return over
    ? {
        status: 'expired',
        qualifyingCheckoutSessionId: began,
        updatedAt: new Date(signedUpAt.getTime() + PROGRAM.attributionWindowDays * DAY + SWEEP),
      }
    : { status: 'pending', qualifyingCheckoutSessionId: began, updatedAt: signedUpAt };
}

/** More of them in the first weeks. */
function issuedAt(roll: Roll, at: Date): Date {
  const instant = new Date(at.getTime() - (2 + (BEGAN - 7) * (1 - roll() ** 1.6)) * DAY);
  return isPaused(instant, at) ? new Date(instant.getTime() - (PAUSE.from - PAUSE.to) * DAY) : instant;
}

/** Who has a link, and since when. */
function linksOf(accountId: string, programId: string, roll: Roll, at: Date): Prisma.ReferralLinkCreateManyInput[] {
  const taken = new Set<string>();
  return Array.from({ length: LINKS }, (_, index) => ({
    accountId,
    programId,
    customerId: `plg-${1000 + index * STRIDE}`,
    code: drawn(roll, taken, LINK_LETTERS, 8),
    createdAt: issuedAt(roll, at),
  }));
}

type LinkRow = Pick<Prisma.ReferralLinkCreateManyInput, 'customerId' | 'createdAt'> & { id: string; createdAt: Date };

/** Clicks over the life of each link, a few of them sign-ups: a handful of links bring most. */
function visitsOf(
  links: readonly LinkRow[],
  roll: Roll,
  at: Date,
): { clicks: { linkId: string; clickedAt: Date }[]; friends: Friend[] } {
  const strangers = Array.from({ length: CUSTOMERS }, (_, index) => (index * 13) % CUSTOMERS).filter(
    (index) => index % STRIDE !== 0,
  );
  const clicks: { linkId: string; clickedAt: Date }[] = [];
  const friends: Friend[] = [];
  links.forEach(({ id: linkId, customerId, createdAt }) => {
    const life = at.getTime() - HOUR - createdAt.getTime();
    const liked = 2 + Math.floor(70 * roll() ** 3);
    for (let visit = 0; visit < liked; visit++) {
      const clickedAt = new Date(createdAt.getTime() + roll() ** 1.2 * life);
      if (isPaused(clickedAt, at)) continue;
      clicks.push({ linkId, clickedAt });
      const stranger = roll() < 0.19 ? strangers.pop() : undefined;
      if (stranger === undefined) continue;
      const signedUpAt = new Date(clickedAt.getTime() + (1 + roll() * 40) * 60_000);
      const time = Math.min(at.getTime() - signedUpAt.getTime(), (PROGRAM.attributionWindowDays - 1) * DAY);
      friends.push({
        linkId,
        referrer: customerId,
        referee: `plg-${1000 + stranger}`,
        signedUpAt,
        wouldPayAt: new Date(signedUpAt.getTime() + (0.02 + roll() ** 2 * 0.95) * time),
      });
    }
  });
  // The cap counts rewards in the order in which they were earned.
  return { clicks, friends: friends.sort((one, other) => one.wouldPayAt.getTime() - other.wouldPayAt.getTime()) };
}

type Attribution = Awaited<ReturnType<Transaction['referralAttribution']['createManyAndReturn']>>[number];
type Code = Prisma.DiscountCodeCreateManyInput & { sourceRefId: string; createdAt: Date };

const SIDES = [
  { source: 'referral_referrer', value: PROGRAM.referrerValue, used: 0.6 },
  { source: 'referral_referee', value: PROGRAM.refereeValue, used: 0.5 },
] as const;

/** Both codes of everybody who earned them; a refund took back those that nobody had used. */
function codesOf(
  attributions: readonly Attribution[],
  marketingCampaignId: string | null,
  roll: Roll,
  at: Date,
): { codes: Code[]; uses: { code: string; customerId: string; redeemedAt: Date; amount: number }[] } {
  const taken = new Set<string>();
  const uses: { code: string; customerId: string; redeemedAt: Date; amount: number }[] = [];
  const codes = attributions.flatMap(
    ({ id, accountId, rewardedAt, status, updatedAt, referrerCustomerId, refereeCustomerId }) => {
      if (rewardedAt === null) return [];
      return SIDES.map(({ source, value, used }): Code => {
        const word = drawn(roll, taken, CODE_LETTERS, source === 'referral_referrer' ? 8 : 6);
        const code = source === 'referral_referrer' ? `REF-${word.slice(0, 4)}-${word.slice(4)}` : `WELCOME-${word}`;
        const until = Math.min(
          at.getTime() - HOUR,
          status === 'voided' ? updatedAt.getTime() : rewardedAt.getTime() + PROGRAM.rewardExpiryDays * DAY,
        );
        const redeemedAt = new Date(rewardedAt.getTime() + roll() * (until - rewardedAt.getTime()));
        const isUsed =
          until > rewardedAt.getTime() && roll() < used * Math.min(1, (until - rewardedAt.getTime()) / (10 * DAY));
        if (isUsed) {
          uses.push({
            code,
            customerId: source === 'referral_referrer' ? referrerCustomerId : refereeCustomerId,
            redeemedAt,
            amount: Math.floor((orderOf(roll, 2) * Number(value)) / 100),
          });
        }
        const takenBack = status === 'voided' && !isUsed;
        return {
          accountId,
          code,
          type: PROGRAM.rewardType,
          value,
          currency: CURRENCY,
          scope: 'cart',
          maxUsesTotal: 1,
          maxUsesPerCustomer: 1,
          redemptionCount: isUsed ? 1 : 0,
          source,
          sourceRefId: id,
          marketingCampaignId,
          active: !takenBack,
          expiresAt: new Date(rewardedAt.getTime() + PROGRAM.rewardExpiryDays * DAY),
          createdAt: rewardedAt,
          updatedAt: takenBack ? updatedAt : rewardedAt,
        };
      });
    },
  );
  return { codes, uses };
}

async function makeCodes(
  transaction: Transaction,
  program: { accountId: string; marketingCampaignId: string | null },
  attributions: readonly Attribution[],
  roll: Roll,
  at: Date,
): Promise<void> {
  const { accountId, marketingCampaignId } = program;
  const { codes, uses } = codesOf(attributions, marketingCampaignId, roll, at);
  const rows = await transaction.discountCode.createManyAndReturn({ data: codes, select: { id: true, code: true } });
  const ids = new Map(rows.map((row) => [row.code, row.id]));
  const used = uses.map((use) => ({ ...use, discountCodeId: ids.get(use.code) ?? '' }));
  await transaction.discountRedemption.createMany({
    data: used.map(({ code, discountCodeId, customerId, redeemedAt, amount }) => ({
      accountId,
      discountCodeId,
      checkoutSessionId: `co_${code.toLowerCase()}`,
      appliedAmount: BigInt(amount),
      appliedShipping: 0n,
      currency: CURRENCY,
      customerId,
      externalSource: 'toko-online',
      externalRef: `INV-${code}`,
      redeemedAt,
    })),
  });
  await transaction.discountCustomerUse.createMany({
    data: used.map(({ discountCodeId, customerId }) => ({ accountId, discountCodeId, customerId, uses: 1 })),
  });
  await transaction.$executeRaw`
    UPDATE "ReferralAttribution" a SET "referrerCodeId" = mine.id, "refereeCodeId" = theirs.id FROM "DiscountCode" mine, "DiscountCode" theirs
    WHERE a."accountId" = ${accountId} AND mine."accountId" = ${accountId} AND mine."sourceRefId" = a.id AND mine.source = 'referral_referrer'
      AND theirs."accountId" = ${accountId} AND theirs."sourceRefId" = a.id AND theirs.source = 'referral_referee'`;
}

async function makeAttributions(
  transaction: Transaction,
  accountId: string,
  programId: string,
  friends: readonly Friend[],
  roll: Roll,
  at: Date,
): Promise<Attribution[]> {
  const earned = new Map<string, number>();
  const rows = await transaction.referralAttribution.createManyAndReturn({
    data: friends.map((friend) => {
      const outcome = outcomeOf(friend, earned.get(friend.referrer) ?? 0, roll, at);
      if (outcome.status === 'rewarded') earned.set(friend.referrer, (earned.get(friend.referrer) ?? 0) + 1);
      return {
        accountId,
        programId,
        linkId: friend.linkId,
        referrerCustomerId: friend.referrer,
        refereeCustomerId: friend.referee,
        externalSource: 'toko-online',
        externalRef: friend.referee,
        expiresAt: new Date(friend.signedUpAt.getTime() + PROGRAM.attributionWindowDays * DAY),
        createdAt: friend.signedUpAt,
        ...outcome,
      };
    }),
  });
  await transaction.referralCheckout.createMany({
    data: rows.flatMap(({ id, qualifyingCheckoutSessionId: checkoutSessionId }) =>
      checkoutSessionId === null ? [] : [{ checkoutSessionId, accountId, attributionId: id }],
    ),
  });
  // What fulfil reports what was bought.
  await transaction.purchase.createMany({
    data: rows.flatMap(({ qualifyingCheckoutSessionId: checkoutSessionId, rewardedAt, amount: value, currency }) =>
      checkoutSessionId === null || rewardedAt === null
        ? []
        : [
            {
              ...{ accountId, checkoutSessionId, toldBy: 'fulfil', valueFrom: 'fulfil', value, currency },
              ...{ at: rewardedAt, createdAt: rewardedAt, updatedAt: rewardedAt },
            },
          ],
    ),
  });
  return rows;
}

export async function makeReferrals(
  transaction: Transaction,
  accountId: string,
  userId: string,
  roll: Roll,
  at: Date,
): Promise<void> {
  const began = new Date(at.getTime() - BEGAN * DAY);
  const campaign = await transaction.marketingCampaign.findFirst({
    where: { accountId, name: CAMPAIGN },
    select: { id: true },
  });
  const program = await transaction.referralProgram.create({
    data: {
      accountId,
      ...PROGRAM,
      marketingCampaignId: campaign?.id ?? null,
      createdAt: began,
      updatedAt: new Date(at.getTime() - PAUSE.to * DAY),
    },
  });
  const links = await transaction.referralLink.createManyAndReturn({
    data: linksOf(accountId, program.id, roll, at),
    select: { id: true, customerId: true, createdAt: true },
  });
  await transaction.referralRefusal.createMany({
    data: Array.from({ length: 24 }, (_, index) => ({
      accountId,
      day: new Date(new Date(at.getTime() - index * DAY).toISOString().slice(0, 10)),
      reason: index % 7 === 3 ? 'self_referral' : index % 5 === 1 ? 'unknown_code' : 'existing_customer',
      count: 1 + Math.floor(roll() * 3),
    })),
  });
  const { clicks, friends } = visitsOf(links, roll, at);
  await transaction.referralClick.createMany({ data: clicks.map((click) => ({ accountId, ...click })) });
  const attributions = await makeAttributions(transaction, accountId, program.id, friends, roll, at);
  await makeCodes(transaction, program, attributions, roll, at);
  // The counters that the calls would have kept.
  await transaction.$executeRaw`
    UPDATE "ReferralLink" l SET clicks = c.clicks, signups = coalesce(f.signups, 0), rewards = coalesce(f.rewards, 0), revenue = coalesce(f.revenue, 0)
    FROM (SELECT "linkId", count(*)::int AS clicks FROM "ReferralClick" WHERE "accountId" = ${accountId} GROUP BY 1) c
    LEFT JOIN (
      SELECT "linkId", count(*)::int AS signups, count(*) FILTER (WHERE status = 'rewarded')::int AS rewards, coalesce(sum(amount) FILTER (WHERE status = 'rewarded'), 0)::bigint AS revenue
      FROM "ReferralAttribution" WHERE "accountId" = ${accountId} GROUP BY 1) f ON f."linkId" = c."linkId"
    WHERE l."accountId" = ${accountId} AND l.id = c."linkId"`;
  await transaction.auditEntry.createMany({
    data: [
      { age: BEGAN, enabled: true },
      { age: PAUSE.from, enabled: false },
      { age: PAUSE.to, enabled: true },
    ].map(({ age, enabled }) => ({
      accountId,
      actorKind: 'session',
      actorId: userId,
      action: 'referral_program.upsert',
      targetType: 'referral_program',
      targetId: program.id,
      data: { created: age === BEGAN, enabled, rewardType: PROGRAM.rewardType },
      createdAt: new Date(at.getTime() - age * DAY),
    })),
  });
}
