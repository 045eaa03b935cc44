/**
 * The way to a storefront where the sandbox stands in for it (docs/contract/integrations.md#sandbox): requests are
 * answered by the vendor's stand-in over the workspace's own shop. Nothing leaves the machine.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '@/server/platform/db/client';
import { castStored } from '@/server/platform/db/stored';
import { systemDb } from '@/server/platform/db/workspace';
import type { Transport, VendorAnswer, VendorRequest } from '@/server/platform/vendors/provider';
import type { Credentials } from '@/server/modules/shops/connections/credentials';
import type { Storefront } from '@/server/platform/lib/shared-vocabulary';
import { shopSettings, storeSettings } from '@/server/sandbox/shop-seed';
import { holdShop, saveShop } from '@/server/sandbox/shop-state';
import { createShopifyStandIn } from '@/server/modules/shops/adapters/shopify/stand-in';
import { MemoryShop, type ShopSnapshot } from '@/server/modules/shops/adapters/shopify/stand-in-memory';
import { MemoryWooData, type WooSnapshot } from '@/server/modules/shops/adapters/woocommerce/memory-woo-data';
import { createWooStandIn } from '@/server/modules/shops/adapters/woocommerce/stand-in';

/** A word in what was typed in that the shops do not take: to see what is said then. */
const REFUSED = 'refused';

/** Plenty, so that a first look is not held up. */
const BUCKET = { maximumAvailable: 20_000, restoreRate: 1_000 };

interface Playing {
  answer: () => Promise<VendorAnswer>;
  state: () => object;
}

function playShopify(
  snapshot: ShopSnapshot,
  externalId: string,
  credentials: Credentials,
  { method, url, headers, body }: VendorRequest,
  now: Date,
): Playing {
  const isRefused = Object.values(credentials).some((value) => value.includes(REFUSED));
  const { clientId = '', clientSecret = '' } = credentials;
  const shop = MemoryShop.of(shopSettings({ domain: externalId, clientId, clientSecret }), snapshot);
  const standIn = createShopifyStandIn(shop, { now: () => now, bucket: BUCKET });
  return {
    async answer() {
      if (isRefused) return { status: 401, headers: {}, body: '{"errors":"[API] Invalid API key or access token"}' };
      // A token that was typed in is one that the shop has given.
      const token = headers['x-shopify-access-token'];
      if (credentials.clientId === undefined && token !== undefined)
        await shop.putToken({ accessToken: token, refreshToken: null, expiresAt: null });
      return await standIn.handle({ method, path: new URL(url).pathname, headers, body: body ?? '' });
    },
    state: () => shop.snapshot(),
  };
}

function playWooCommerce(
  snapshot: WooSnapshot,
  externalId: string,
  { consumerKey = '', consumerSecret = '' }: Credentials,
  { method, url, headers, body }: VendorRequest,
  now: Date,
): Playing {
  const data = MemoryWooData.of(storeSettings(`https://${externalId}`), snapshot);
  if (!`${consumerKey}${consumerSecret}`.includes(REFUSED))
    data.keys.set(consumerKey, { secret: consumerSecret, permissions: 'read_write' });
  const standIn = createWooStandIn(data, () => now);
  const { pathname, search } = new URL(url);
  return {
    answer: () => standIn.handle({ method, path: pathname + search, headers, body: body ?? '' }),
    state: () => data.snapshot(),
  };
}

/** Returns the transport that asks a storefront for an integration of the workspace. */
export function sandboxShopTransport(
  database: Database,
  { accountId, provider, externalId }: { accountId: string; provider: Storefront; externalId: string },
  credentials: Credentials,
): Transport {
  const request = async (asked: VendorRequest): Promise<VendorAnswer> =>
    await systemDb(database, accountId).prismaTransaction(async (tx) => {
      const before = await holdShop(tx, provider);
      const snapshot = structuredClone(before);
      const playing =
        provider === 'storefront_p1'
          ? playShopify(castStored<{ of: ShopSnapshot }>({ of: snapshot }).of, externalId, credentials, asked, tx.now)
          : playWooCommerce(
              castStored<{ of: WooSnapshot }>({ of: snapshot }).of,
              externalId,
              credentials,
              asked,
              tx.now,
            );
      const answer = await playing.answer();
      const after = playing.state();
      if (!isDeepStrictEqual(before, after)) await saveShop(tx, provider, after);
      return answer;
    });
  return { request, guarded: request };
}
