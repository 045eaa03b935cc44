/** The address at which shoppers see the products of a workspace. */
import type { Settings } from '@/server/platform/env';

export type StorefrontSettings = Pick<Settings, 'baseUrl' | 'storefrontBaseUrl'>;

/**
 * Returns the base of a feed's links: the operator's storefront, else the workspace's shop. If neither is known, an
 * address of ours that leads nowhere, because every item needs a link.
 */
export function storefrontOf(
  { baseUrl, storefrontBaseUrl }: StorefrontSettings,
  { accountId, shopUrl }: { accountId: string; shopUrl: string | null },
): string {
  if (storefrontBaseUrl === null && shopUrl !== null) return shopUrl;
  return `${storefrontBaseUrl ?? baseUrl}/s/${accountId}`;
}
