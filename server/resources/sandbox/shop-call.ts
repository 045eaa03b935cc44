/**
 * Sends the webhooks of what happened in a shop of the sandbox, signed as the vendor signs, to what the shops' door hands its
 * own to. Not over HTTP, as the channels' sandbox: a worker need not reach BASE_URL.
 */
import type { Services } from '@/server/context';
import { stored } from '@/server/db/stored';
import type { WorkspaceDb } from '@/server/db/workspace';
import { openForWebhooks } from '@/server/resources/integrations/open-shop';
import { receiveWebhook } from '@/server/resources/integrations/receive-webhook';
import type { Storefront } from '@/server/resources/integrations/vocabulary';
import { shopSettings, storeSettings } from '@/server/resources/sandbox/shop-seed';
import { holdShop } from '@/server/resources/sandbox/shop-state';
import { webhooksOf, type StandInChange } from '@/server/stores/shopify/stand-in-webhooks';
import { MemoryWooData, type WooSnapshot } from '@/server/stores/woocommerce/memory-woo-data';
import { createWooStandIn, type WooChange } from '@/server/stores/woocommerce/stand-in';

interface Call {
  headers: Record<string, string>;
  body: string;
}

async function callsOf(
  db: WorkspaceDb,
  provider: Storefront,
  change: unknown,
  credentials: Readonly<Record<string, string>>,
  at: Date,
): Promise<Call[]> {
  if (provider === 'storefront_p1') {
    const keys = { clientId: credentials.clientId ?? '', clientSecret: credentials.clientSecret ?? '' };
    return webhooksOf(change as StandInChange, shopSettings(keys), at);
  }
  const state = await db.transaction((tx) => holdShop(tx, provider));
  const data = MemoryWooData.of(storeSettings, structuredClone(state) as WooSnapshot);
  return await createWooStandIn(data, () => at).webhooksOf(change as WooChange);
}

/** A change that is named twice is told twice, under the same id, as a vendor repeats itself. */
export async function callOfShop(
  services: Services,
  db: WorkspaceDb,
  { provider, ids }: { provider: Storefront; ids: readonly string[] },
): Promise<void> {
  const integration = await db.prisma.integration.findFirst({ where: { provider, status: { not: 'revoked' } } });
  const shop = integration && openForWebhooks(services, integration, db.now);
  if (integration === null || shop === null) return;
  for (const id of ids) {
    const row = await db.prisma.sandboxShopChange.findFirst({ where: { id, provider } });
    if (row === null) continue;
    const { change, createdAt } = stored<{ change: unknown; createdAt: Date }>(row);
    for (const { headers, body } of await callsOf(db, provider, change, shop.credentials, createdAt))
      await receiveWebhook(services, {
        integrationId: integration.id,
        // As they come off the wire.
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
        body: Buffer.from(body),
        receivedAt: db.now,
      });
    await db.prisma.sandboxShopChange.updateMany({
      where: { id },
      data: { sent: { increment: 1 }, dueAt: null },
    });
  }
}
