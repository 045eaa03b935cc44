/** Factories of the shops area: connected shops and their runs, products, orders, checkouts. */
import type { Prisma } from '@/prisma/generated/client';
import type { Services } from '@/server/platform/access/context';
import type { Database } from '@/server/platform/db/client';
import { castJson } from '@/server/platform/db/stored';
import { madeId } from '@/server/platform/db/new-id';
import { sealCredentials as sealIntegration } from '@/server/modules/shops/connections/credentials';
import { wholeConfig } from '@/server/modules/shops/connections/rows';
import { now, unique } from '@/server/testing/factories/unique';
import { makeDiscountCode } from '@/server/testing/factories/offers';

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
      config: castJson(wholeConfig('http_generic', { sync: { products: false } })),
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
