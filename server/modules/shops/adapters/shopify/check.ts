/** The check of a shop: its data about itself, and the resources that our credentials may read. */
import { listAt, textAt } from '@/server/platform/vendors/json';
import { RESOURCES, type Resource, type SyncResource } from '@/server/modules/shops/connections/vocabulary';
import { DeniedError, ShopifyClient } from '@/server/modules/shops/adapters/shopify/client';
import { daysBefore } from '@/server/modules/shops/adapters/shopify/filter';
import { ASKINGS, SHOP } from '@/server/modules/shops/adapters/shopify/queries';
import type { OpenedShop, ShopCheck } from '@/server/modules/shops/adapters/store';

/**
 * The number of days of orders, without `read_all_orders`
 * (https://shopify.dev/docs/api/usage/access-scopes#orders-permissions).
 */
const ORDER_DAYS = 60;

/** The scope that each resource needs; Shopify's `write_` scopes include the `read_` ones. */
const NEEDED: Readonly<Record<SyncResource, string>> = {
  products: 'read_products',
  customers: 'read_customers',
  orders: 'read_orders',
  checkouts: 'read_orders',
  codes: 'write_discounts',
};

/** The scopes that the operator's app asks a merchant for. */
export const SCOPES: readonly string[] = [...new Set(Object.values(NEEDED))];

/**
 * Returns why the shop shows nothing of a resource although the scopes allow it, e.g. for want of Shopify's approval;
 * null when it shows the resource. Only a refusal counts: a busy or failing shop says nothing about permissions, and is
 * checked again.
 */
async function denial(client: ShopifyClient, resource: Resource): Promise<string | null> {
  try {
    await client.askFor(ASKINGS[resource].root, ASKINGS[resource].probe, {}, true);
    return null;
  } catch (error) {
    if (error instanceof DeniedError) return error.message;
    throw error;
  }
}

export async function check(shop: OpenedShop): Promise<ShopCheck> {
  const client = new ShopifyClient(shop);
  const answered = await client.ask(SHOP);
  const granted = listAt(client.rootOf(answered, 'currentAppInstallation'), 'accessScopes').flatMap(
    (scope) => textAt(scope, 'handle') ?? [],
  );
  const isGranted = (scope: string): boolean =>
    granted.includes(scope) || granted.includes(scope.replace(/^read_/, 'write_'));

  const lacking: ShopCheck['lacking'] = [];
  for (const resource of RESOURCES) {
    const scope = NEEDED[resource];
    const reason = isGranted(scope)
      ? await denial(client, resource)
      : `The shop has not granted the scope ${scope}. Grant it and connect again.`;
    if (reason !== null) lacking.push({ resource, reason });
  }
  if (!isGranted(NEEDED.codes))
    lacking.push({
      resource: 'codes',
      reason: `The shop has not granted the scope ${NEEDED.codes}. Grant it and connect again.`,
    });

  const { refreshToken, expiresAt } = shop.credentials;
  const cannotRenew = refreshToken !== undefined && shop.app === null && expiresAt !== undefined;
  return {
    name: textAt(client.rootOf(answered, 'shop'), 'name') ?? shop.externalId,
    scopesGranted: granted,
    lacking,
    ordersSince: isGranted('read_all_orders') ? null : daysBefore(shop.now, ORDER_DAYS),
    expiresAt: cannotRenew ? new Date(expiresAt) : null,
  };
}
