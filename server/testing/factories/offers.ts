/** Factories of the offers area: codes, reminders of carts, pixels, referrals. */
import type { Prisma } from '@/prisma/generated/client';
import type { Services } from '@/server/platform/access/context';
import type { Database } from '@/server/platform/db/client';
import { makeLinkCode } from '@/server/modules/offers/referrals/codes';
import { sealSecret } from '@/server/modules/offers/pixels/secrets';
import { now, unique } from '@/server/testing/factories/unique';

/** A code: 10 % off any IDR cart unless told otherwise. */
export async function makeDiscountCode(
  database: Database,
  accountId: string,
  options: Partial<Prisma.DiscountCodeUncheckedCreateInput> = {},
): Promise<{ id: string; code: string }> {
  const at = now();
  return await database.prisma.discountCode.create({
    data: {
      accountId,
      code: unique('CODE').toUpperCase(),
      type: 'percent',
      value: 10n,
      currency: 'IDR',
      scope: 'cart',
      createdAt: at,
      updatedAt: at,
      ...options,
    },
    select: { id: true, code: true },
  });
}

/** Pixels that send purchases to Meta, without a test code unless told otherwise. */
export async function makePixels(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  accountId: string,
  {
    token = unique('EAA'),
    testCode = null,
    ...options
  }: Partial<Omit<Prisma.MerchantPixelsUncheckedCreateInput, 'adPixelACapiAccessToken' | 'adPixelATestEventCode'>> & {
    token?: string | null;
    testCode?: string | null;
  } = {},
): Promise<{ pixelId: string | null; token: string | null }> {
  const at = now();
  const { adPixelAId = String(Math.floor(1e15 + Math.random() * 8e15)) } = options;
  await database.prisma.merchantPixels.create({
    data: {
      accountId,
      createdAt: at,
      updatedAt: at,
      ...options,
      adPixelAId,
      adPixelACapiAccessToken: sealSecret(settings.appSecrets, accountId, 'adPixelACapiAccessToken', token),
      adPixelATestEventCode: sealSecret(settings.appSecrets, accountId, 'adPixelATestEventCode', testCode),
    },
  });
  return { pixelId: adPixelAId, token };
}

/** The saved config of cart reminders: switched on, after four hours, unless told otherwise. */
export async function makeCartConfig(
  database: Database,
  accountId: string,
  options: Partial<Prisma.AbandonedCartConfigUncheckedCreateInput> = {},
): Promise<void> {
  const at = now();
  await database.prisma.abandonedCartConfig.create({
    data: {
      accountId,
      enabled: true,
      delayHours: 4,
      emailSubject: 'Masih ada di keranjang',
      emailPreview: 'Lanjutkan belanja',
      createdAt: at,
      updatedAt: at,
      ...options,
    },
  });
}

/** A reminder of a cart with one line, sent now and not recovered, unless told otherwise. */
export async function makeReminder(
  database: Database,
  accountId: string,
  options: Partial<Prisma.AbandonedCartReminderUncheckedCreateInput> = {},
): Promise<{ id: string; email: string; customerId: string; cartId: string }> {
  return await database.prisma.abandonedCartReminder.create({
    data: {
      accountId,
      customerId: unique('customer-'),
      cartId: unique('cart-'),
      email: `${unique('buyer')}@example.test`,
      valueAtSend: 150_000n,
      currencyAtSend: 'IDR',
      sentAt: now(),
      cartSnapshot: { items: [{ name: 'Kemeja Linen', quantity: 1, price: 150_000 }] },
      ...options,
    },
    select: { id: true, email: true, customerId: true, cartId: true },
  });
}

/** A buyer who wants no reminders since now, unless told otherwise. */
export async function makeCartSuppression(
  database: Database,
  accountId: string,
  options: Partial<Prisma.BuyerEmailPreferenceUncheckedCreateInput> = {},
): Promise<{ id: string; email: string }> {
  return await database.prisma.buyerEmailPreference.create({
    data: {
      accountId,
      email: `${unique('buyer')}@example.test`,
      abandonedCartOptOut: true,
      optedOutAt: now(),
      ...options,
    },
    select: { id: true, email: true },
  });
}

/** The workspace's program, enabled: 15 % for the referrer, 10 % for the referee, in IDR, unless told otherwise. Made anew, it takes the place of the old one. */
export async function makeReferralProgram(
  database: Database,
  accountId: string,
  options: Partial<Prisma.ReferralProgramUncheckedCreateInput> = {},
): Promise<{ id: string }> {
  const at = now();
  const program = {
    enabled: true,
    rewardType: 'percent',
    referrerValue: 15n,
    refereeValue: 10n,
    currency: 'IDR',
    createdAt: at,
    updatedAt: at,
    ...options,
  };
  return await database.prisma.referralProgram.upsert({
    where: { accountId },
    create: { accountId, ...program },
    update: program,
    select: { id: true },
  });
}

export interface MadeReferralLink {
  id: string;
  programId: string;
  customerId: string;
  code: string;
}

/** A customer's link; brings an enabled program where the workspace has none. */
export async function makeReferralLink(
  database: Database,
  accountId: string,
  options: Partial<Prisma.ReferralLinkUncheckedCreateInput> = {},
): Promise<MadeReferralLink> {
  const programId =
    options.programId ??
    (await database.prisma.referralProgram.findUnique({ where: { accountId }, select: { id: true } }))?.id ??
    (await makeReferralProgram(database, accountId)).id;
  return await database.prisma.referralLink.create({
    data: { accountId, customerId: unique('referrer-'), code: makeLinkCode(), createdAt: now(), ...options, programId },
    select: { id: true, programId: true, customerId: true, code: true },
  });
}

export interface MadeAttribution {
  id: string;
  linkId: string;
  referrerCustomerId: string;
  refereeCustomerId: string;
  qualifyingCheckoutSessionId: string | null;
}

/** A pending attribution with 30 days left and, unless told otherwise, a checkout session of its own; brings its link, and counts as its sign-up. */
export async function makeAttribution(
  database: Database,
  accountId: string,
  { link, ...options }: Partial<Prisma.ReferralAttributionUncheckedCreateInput> & { link?: MadeReferralLink } = {},
): Promise<MadeAttribution> {
  const { id: linkId, programId, customerId } = link ?? (await makeReferralLink(database, accountId));
  const at = now();
  const session =
    options.qualifyingCheckoutSessionId === undefined ? unique('session-') : options.qualifyingCheckoutSessionId;
  const made = await database.prisma.referralAttribution.create({
    data: {
      accountId,
      programId,
      linkId,
      referrerCustomerId: customerId,
      refereeCustomerId: unique('referee-'),
      expiresAt: new Date(at.getTime() + 30 * 24 * 60 * 60 * 1000),
      createdAt: at,
      updatedAt: at,
      ...options,
      qualifyingCheckoutSessionId: session,
    },
    select: {
      id: true,
      linkId: true,
      referrerCustomerId: true,
      refereeCustomerId: true,
      qualifyingCheckoutSessionId: true,
    },
  });
  if (session !== null)
    await database.prisma.referralCheckout.create({
      data: { accountId, attributionId: made.id, checkoutSessionId: session },
    });
  await database.prisma.referralLink.update({
    where: { accountId_id: { accountId, id: linkId } },
    data: { signups: { increment: 1 } },
  });
  return made;
}
