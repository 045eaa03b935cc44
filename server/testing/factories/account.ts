/** Factories of the account area: workspaces, people, keys, partners, endpoints of webhooks, entries of the audit log. */
import type { KeyStore } from '@/server/platform/auth/keys';
import { hashPassword } from '@/server/platform/auth/password';
import type { Role } from '@/server/platform/access/roles';
import type { SessionClaims } from '@/server/platform/auth/session';
import type { Prisma } from '@/prisma/generated/client';
import type { Services } from '@/server/platform/access/context';
import type { Database } from '@/server/platform/db/client';
import { madeId, orderedId } from '@/server/platform/db/new-id';
import { newToken } from '@/server/modules/account/accounts/link-token';
import { createAccount } from '@/server/modules/account/accounts/service';
import { startSession, type Client } from '@/server/modules/account/accounts/sessions';
import type { PlanId } from '@/server/modules/account/billing/plans';
import { makeEndpointSecret } from '@/server/modules/account/webhooks/secrets';
import type { TestKey } from '@/server/testing/sign';
import { now, unique } from '@/server/testing/factories/unique';

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

/** A webhook endpoint that is notified of everything; `secret` in the clear. Its address is not checked: tests listen on the loopback. */
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
