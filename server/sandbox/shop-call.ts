/**
 * Sends the webhooks of what happened in a shop of the sandbox, signed as the vendor signs, to what the shops' door
 * hands its own to. Not over HTTP, as the channels' sandbox: a worker need not reach BASE_URL.
 */
import type { Services } from '@/server/platform/access/context';
import { castStored } from '@/server/platform/db/stored';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { presentIntegration } from '@/server/modules/shops/connections/rows';
import { openForWebhooks } from '@/server/modules/shops/connections/open-shop';
import { receiveWebhook } from '@/server/modules/shops/connections/receive-webhook';
import type { Storefront } from '@/server/platform/lib/shared-vocabulary';
import { shopSettings, storeSettings } from '@/server/sandbox/shop-seed';
import { holdShop } from '@/server/sandbox/shop-state';
import { webhooksOf, type StandInChange } from '@/server/modules/shops/adapters/shopify/stand-in-webhooks';
import { MemoryWooData, type WooSnapshot } from '@/server/modules/shops/adapters/woocommerce/memory-woo-data';
import { createWooStandIn, type WooChange } from '@/server/modules/shops/adapters/woocommerce/stand-in';

interface Call {
  headers: Record<string, string>;
  body: string;
}

/** Returns the calls of the shop to one that listens, about a change. */
async function callsOf(
  db: WorkspaceDb,
  provider: Storefront,
  change: unknown,
  { externalId, webhookUrl, credentials }: Listener,
  at: Date,
): Promise<Call[]> {
  if (provider === 'storefront_p1') {
    const { clientId = '', clientSecret = '' } = credentials;
    return webhooksOf(change as StandInChange, shopSettings({ domain: externalId, clientId, clientSecret }), at);
  }
  const state = await db.transaction((tx) => holdShop(tx, provider));
  const store = storeSettings(`https://${externalId}`);
  const data = MemoryWooData.of(store, structuredClone(state) as WooSnapshot);
  const calls = await createWooStandIn(data, () => at).webhooksOf(change as WooChange);
  return calls.filter(({ url }) => url === webhookUrl);
}

interface Listener {
  id: string;
  externalId: string;
  webhookUrl: string;
  credentials: Readonly<Record<string, string>>;
}

async function listenersOf(services: Services, db: WorkspaceDb, provider: Storefront): Promise<Listener[]> {
  const rows = await db.prisma.integration.findMany({
    where: { provider, status: { not: 'revoked' } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return rows.flatMap((row) => {
    const shop = openForWebhooks(services, row, db.now);
    const { webhookUrl } = presentIntegration(row, services.settings.baseUrl, new Set());
    return shop === null ? [] : [{ id: row.id, externalId: row.externalId, webhookUrl, credentials: shop.credentials }];
  });
}

/**
 * A change that is named twice is told twice, under the same id, as a vendor repeats itself. What nobody listens to
 * waits to be sent by hand.
 */
export async function callOfShop(
  services: Services,
  db: WorkspaceDb,
  { provider, ids }: { provider: Storefront; ids: readonly string[] },
): Promise<void> {
  const listeners = await listenersOf(services, db, provider);
  for (const id of ids) {
    const row = await db.prisma.sandboxShopChange.findFirst({ where: { id, provider } });
    if (row === null) continue;
    const { change, createdAt } = castStored<{ change: unknown; createdAt: Date }>(row);
    for (const listener of listeners)
      for (const { headers, body } of await callsOf(db, provider, change, listener, createdAt))
        await receiveWebhook(services, {
          integrationId: listener.id,
          // As they come off the wire.
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
          body: Buffer.from(body),
          receivedAt: db.now,
        });
    const sent = listeners.length === 0 ? {} : { sent: { increment: 1 } };
    await db.prisma.sandboxShopChange.updateMany({ where: { id }, data: { ...sent, dueAt: null } });
  }
}
