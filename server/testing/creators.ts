/** Briefs, programs and who works in them, as a test wants them: in any state at once, without the steps that lead there. */
import { DAY_MS } from '@/server/platform/lib/durations';
import type { Prisma } from '@/prisma/generated/client';
import type { Database } from '@/server/platform/db/client';
import { castJson } from '@/server/platform/db/stored';
import { madeId } from '@/server/platform/db/new-id';
import { now } from '@/server/platform/lib/clock';
import { makeLinkCode } from '@/server/modules/offers/referrals/codes';
import { unique } from '@/server/testing/factories/unique';

/** Ten percent, of rupiah. */
export const TEN_PERCENT = { type: 'percent', rate: 1000, currency: 'IDR', maxPerOrder: null };

/** A live one that pays ten percent. */
export async function makeProgram(
  { prisma }: Database,
  accountId: string,
  data: Partial<Prisma.ProgramUncheckedCreateInput> = {},
): Promise<string> {
  const at = now();
  const { id } = await prisma.program.create({
    data: {
      accountId,
      name: unique('Program '),
      status: 'live',
      commission: TEN_PERCENT,
      landingUrl: 'https://toko.example/',
      holdDays: 30,
      visibility: 'open',
      activatedAt: at,
      createdAt: at,
      updatedAt: at,
      ...data,
    },
  });
  return id;
}

export const DELIVERABLE = { id: 'd1', platform: 'social_p2', format: 'reel', quantity: 1, notes: null };
const GIFT = { type: 'gift', amount: null, currency: null, programId: null };

/** One that is open, for a gift. */
export async function makeBrief(
  { prisma }: Database,
  accountId: string,
  data: Partial<Prisma.BriefUncheckedCreateInput> = {},
): Promise<string> {
  const at = now();
  const { id } = await prisma.brief.create({
    data: {
      accountId,
      title: unique('Brief '),
      brief: 'Show how you brew it.',
      deliverables: [DELIVERABLE],
      compensation: GIFT,
      status: 'open',
      visibility: 'open',
      publishedAt: at,
      createdAt: at,
      updatedAt: at,
      ...data,
    },
  });
  return id;
}

/** Somebody who applied, unless `data` says otherwise. Of a brief or of a program: one of them is named. */
export async function makeCollaboration(
  { prisma }: Database,
  accountId: string,
  of: { campaignId: string } | { programId: string },
  data: Partial<Prisma.CollaborationUncheckedCreateInput> = {},
): Promise<{ id: string; email: string; linkCode: string | null }> {
  const at = now();
  const row = await prisma.collaboration.create({
    data: {
      accountId,
      ...of,
      kind: 'campaignId' in of ? 'brief' : 'affiliate',
      name: 'Sari Wulandari',
      email: `${unique('sari')}@creators.test`,
      socialHandles: { social_p2: '@sari.seduh' },
      status: 'applied',
      createdAt: at,
      updatedAt: at,
      ...data,
    },
  });
  return { id: row.id, email: row.email, linkCode: row.linkCode };
}

/** Returns the terms that an affiliate of the program agreed on. */
export const agreedOn = (terms: Record<string, unknown> = {}) =>
  castJson({
    name: 'Program',
    commission: TEN_PERCENT,
    customerDiscount: null,
    attributionWindowDays: 30,
    holdDays: 30,
    minPayout: 0,
    newCustomersOnly: false,
    terms: null,
    ...terms,
  });

/** Somebody who is active in a program, with a link. */
export async function makeAffiliate(
  database: Database,
  accountId: string,
  options: {
    programId?: string;
    terms?: Record<string, unknown>;
    data?: Partial<Prisma.CollaborationUncheckedCreateInput>;
  } = {},
): Promise<{ id: string; email: string; linkCode: string; programId: string }> {
  const programId = options.programId ?? (await makeProgram(database, accountId));
  const linkCode = makeLinkCode();
  const made = await makeCollaboration(
    database,
    accountId,
    { programId },
    { status: 'active', linkCode, acceptedAt: now(), terms: agreedOn(options.terms), ...options.data },
  );
  return { ...made, linkCode, programId };
}

/** Somebody who has accepted a brief. */
export async function makeCreator(
  database: Database,
  accountId: string,
  options: {
    campaignId?: string;
    terms?: Record<string, unknown>;
    data?: Partial<Prisma.CollaborationUncheckedCreateInput>;
  } = {},
): Promise<{ id: string; email: string; campaignId: string }> {
  const campaignId = options.campaignId ?? (await makeBrief(database, accountId, { filledSlots: 1 }));
  const terms = castJson({
    title: 'Brief',
    brief: 'Show how you brew it.',
    deliverables: [DELIVERABLE],
    compensation: GIFT,
    disclosure: '#ad',
    usageRightsDays: 30,
    contentDueAt: null,
    ...options.terms,
  });
  const made = await makeCollaboration(
    database,
    accountId,
    { campaignId },
    { status: 'accepted', acceptedAt: now(), terms, ...options.data },
  );
  return { ...made, campaignId };
}

/** One that waits 30 days for refunds, of an order of 100,000. */
export async function makeCommission(
  { prisma }: Database,
  accountId: string,
  { id: collaborationId, programId }: { id: string; programId: string },
  data: Partial<Prisma.CommissionUncheckedCreateInput> = {},
): Promise<string> {
  const at = now();
  const { id } = await prisma.commission.create({
    data: {
      accountId,
      programId,
      collaborationId,
      checkoutSessionId: unique('session-'),
      orderAmount: 100_000n,
      amount: 10_000n,
      currency: 'IDR',
      status: 'pending',
      flags: [],
      terms: TEN_PERCENT,
      releaseAt: new Date(at.getTime() + 30 * DAY_MS),
      occurredAt: at,
      createdAt: at,
      updatedAt: at,
      ...data,
    },
  });
  return id;
}

/** An open one with one line. */
export async function makeStatement(
  database: Database,
  accountId: string,
  affiliate: { id: string; programId: string },
): Promise<string> {
  const at = now();
  const id = madeId();
  const commissionId = await makeCommission(database, accountId, affiliate, { status: 'approved' });
  const { _max: last } = await database.prisma.statement.aggregate({ where: { accountId }, _max: { number: true } });
  await database.prisma.statement.create({
    data: {
      id,
      accountId,
      number: (last.number ?? 0) + 1,
      collaborationId: affiliate.id,
      currency: 'IDR',
      total: 10_000n,
      until: at,
      createdAt: at,
      updatedAt: at,
    },
  });
  await database.prisma.statementLine.create({
    data: {
      accountId,
      statementId: id,
      commissionId,
      kind: 'sale',
      orderAmount: 100_000n,
      amount: 10_000n,
      createdAt: at,
    },
  });
  await database.prisma.commission.updateMany({ where: { accountId, id: commissionId }, data: { statementId: id } });
  return id;
}
