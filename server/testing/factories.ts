/**
 * Makes what a test, the demo workspace or a benchmark needs. A factory brings its own parents; what the caller does
 * not mention gets a plausible value of its own, so that tests run side by side.
 */
import { randomUUID } from 'node:crypto';
import type { KeyStore } from '@/server/auth/keys';
import { hashPassword } from '@/server/auth/password';
import type { Prisma } from '@/prisma/generated/client';
import type { Services } from '@/server/context';
import type { Database } from '@/server/db/client';
import { now } from '@/server/lib/clock';
import { toE164 } from '@/server/lib/phone';
import { createAccount } from '@/server/resources/accounts/service';
import type { PlanId } from '@/server/resources/billing/plans';
import { providerEntry, type ProviderId } from '@/server/providers/catalog';
import { sealCredentials } from '@/server/resources/channels/credentials';
import { identityHash } from '@/server/resources/contacts/identity';
import type { TestKey } from '@/server/testing/sign';

/** Short and unique, for names and codes. */
export const unique = (prefix: string): string => `${prefix}${randomUUID().replaceAll('-', '').slice(0, 12)}`;

/** A workspace; on svc_internal unless the test is about plans, so that no limit is in the way. `null`: no subscription row. */
export async function makeAccount(database: Database, options: { name?: string; plan?: PlanId | null } = {}): Promise<string> {
  const plan = options.plan === undefined ? 'svc_internal' : options.plan;
  const account = await createAccount(database, { name: options.name ?? unique('Toko '), ...(plan === null ? {} : { plan }) }, now());
  return account.id;
}

export interface MadeUser {
  id: string;
  email: string;
  password: string;
}

export async function makeUser(database: Database, accountId: string, options: { email?: string; name?: string; password?: string } = {}): Promise<MadeUser> {
  const password = options.password ?? unique('password-');
  const email = options.email ?? `${unique('user')}@example.test`;
  const at = now();
  const { id } = await database.prisma.user.create({
    data: {
      email,
      name: options.name ?? 'Sari',
      passwordHash: await hashPassword(password),
      createdAt: at,
      updatedAt: at,
      memberships: { create: { accountId, role: 'owner', createdAt: at } },
    },
  });
  return { id, email, password };
}

export interface MadeKey extends TestKey {
  id: string;
}

/** A workspace's key. */
export async function makeKey(database: Database, keys: KeyStore, accountId: string, options: { name?: string; scopes?: string[]; createdBy?: string; createdAt?: Date } = {}): Promise<MadeKey> {
  const { secret, ...made } = keys.make();
  const { id } = await database.prisma.apiKey.create({
    data: { accountId, name: options.name ?? 'Test', scopes: options.scopes ?? ['read', 'write'], createdBy: options.createdBy ?? null, createdAt: options.createdAt ?? now(), ...made },
  });
  return { id, keyId: made.keyId, secret };
}

/** A partner platform's key. */
export async function makePlatformKey(database: Database, keys: KeyStore): Promise<MadeKey> {
  const { secret, ...made } = keys.make();
  const { id } = await database.prisma.platformKey.create({ data: { name: 'Partner', createdAt: now(), ...made } });
  return { id, keyId: made.keyId, secret };
}

export async function makeMarketingCampaign(database: Database, accountId: string, options: Partial<Prisma.MarketingCampaignUncheckedCreateInput> = {}): Promise<string> {
  const at = now();
  const { id } = await database.prisma.marketingCampaign.create({ data: { accountId, name: unique('Campaign '), createdAt: at, updatedAt: at, ...options } });
  return id;
}

/** A code: 10 % off any IDR cart unless told otherwise. */
export async function makeDiscountCode(database: Database, accountId: string, options: Partial<Prisma.DiscountCodeUncheckedCreateInput> = {}): Promise<{ id: string; code: string }> {
  const at = now();
  return await database.prisma.discountCode.create({
    data: { accountId, code: unique('CODE').toUpperCase(), type: 'percent', value: 10n, currency: 'IDR', scope: 'cart', createdAt: at, updatedAt: at, ...options },
    select: { id: true, code: true },
  });
}

/** A contact with an e-mail and no phone unless told otherwise; its identity follows from both. */
export async function makeContact(database: Database, accountId: string, options: Partial<Prisma.ContactUncheckedCreateInput> = {}): Promise<{ id: string; email: string | null; phone: string | null }> {
  const at = now();
  const { email = `${unique('person')}@example.test`, phone = null } = options;
  const phoneE164 = phone === null ? null : toE164(phone, 'ID');
  return await database.prisma.contact.create({
    data: { accountId, phoneE164, createdAt: at, updatedAt: at, ...options, email, phone, identityHash: identityHash(email, phone) },
    select: { id: true, email: true, phone: true },
  });
}

/** A list with these members. */
export async function makeContactList(database: Database, accountId: string, { contactIds = [], ...options }: Partial<Prisma.ContactListUncheckedCreateInput> & { contactIds?: string[] } = {}): Promise<{ id: string; name: string }> {
  const at = now();
  const list = await database.prisma.contactList.create({ data: { accountId, name: unique('List '), createdAt: at, updatedAt: at, ...options }, select: { id: true, name: true } });
  await database.prisma.contactListMember.createMany({ data: contactIds.map((contactId) => ({ accountId, listId: list.id, contactId, addedAt: at })) });
  return list;
}

/** What the catalogue asks for, filled in. */
const plausibleCredentials = (provider: ProviderId): Record<string, string> =>
  Object.fromEntries(providerEntry(provider).credentials.filter(({ required, key }) => required || key === 'serverKey').map(({ key }) => [key, /url$/i.test(key) ? 'https://hooks.example.com/a' : `test-${key}`]));

export interface MadeChannel {
  id: string;
  provider: ProviderId;
}

/** An active channel: e-mail over Resend unless told otherwise. */
export async function makeChannel(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  accountId: string,
  options: Partial<Pick<Prisma.ChannelIntegrationUncheckedCreateInput, 'displayName' | 'status' | 'externalId' | 'createdAt' | 'via' | 'expiresAt'>> & { provider?: ProviderId; credentials?: Record<string, string>; config?: Prisma.InputJsonObject } = {},
): Promise<MadeChannel> {
  const { provider = 'email_p1', credentials = plausibleCredentials(provider), config = { fromEmail: 'halo@example.com', fromNumber: '+6281234567890' }, ...more } = options;
  const id = `c${randomUUID().replaceAll('-', '').slice(0, 24)}`;
  const at = now();
  await database.prisma.channelIntegration.create({
    data: { id, accountId, provider, displayName: unique('Channel '), status: 'active', config, credentials: sealCredentials(settings.appSecret, { accountId, channelId: id }, credentials), credentialKeys: Object.keys(credentials), lastSyncedAt: at, createdAt: at, updatedAt: at, ...more },
  });
  return { id, provider };
}

/** A draft e-mail to nobody over Resend unless told otherwise. */
export async function makeBroadcast(database: Database, accountId: string, options: Partial<Prisma.BroadcastUncheckedCreateInput> = {}): Promise<{ id: string }> {
  const at = now();
  return await database.prisma.broadcast.create({
    data: { accountId, name: unique('Broadcast '), providers: ['email_p1'], content: { email: { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' } }, audience: {}, createdAt: at, updatedAt: at, ...options },
    select: { id: true },
  });
}

/** A queued e-mail with a content of its own unless told otherwise. */
export async function makeMessage(database: Database, accountId: string, options: Partial<Prisma.MarketingMessageUncheckedCreateInput> & { channelIntegrationId: string; content?: Prisma.InputJsonObject; family?: string }): Promise<{ id: string }> {
  const { content = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }, family = 'email', contentId, ...more } = options;
  const at = now();
  const snapshot = contentId ?? (await database.prisma.messageContent.create({ data: { accountId, family, content, createdAt: at }, select: { id: true } })).id;
  return await database.prisma.marketingMessage.create({
    data: { accountId, provider: 'email_p1', recipient: `${unique('user')}@example.test`, status: 'queued', createdAt: at, updatedAt: at, claimableAt: at, ...more, contentId: snapshot },
    select: { id: true },
  });
}

/** A segment of the workspace's own: whoever has an e-mail address, unless told otherwise. */
export async function makeSegment(database: Database, accountId: string, options: Partial<Prisma.AudienceSegmentUncheckedCreateInput> = {}): Promise<{ id: string; name: string }> {
  const at = now();
  const definition = { match: 'all', groups: [{ match: 'all', conditions: [{ field: 'email', op: 'is_set' }] }] };
  return await database.prisma.audienceSegment.create({ data: { accountId, name: unique('Segment '), definition, createdAt: at, updatedAt: at, ...options }, select: { id: true, name: true } });
}
