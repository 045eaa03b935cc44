/**
 * The demo workspace: a shop of two years, with the last 90 days in full, made once. Its login and key stand in DATA_DIR/demo.json (mode
 * 600), written before the rows and in one transaction with them in mind: a start that was killed half-way finds the
 * file, makes the rows that it names, and nothing twice.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { makeAbandonedCarts } from '@/prisma/demo/abandoned-cart';
import { beganAt, makeBilling } from '@/prisma/demo/billing';
import { makeBlog } from '@/prisma/demo/blog';
import { makeBroadcasts } from '@/prisma/demo/broadcasts';
import { CAMPAIGNS, CODES, KEY_NAMES, PRICES, type DemoCode } from '@/prisma/demo/catalog';
import { makeChannels } from '@/prisma/demo/channels';
import { makeContactImports } from '@/prisma/demo/contact-imports';
import { makeBatch } from '@/prisma/demo/discount-batches';
import { makeContacts } from '@/prisma/demo/contacts';

import { makeCreators } from '@/prisma/demo/creators';
import { makeFeed } from '@/prisma/demo/feeds';
import { makeFunnels } from '@/prisma/demo/funnels';
import { makeInbox } from '@/prisma/demo/inbox';
import { makeMarketingCampaigns } from '@/prisma/demo/marketing-campaigns';
import { makeMembers } from '@/prisma/demo/members';
import { makePixels } from '@/prisma/demo/pixels';
import { makeIntegrations } from '@/prisma/demo/integrations';
import { makeOnlineShop } from '@/prisma/demo/online-shop';
import { makeEvents } from '@/prisma/demo/events';
import { makeOrders } from '@/prisma/demo/orders';
import { makeReferrals } from '@/prisma/demo/referrals';
import { demoSegments } from '@/prisma/demo/segments';
import { demoTemplates } from '@/prisma/demo/templates';
import { makeWebhooks } from '@/prisma/demo/webhooks';
import type { Prisma } from '@/prisma/generated/client';
import { KeyStore } from '@/server/platform/auth/keys';
import { hashPassword } from '@/server/platform/auth/password';
import { prismaTransaction } from '@/server/platform/db/prisma-transaction';
import { openDatabase, type Database } from '@/server/platform/db/client';
import { makeDataDir } from '@/server/postgres/data-dir';
import type { Settings } from '@/server/platform/env';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import { inSandbox } from '@/server/platform/vendors/sandbox-mode';

export interface DemoLogin {
  email: string;
  password: string;
  /** Where the demo key's id and secret are. */
  keyFile: string;
}

interface DemoFile {
  email: string;
  password: string;
  keyId: string;
  secret: string;
}

const EMAIL = 'demo@kopinusantara.example';
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Which letters of codes the dice draw. */
const BATCH_SEED = 60;
/** Which customers the dice make. */
const CUSTOMER_SEED = 420;
/** Which carts they leave behind. */
const CART_SEED = 72;
/** What becomes of the messages about them. */
const FUNNEL_SEED = 5;
/** And who brings whom. */
const REFERRAL_SEED = 11;
/** What creators and affiliates brought. */
const CREATOR_SEED = 17;
/** What Meta hears of. */
const PURCHASE_SEED = 29;
const EVENT_SEED = 4_417;

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

/** The same "chance" in every workspace, so that screenshots and figures can be compared (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What a use of the code took off, and what was paid for the order, in the code's currency. */
function applied(code: DemoCode, roll: () => number): { amount: number; shipping: number; paid: number } {
  const subtotal = Math.max(
    code.minPurchaseAmount ?? 0,
    (PRICES[Math.floor(roll() * PRICES.length)] ?? 0) * (1 + Math.floor(roll() * 3)),
  );
  const shipping = 9_000 + Math.floor(roll() * 9) * 3_000;
  const inCurrency = code.currency === 'USD' ? Math.round(subtotal / 160) : subtotal;
  const off = (): { amount: number; shipping: number } => {
    switch (code.type) {
      case 'percent':
        return { amount: Math.floor((inCurrency * code.value) / 100), shipping: 0 };
      case 'fixed':
        return { amount: Math.min(code.value, inCurrency), shipping: 0 };
      case 'shipping_percent':
        return { amount: 0, shipping: Math.floor((shipping * code.value) / 100) };
      case 'shipping_fixed':
        return { amount: 0, shipping: Math.min(code.value, shipping) };
    }
  };
  const given = off();
  const delivery = code.currency === 'USD' ? 0 : shipping - given.shipping;
  return { ...given, paid: inCurrency - given.amount + delivery };
}

/** Uses of a code between its start and its end, more on weekends, over a few hundred customers. */
function redemptionsOf(
  code: DemoCode,
  row: { accountId: string; id: string },
  at: Date,
): Prisma.DiscountRedemptionCreateManyInput[] {
  const roll = dice(Array.from(code.code).reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) | 0);
  const first = Math.max(-code.age, code.starts ?? -code.age);
  const last = Math.min(-0.02, code.expires ?? -0.02, code.archived ? -code.age + 20 : -0.02);
  const customers = new Map<string, number>();
  const rows: Prisma.DiscountRedemptionCreateManyInput[] = [];
  const wanted = Math.min(
    code.popularity * Math.max(3, Math.min(12, (last - first) / 6)),
    code.maxUsesTotal ?? Infinity,
  );
  for (let tries = 0; rows.length < wanted && tries < wanted * 4; tries++) {
    const redeemedAt = new Date(at.getTime() + (first + roll() * (last - first)) * DAY);
    const weekday = redeemedAt.getUTCDay();
    if (roll() > (weekday === 0 || weekday === 6 ? 1 : 0.6)) continue;
    const customerId = roll() < 0.85 ? `plg-${1000 + Math.floor(roll() * 420)}` : null;
    const uses = customerId === null ? 0 : (customers.get(customerId) ?? 0);
    if (customerId !== null && uses >= (code.maxUsesPerCustomer ?? Infinity)) continue;
    if (customerId !== null) customers.set(customerId, uses + 1);
    const { amount, shipping, paid } = applied(code, roll);
    const order = `${code.code}-${rows.length + 1}`;
    rows.push({
      accountId: row.accountId,
      discountCodeId: row.id,
      checkoutSessionId: `co_${order.toLowerCase()}`,
      appliedAmount: BigInt(amount),
      appliedShipping: BigInt(shipping),
      currency: code.currency ?? 'IDR',
      customerId,
      externalSource: 'toko-online',
      externalRef: `INV-${order}`,
      orderTotal: BigInt(paid),
      redeemedAt,
    });
  }
  return rows;
}

async function makeCampaigns(transaction: Transaction, accountId: string, at: Date): Promise<Map<string, string>> {
  const rows = await transaction.marketingCampaign.createManyAndReturn({
    data: CAMPAIGNS.map(({ age, ...campaign }) => {
      const createdAt = new Date(at.getTime() - age * DAY);
      return { accountId, ...campaign, createdAt, updatedAt: createdAt };
    }),
    select: { id: true, name: true },
  });
  return new Map(rows.map(({ name, id }) => [name, id]));
}

async function makeCodes(transaction: Transaction, accountId: string, userId: string, at: Date): Promise<void> {
  const campaigns = await makeCampaigns(transaction, accountId, at);
  const day = (days: number): Date => new Date(at.getTime() + days * DAY);
  const rows = await transaction.discountCode.createManyAndReturn({
    data: CODES.map((code, index) => {
      const createdAt = new Date(day(-code.age).getTime() + index * 61_000);
      return {
        accountId,
        code: code.code,
        description: code.description,
        type: code.type,
        value: BigInt(code.value),
        currency: code.currency ?? 'IDR',
        scope: code.scope ?? 'cart',
        productIds: code.productIds ?? [],
        tagFilter: code.tagFilter ?? [],
        minPurchaseAmount: code.minPurchaseAmount === undefined ? null : BigInt(code.minPurchaseAmount),
        maxUsesTotal: code.maxUsesTotal ?? null,
        maxUsesPerCustomer: code.maxUsesPerCustomer ?? null,
        marketingCampaignId: code.campaign === undefined ? null : (campaigns.get(code.campaign) ?? null),
        startsAt: code.starts === undefined ? null : day(code.starts),
        expiresAt: code.expires === undefined ? null : day(code.expires),
        active: code.archived !== true,
        public: code.public ?? false,
        createdAt,
        updatedAt: createdAt,
      };
    }),
    select: { id: true, code: true, createdAt: true },
  });
  const byCode = new Map(rows.map((row) => [row.code, row]));
  const redemptions = CODES.flatMap((code) => {
    const row = byCode.get(code.code);
    return row === undefined ? [] : redemptionsOf(code, { accountId, id: row.id }, at);
  });
  await transaction.discountRedemption.createMany({ data: redemptions });
  // The counters that redeeming would have kept.
  await transaction.$executeRaw`
    UPDATE "DiscountCode" d SET "redemptionCount" = r.uses FROM (
      SELECT "discountCodeId", count(*)::int AS uses FROM "DiscountRedemption" WHERE "accountId" = ${accountId} GROUP BY 1) r
    WHERE d."accountId" = ${accountId} AND d.id = r."discountCodeId"`;
  await transaction.$executeRaw`
    INSERT INTO "DiscountCustomerUse" ("accountId", "discountCodeId", "customerId", uses)
    SELECT "accountId", "discountCodeId", "customerId", count(*)::int FROM "DiscountRedemption"
    WHERE "accountId" = ${accountId} AND "customerId" IS NOT NULL GROUP BY 1, 2, 3`;
  await transaction.auditEntry.createMany({
    data: rows.map((row) => ({
      accountId,
      actorKind: 'session',
      actorId: userId,
      action: 'discount_code.create',
      targetType: 'discount_code',
      targetId: row.id,
      data: { code: row.code },
      createdAt: row.createdAt,
    })),
  });
}

async function makeKeys(
  transaction: Transaction,
  keys: KeyStore,
  demo: DemoFile,
  accountId: string,
  userId: string,
  at: Date,
): Promise<void> {
  await transaction.apiKey.createMany({
    data: KEY_NAMES.map((name, index) => {
      const { secret: _unused, ...columns } = index === 0 ? keys.rowOf(demo) : keys.make();
      const createdAt = new Date(at.getTime() - (88 - index * 3) * DAY);
      const retired = index >= 22;
      return {
        accountId,
        name,
        scopes: /Laporan|Dasbor|Ekspor|Monitoring/.test(name) ? ['read'] : ['read', 'write'],
        ...columns,
        createdAt,
        createdBy: userId,
        lastUsedAt:
          index % 6 === 5 ? null : new Date(Math.max(createdAt.getTime() + DAY, at.getTime() - index * 9 * HOUR)),
        revokedAt: retired ? new Date(createdAt.getTime() + 2 * DAY) : null,
      };
    }),
  });
}

/** Reads the file, or makes it; the values in it decide what the rows will be. */
function demoFile(dataDir: string): { file: string; demo: DemoFile } {
  const file = path.join(dataDir, 'demo.json');
  if (!fs.existsSync(file)) {
    makeDataDir(dataDir);
    const demo: DemoFile = {
      email: EMAIL,
      password: randomBytes(12).toString('base64url'),
      keyId: `SVCK${randomBytes(8).toString('hex').toUpperCase()}`,
      secret: `svcs_${randomBytes(32).toString('base64url')}`,
    };
    fs.writeFileSync(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
    fs.renameSync(`${file}.new`, file);
  }
  return { file, demo: JSON.parse(fs.readFileSync(file, 'utf8')) as DemoFile };
}

/** Two starts at once make it once: the second waits for this lock and then finds it made. */
const LOCK = 4_207_849_484;

/**
 * Makes the demo workspace when the database has none.
 * @returns its login; null when another machine made it and kept the file.
 */
export async function ensureDemoWorkspace(settings: Settings): Promise<DemoLogin | null> {
  setClockOffset(settings.clockOffset);
  const database = openDatabase(settings, { poolSize: 2, name: 'demo' });
  try {
    const known = fs.existsSync(path.join(settings.dataDir, 'demo.json'));
    const exists = (await database.prisma.user.count({ where: { email: EMAIL } })) > 0;
    if (exists && !known) return null;
    const { file, demo } = demoFile(settings.dataDir);
    if (!exists) await makeDemo(database, settings, demo);
    return { email: demo.email, password: demo.password, keyFile: file };
  } finally {
    await database.close();
  }
}

async function makeDemo(database: Database, settings: Settings, demo: DemoFile): Promise<void> {
  const keys = new KeyStore(database, settings.appSecrets, () => undefined);
  const passwordHash = await hashPassword(demo.password);
  const at = now();
  const began = beganAt(at);
  await prismaTransaction(
    database,
    async (transaction) => {
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`;
      if ((await transaction.user.count({ where: { email: demo.email } })) > 0) return;
      const account = await transaction.account.create({
        data: {
          name: 'Kopi Nusantara',
          shopUrl: 'https://kopinusantara.example',
          createdAt: began,
          updatedAt: began,
        },
      });
      const user = await transaction.user.create({
        data: {
          email: demo.email,
          name: 'Rina Wulandari',
          passwordHash,
          createdAt: began,
          updatedAt: began,
          memberships: { create: { accountId: account.id, role: 'owner', createdAt: began } },
        },
      });
      // Every feature is on either way: paid for where the sandbox takes payments, granted elsewhere.
      if (settings.payments.mode === 'sandbox')
        await makeBilling(transaction, account.id, { id: user.id, email: demo.email }, settings.baseUrl, at);
      else
        await transaction.subscription.create({
          data: {
            accountId: account.id,
            plan: 'svc_internal',
            status: 'active',
            currentPeriodStart: began,
            currentPeriodEnd: new Date(at.getTime() + 365 * DAY),
            createdAt: began,
            updatedAt: began,
          },
        });
      await makeMembers(transaction, account.id, user, at);
      await makeCodes(transaction, account.id, user.id, at);
      await makeBatch(transaction, account.id, at, dice(BATCH_SEED));
      await makeKeys(transaction, keys, demo, account.id, user.id, at);
      await makeContacts(transaction, account.id, at, dice(CUSTOMER_SEED));
      await makeContactImports(transaction, account.id, at);
      await transaction.audienceSegment.createMany({ data: demoSegments(account.id, at) });
      await transaction.broadcastTemplate.createMany({ data: demoTemplates(account.id, at) });
      const channels = await makeChannels(transaction, account.id, user.id, settings.appSecrets, at);
      await makeBroadcasts(transaction, account.id, user.id, channels, at);
      await makeFeed(transaction, account.id, at);
      await makeMarketingCampaigns(transaction, account.id, at);
      await makeBlog(transaction, account.id, settings, at);
      await makeAbandonedCarts(transaction, account.id, at, dice(CART_SEED));
      await makeFunnels(transaction, account.id, user.id, channels, at, dice(FUNNEL_SEED));
      await makeInbox(transaction, account.id, user.id, channels, at);
      await makeReferrals(transaction, account.id, user.id, dice(REFERRAL_SEED), at);
      await makeCreators(transaction, account.id, at, dice(CREATOR_SEED));
      await makePixels(transaction, account.id, settings.appSecrets, at, dice(PURCHASE_SEED));
      await makeWebhooks(transaction, account.id, user.id, settings, at);
      const shop = await makeIntegrations(transaction, account.id, user.id, settings.appSecrets, at);
      await makeOrders(transaction, account.id, shop, at);
      await makeEvents(transaction, account.id, at, dice(EVENT_SEED));
      // Nobody else would answer for it.
      if (inSandbox(settings, 'storefront_p1'))
        await makeOnlineShop(transaction, account.id, user.id, settings.appSecrets, at);
    },
    300_000,
  );
}
