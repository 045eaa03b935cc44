/** The address at which shoppers see the products of a workspace. */
import type { Settings } from '@/server/platform/env';

export type StorefrontSettings = Pick<Settings, 'baseUrl' | 'storefrontBaseUrl'>;

/**
 * The channel's link, and what an item's link begins with: the operator's storefront, else the workspace's shop. Where
 * neither is known, an address of our own that leads nowhere, because every item needs a link.
 */
export function storefrontOf(
  { baseUrl, storefrontBaseUrl }: StorefrontSettings,
  { accountId, shopUrl }: { accountId: string; shopUrl: string | null },
): string {
  if (storefrontBaseUrl === null && shopUrl !== null) return shopUrl;
  return `${storefrontBaseUrl ?? baseUrl}/s/${accountId}`;
}
