/** A shop of the sandbox as its page shows it, and what is done there (docs/contract/integrations.md#sandbox). */
import { castJson, castStored } from '@/server/platform/db/stored';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { enqueue } from '@/server/platform/jobs/enqueue';
import type { Storefront } from '@/server/platform/lib/shared-vocabulary';
import { sendShopChangesJob } from '@/server/sandbox/jobs';
import { playedShop } from '@/server/sandbox/shop-play';
import { LATE_SECONDS, type ShopAction, type ShopPage, type WHEN } from '@/server/sandbox/shop-schema';
import { holdShop, saveShop } from '@/server/sandbox/shop-state';

/** Newest changes that the page shows. */
const SHOWN = 20;

export async function shopPage(db: WorkspaceDb, provider: Storefront): Promise<ShopPage> {
  const view = await db.transaction(async (tx) => playedShop(provider, await holdShop(tx, provider), tx.now).view());
  const [integration, changes] = await Promise.all([
    db.prisma.integration.findFirst({ where: { provider, status: { not: 'revoked' } }, select: { id: true } }),
    db.prisma.sandboxShopChange.findMany({
      where: { provider },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: SHOWN,
      select: { id: true, verb: true, about: true, sent: true, dueAt: true, createdAt: true },
    }),
  ]);
  return castStored<ShopPage>({ ...view, integrationId: integration?.id ?? null, changes });
}

/** @throws AppError NOT_FOUND where what it is about is not in the shop */
export async function playShop(
  db: WorkspaceDb,
  { provider, action, when }: { provider: Storefront; action: ShopAction; when: (typeof WHEN)[number] },
): Promise<ShopPage> {
  await db.prismaTransaction(async (tx) => {
    const shop = playedShop(provider, await holdShop(tx, provider), tx.now);
    const played = await shop.play(action);
    if (played === null) throw new AppError('NOT_FOUND');
    await saveShop(tx, provider, shop.state());
    const dueAt = when === 'late' ? new Date(tx.now.getTime() + LATE_SECONDS * 1000) : null;
    const { id } = await tx.prisma.sandboxShopChange.create({
      data: {
        accountId: tx.accountId,
        provider,
        verb: action.verb,
        about: played.about,
        change: castJson({ ...played.change }),
        dueAt,
        createdAt: tx.now,
      },
      select: { id: true },
    });
    if (when === 'by_hand') return;
    const ids = when === 'twice' ? [id, id] : [id];
    await enqueue(tx, sendShopChangesJob, { provider, ids }, dueAt === null ? {} : { runAt: dueAt });
  });
  return await shopPage(db, provider);
}

/** The webhooks of these changes, once for each time that one is named, in this order. */
export async function sendShopChanges(
  db: WorkspaceDb,
  { provider, ids }: { provider: Storefront; ids: readonly string[] },
): Promise<ShopPage> {
  await db.transaction((tx) => enqueue(tx, sendShopChangesJob, { provider, ids: [...ids] }));
  return await shopPage(db, provider);
}
