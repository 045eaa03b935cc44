/**
 * Makes what a test, the demo workspace or a benchmark needs. A factory brings its own parents; what the caller does
 * not mention gets a plausible value of its own, so that tests run side by side.
 */
import { randomUUID } from 'node:crypto';
import type { KeyStore } from '@/server/auth/keys';
import { hashPassword } from '@/server/auth/password';
import type { Role } from '@/server/resources/accounts/vocabulary';
import type { SessionClaims } from '@/server/auth/session';
import type { Prisma } from '@/prisma/generated/client';
import type { Services } from '@/server/context';
import type { Database } from '@/server/db/client';
import { json } from '@/server/db/stored';
import { madeId, orderedId } from '@/server/db/new-id';
import { now as clockNow } from '@/server/lib/clock';
import { toE164 } from '@/server/lib/phone';
import { newToken } from '@/server/resources/accounts/link-token';
import { createAccount } from '@/server/resources/accounts/service';
import { startSession, type Client } from '@/server/resources/accounts/sessions';
import type { PlanId } from '@/server/resources/billing/plans';
import { providerEntry, type ProviderId } from '@/server/providers/catalog';
import { sealCredentials } from '@/server/resources/channels/credentials';
import { identityHash } from '@/server/resources/contacts/identity';
import { sealCredentials as sealIntegration } from '@/server/resources/integrations/credentials';
import { wholeConfig } from '@/server/resources/integrations/integration-rows';
import { makeLinkCode } from '@/server/resources/referrals/codes';
import { sealSecret } from '@/server/resources/pixels/secrets';
import { makeEndpointSecret } from '@/server/resources/webhooks/secrets';
import type { TestKey } from '@/server/testing/sign';

/** Of the clock's looks, so many are more than a millisecond takes; one that a test has stopped shows the same for ever. */
const LOOKS = 100_000;
let last = 0;

/** Now, and in a later millisecond than what was made before: what is made one after the other stands in that order. */
function now(): Date {
  let at = clockNow();
  for (let looks = 0; at.getTime() === last && looks < LOOKS; looks++) at = clockNow();
  last = at.getTime();
  return at;
}

/** Short and unique, for names and codes. */
export const unique = (prefix: string): string => `${prefix}${randomUUID().replaceAll('-', '').slice(0, 12)}`;

let addresses = 0;

/** A client's address that no other call of this process gave: what limits count is apart. */
export function newAddress(): string {
  addresses++;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** A workspace; on svc_internal unless the test is about plans, so that no limit is in the way. `null`: no subscription row. */
export async function makeAccount(
  database: Database,
  options: { name?: string; plan?: PlanId | null } = {},
): Promise<string> {
  const plan = options.plan === undefined ? 'svc_internal' : options.plan;
  const account = await createAccount(
    database,
    { name: options.name ?? unique('Toko '), ...(plan === null ? {} : { plan }) },
    now(),
  );
  return account.id;
}

export interface MadeUser {
  id: string;
  email: string;
  password: string;
}

const PASSWORD = unique('password-');
let passwordHash: Promise<string> | undefined;

/** Hashing takes tens of milliseconds on purpose, so that whoever was given no password has the same one as the others. */
const hashOf = (password: string): Promise<string> =>
  password === PASSWORD ? (passwordHash ??= hashPassword(PASSWORD)) : hashPassword(password);

/** A person of the workspace: its owner when it has none yet, else an admin unless said otherwise. */
export async function makeUser(
  database: Database,
  accountId: string,
  options: { email?: string; name?: string; password?: string; role?: Exclude<Role, 'owner'> } = {},
): Promise<MadeUser> {
  const { password = PASSWORD } = options;
  const email = options.email ?? `${unique('user')}@example.test`;
  const role =
    (await database.prisma.membership.count({ where: { accountId, role: 'owner' } })) === 0
      ? 'owner'
      : (options.role ?? 'admin');
  const at = now();
  const { id } = await database.prisma.user.create({
    data: {
      email,
      name: options.name ?? 'Sari',
      passwordHash: await hashOf(password),
      createdAt: at,
      updatedAt: at,
      memberships: { create: { accountId, role, createdAt: at } },
    },
  });
  return { id, email, password };
}

/** A session as signing in makes it. @returns the Cookie header */
export async function makeSession(
  { database, sessions }: Pick<Services, 'database' | 'sessions'>,
  claims: Omit<SessionClaims, 'sessionVersion'> & { sessionVersion?: number },
  client: Client = { address: '192.0.2.1', userAgent: '' },
): Promise<string> {
  const sessionId = await startSession(database.prisma, claims.sub, client, now());
  return await sessions.issue({ sessionVersion: 1, ...claims, sessionId });
}

/** An open invitation and the token of its link. */
export async function makeInvitation(
  database: Database,
  accountId: string,
  options: Partial<Prisma.InvitationUncheckedCreateInput> = {},
): Promise<{ id: string; token: string }> {
  const at = now();
  const { token, tokenHash } = newToken();
  const { id } = await database.prisma.invitation.create({
    data: {
      accountId,
      tokenHash,
      invitedBy: 'cnobody',
      createdAt: at,
      expiresAt: new Date(at.getTime() + 7 * 86_400_000),
      ...options,
    },
    select: { id: true },
  });
  return { id, token };
}

export interface MadeKey extends TestKey {
  id: string;
}

/** A workspace's key. */
export async function makeKey(
  database: Database,
  keys: KeyStore,
  accountId: string,
  options: {
    name?: string;
    scopes?: string[];
    createdBy?: string;
    createdAt?: Date;
    expiresAt?: Date;
    allowedIps?: string[];
  } = {},
): Promise<MadeKey> {
  const { secret, ...made } = keys.make();
  const { id } = await database.prisma.apiKey.create({
    data: {
      accountId,
      name: options.name ?? 'Test',
      scopes: options.scopes ?? ['read', 'write'],
      createdBy: options.createdBy ?? null,
      createdAt: options.createdAt ?? now(),
      expiresAt: options.expiresAt ?? null,
      allowedIps: options.allowedIps ?? [],
      ...made,
    },
  });
  return { id, keyId: made.keyId, secret };
}

/** A platform's key. @param partnerId null: the operator's own */
export async function makePlatformKey(
  database: Database,
  keys: KeyStore,
  partnerId: string | null = null,
): Promise<MadeKey> {
  const { secret, ...made } = keys.make();
  const { id } = await database.prisma.platformKey.create({
    data: { name: 'Partner', partnerId, createdAt: now(), ...made },
  });
  return { id, keyId: made.keyId, secret };
}

/** A platform that works for merchants. */
export async function makePartner(
  database: Database,
  options: Partial<Prisma.PartnerUncheckedCreateInput> = {},
): Promise<string> {
  const at = now();
  const { id } = await database.prisma.partner.create({
    data: { name: unique('Partner '), identifier: unique('partner-'), createdAt: at, updatedAt: at, ...options },
  });
  return id;
}

/** Links a partner with a workspace. */
export async function makeLink(database: Database, partnerId: string, accountId: string): Promise<void> {
  const at = now();
  await database.prisma.partnerMerchant.create({ data: { partnerId, accountId, linkedAt: at, createdAt: at } });
}

export async function makeMarketingCampaign(
  database: Database,
  accountId: string,
  options: Partial<Prisma.MarketingCampaignUncheckedCreateInput> = {},
): Promise<string> {
  const at = now();
  const { id } = await database.prisma.marketingCampaign.create({
    data: { accountId, name: unique('Campaign '), createdAt: at, updatedAt: at, ...options },
  });
  return id;
}

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

/** A contact with an e-mail and no phone unless told otherwise; its identity follows from both. */
export async function makeContact(
  database: Database,
  accountId: string,
  options: Partial<Prisma.ContactUncheckedCreateInput> = {},
): Promise<{ id: string; email: string | null; phone: string | null }> {
  const at = now();
  const { email = `${unique('person')}@example.test`, phone = null } = options;
  const phoneE164 = phone === null ? null : toE164(phone, 'ID');
  return await database.prisma.contact.create({
    data: {
      accountId,
      phoneE164,
      createdAt: at,
      updatedAt: at,
      ...options,
      email,
      phone,
      identityHash: identityHash(email, phone),
    },
    select: { id: true, email: true, phone: true },
  });
}

/** A list with these members. */
export async function makeContactList(
  database: Database,
  accountId: string,
  { contactIds = [], ...options }: Partial<Prisma.ContactListUncheckedCreateInput> & { contactIds?: string[] } = {},
): Promise<{ id: string; name: string }> {
  const at = now();
  const list = await database.prisma.contactList.create({
    data: { accountId, name: unique('List '), createdAt: at, updatedAt: at, ...options },
    select: { id: true, name: true },
  });
  await database.prisma.contactListMember.createMany({
    data: contactIds.map((contactId) => ({ accountId, listId: list.id, contactId, addedAt: at })),
  });
  return list;
}

/** What the catalogue asks for, filled in. */
export const plausibleCredentials = (provider: ProviderId): Record<string, string> =>
  Object.fromEntries(
    providerEntry(provider)
      .credentials.filter(({ required, key }) => required || key === 'serverKey')
      .map(({ key }) => [key, /url$/i.test(key) ? 'https://hooks.example.com/a' : `test-${key}`]),
  );

export interface MadeChannel {
  id: string;
  provider: ProviderId;
}

/** An active channel: e-mail over Resend unless told otherwise. */
export async function makeChannel(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  accountId: string,
  options: Partial<
    Pick<
      Prisma.ChannelIntegrationUncheckedCreateInput,
      'displayName' | 'status' | 'externalId' | 'createdAt' | 'via' | 'expiresAt'
    >
  > & { provider?: ProviderId; credentials?: Record<string, string>; config?: Prisma.InputJsonObject } = {},
): Promise<MadeChannel> {
  const {
    provider = 'email_p1',
    credentials = plausibleCredentials(provider),
    config = { fromEmail: 'halo@example.com', fromNumber: '+6281234567890' },
    ...more
  } = options;
  const id = madeId();
  const at = now();
  await database.prisma.channelIntegration.create({
    data: {
      id,
      accountId,
      provider,
      displayName: unique('Channel '),
      status: 'active',
      config,
      credentials: sealCredentials(settings.appSecrets, { accountId, channelId: id }, credentials),
      credentialKeys: Object.keys(credentials),
      lastSyncedAt: at,
      createdAt: at,
      updatedAt: at,
      ...more,
    },
  });
  return { id, provider };
}

/** A draft e-mail to nobody over Resend unless told otherwise. */
export async function makeBroadcast(
  database: Database,
  accountId: string,
  options: Partial<Prisma.BroadcastUncheckedCreateInput> = {},
): Promise<{ id: string }> {
  const at = now();
  return await database.prisma.broadcast.create({
    data: {
      accountId,
      name: unique('Broadcast '),
      providers: ['email_p1'],
      content: { email: { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' } },
      audience: {},
      createdAt: at,
      updatedAt: at,
      ...options,
    },
    select: { id: true },
  });
}

/** A queued e-mail with a content of its own unless told otherwise. */
export async function makeMessage(
  database: Database,
  accountId: string,
  options: Partial<Prisma.MarketingMessageUncheckedCreateInput> & {
    channelIntegrationId: string;
    content?: Prisma.InputJsonObject;
    family?: string;
  },
): Promise<{ id: string }> {
  const {
    content = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' },
    family = 'email',
    contentId,
    ...more
  } = options;
  const at = now();
  const snapshot =
    contentId ??
    (
      await database.prisma.messageContent.create({
        data: { accountId, family, content, createdAt: at },
        select: { id: true },
      })
    ).id;
  return await database.prisma.marketingMessage.create({
    data: {
      accountId,
      provider: 'email_p1',
      recipient: `${unique('user')}@example.test`,
      status: 'queued',
      createdAt: at,
      updatedAt: at,
      claimableAt: at,
      ...more,
      contentId: snapshot,
    },
    select: { id: true },
  });
}

/** A segment of the workspace's own: whoever has an e-mail address, unless told otherwise. */
export async function makeSegment(
  database: Database,
  accountId: string,
  options: Partial<Prisma.AudienceSegmentUncheckedCreateInput> = {},
): Promise<{ id: string; name: string }> {
  const at = now();
  const definition = { match: 'all', groups: [{ match: 'all', conditions: [{ field: 'email', op: 'is_set' }] }] };
  return await database.prisma.audienceSegment.create({
    data: { accountId, name: unique('Segment '), definition, createdAt: at, updatedAt: at, ...options },
    select: { id: true, name: true },
  });
}

/** A product of the mirror that Google would take, unless told otherwise. */
export async function makeFeedProduct(
  database: Database,
  accountId: string,
  options: Partial<Prisma.FeedProductUncheckedCreateInput> = {},
): Promise<{ id: string; externalRef: string }> {
  const externalRef = unique('sku-');
  return await database.prisma.feedProduct.create({
    data: {
      accountId,
      externalRef,
      slug: externalRef,
      name: 'Kemeja Linen',
      description: 'Kemeja linen lengan panjang.',
      priceCents: 150_000n,
      currency: 'IDR',
      available: true,
      imageUrl: 'https://toko.example/kemeja.jpg',
      brand: 'Toko',
      updatedAt: now(),
      ...options,
    },
    select: { id: true, externalRef: true },
  });
}

/** A saved config of the feed, of the defaults unless told otherwise. */
export async function makeFeedConfig(
  database: Database,
  accountId: string,
  options: Partial<Prisma.FeedConfigUncheckedCreateInput> = {},
): Promise<void> {
  const at = now();
  await database.prisma.feedConfig.create({ data: { accountId, createdAt: at, updatedAt: at, ...options } });
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

/** A draft unless told otherwise. */
export async function makeBlogPost(
  database: Database,
  accountId: string,
  options: Partial<Prisma.BlogPostUncheckedCreateInput> = {},
): Promise<{ id: string; slug: string; title: string }> {
  const at = now();
  return await database.prisma.blogPost.create({
    data: {
      accountId,
      slug: unique('post-'),
      title: unique('Post '),
      body: 'First paragraph.\n\nSecond.',
      createdAt: at,
      updatedAt: at,
      ...options,
    },
    select: { id: true, slug: true, title: true },
  });
}

/** A webhook endpoint that is told of everything; `secret` in the clear. Its address is not checked: tests listen on the loopback. */
export async function makeWebhookEndpoint(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  accountId: string,
  options: Partial<Omit<Prisma.WebhookEndpointUncheckedCreateInput, 'id' | 'secret' | 'secretPreview'>> = {},
): Promise<{ id: string; url: string; secret: string }> {
  const id = madeId();
  const at = now();
  const { secret, sealed, preview } = makeEndpointSecret(settings.appSecrets, id);
  const { url } = await database.prisma.webhookEndpoint.create({
    data: {
      id,
      accountId,
      url: 'https://hooks.example.com/laris',
      secret: sealed,
      secretPreview: preview,
      createdAt: at,
      updatedAt: at,
      ...options,
    },
  });
  return { id, url, secret };
}

/** A delivery row that waits to be sent. */
export async function makeWebhookDelivery(
  database: Database,
  accountId: string,
  options: Partial<Prisma.WebhookDeliveryUncheckedCreateInput> & { endpointId: string },
): Promise<{ id: string; eventId: string }> {
  const at = now();
  const { eventId = madeId(), type = 'svc.contact.created.v1' } = options;
  return await database.prisma.webhookDelivery.create({
    data: {
      accountId,
      eventId,
      type,
      payload: { id: eventId, type, createdAt: at.toISOString(), accountId, data: { contact: { id: 'c1' } } },
      id: orderedId(options.createdAt === undefined ? at : new Date(options.createdAt)),
      claimableAt: at,
      nextRetryAt: at,
      createdAt: at,
      updatedAt: at,
      ...options,
    },
    select: { id: true, eventId: true },
  });
}

/** An entry of the audit log: the system made a code, now, unless told otherwise. */
export async function makeAuditEntry(
  database: Database,
  accountId: string,
  options: Partial<Prisma.AuditEntryUncheckedCreateInput> = {},
): Promise<{ id: string; createdAt: Date }> {
  return await database.prisma.auditEntry.create({
    data: {
      accountId,
      actorKind: 'system',
      action: 'discount_code.create',
      targetType: 'discount_code',
      targetId: unique('c'),
      data: { code: unique('CODE') },
      createdAt: now(),
      ...options,
    },
    select: { id: true, createdAt: true },
  });
}

/** A shop that is connected, which brings no products unless said otherwise. */
export async function makeIntegration(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  accountId: string,
  options: Partial<Prisma.IntegrationUncheckedCreateInput> = {},
): Promise<{ id: string }> {
  const at = now();
  const id = madeId();
  return await database.prisma.integration.create({
    data: {
      id,
      accountId,
      provider: 'http_generic',
      externalId: id,
      displayName: 'Toko',
      status: 'active',
      config: json(wholeConfig('http_generic', { sync: { products: false } })),
      bringsProducts: false,
      credentials: sealIntegration(settings.appSecrets, { id, accountId }, { secret: 'whsec_test' }),
      refusedAt: [],
      activatedAt: at,
      createdAt: at,
      updatedAt: at,
      ...options,
    },
    select: { id: true },
  });
}

/** A run of an integration, ended unless it is queued, that refused a row. */
export async function makeRun(
  database: Database,
  accountId: string,
  options: { integrationId: string } & Partial<Prisma.IntegrationRunUncheckedCreateInput>,
): Promise<{ id: string }> {
  const at = now();
  const status = options.status ?? 'partial';
  const run = await database.prisma.integrationRun.create({
    data: {
      accountId,
      kind: 'backfill',
      resource: 'orders',
      total: 2,
      done: 2,
      created: 1,
      refused: 1,
      startedAt: at,
      since: at,
      createdAt: at,
      updatedAt: at,
      ...(status === 'queued' ? { dueAt: at } : { finishedAt: at }),
      ...options,
      status,
    },
    select: { id: true },
  });
  await database.prisma.integrationRefusal.create({
    data: { accountId, runId: run.id, position: 0, ref: 'o-1', reason: 'amount: must be a number' },
  });
  return run;
}

/** A code in a shop that would not take it. @returns the code's id */
export async function makeCodeInShop(
  database: Database,
  accountId: string,
  { integrationId }: { integrationId: string },
): Promise<string> {
  const at = now();
  const { id: discountCodeId } = await makeDiscountCode(database, accountId);
  const reason = 'TAKEN_IN_SHOP';
  await database.prisma.integrationCode.create({
    data: {
      accountId,
      integrationId,
      discountCodeId,
      state: 'failed',
      reason,
      pushedAt: at,
      createdAt: at,
      updatedAt: at,
    },
  });
  return discountCodeId;
}

/** A paid order of the shop `toko`. */
export async function makeOrder(
  database: Database,
  accountId: string,
  options: Partial<Prisma.OrderUncheckedCreateInput> = {},
): Promise<{ id: string; externalRef: string }> {
  const externalRef = unique('order-');
  return await database.prisma.order.create({
    data: {
      accountId,
      externalSource: 'toko',
      externalRef,
      checkoutSessionId: `toko:${externalRef}`,
      amount: 150_000n,
      refunded: 0n,
      currency: 'IDR',
      status: 'paid',
      discountCodes: ['HEMAT'],
      items: [{ productRef: 'sku-1', name: 'Kemeja Linen', quantity: 1, price: 150_000 }],
      placedAt: now(),
      paidAt: now(),
      sourceUpdatedAt: now(),
      createdAt: now(),
      updatedAt: now(),
      ...options,
    },
    select: { id: true, externalRef: true },
  });
}

/** An open checkout of the shop `toko`, begun now. */
export async function makeCheckout(
  database: Database,
  accountId: string,
  options: Partial<Prisma.CheckoutUncheckedCreateInput> = {},
): Promise<{ id: string; externalRef: string }> {
  return await database.prisma.checkout.create({
    data: {
      accountId,
      externalSource: 'toko',
      externalRef: unique('checkout-'),
      value: 150_000n,
      currency: 'IDR',
      items: [],
      status: 'open',
      madeAt: now(),
      sourceUpdatedAt: now(),
      createdAt: now(),
      updatedAt: now(),
      ...options,
    },
    select: { id: true, externalRef: true },
  });
}
