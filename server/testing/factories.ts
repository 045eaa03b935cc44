/**
 * Makes what a test, the demo workspace or a benchmark needs. A factory brings its own parents; what the caller does
 * not mention gets a plausible value of its own, so that tests run side by side.
 */
import { randomUUID } from 'node:crypto';
import type { KeyStore } from '@/server/auth/keys';
import { hashPassword } from '@/server/auth/password';
import type { Prisma } from '@/prisma/generated/client';
import type { Database } from '@/server/db/client';
import { now } from '@/server/lib/clock';
import { createAccount } from '@/server/resources/accounts/service';
import type { PlanId } from '@/server/resources/billing/plans';
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
