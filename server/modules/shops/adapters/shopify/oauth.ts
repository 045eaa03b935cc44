/**
 * The OAuth flow in which a merchant lets the operator's app access a shop
 * (https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { withoutTrailing } from '@/server/platform/lib/text';
import { SCOPES } from '@/server/modules/shops/adapters/shopify/check';
import { grant, type GrantOf } from '@/server/modules/shops/adapters/shopify/grants';

const SHOP_DOMAIN = /^[a-z0-9][a-z0-9-]{0,60}\.myshopify\.com$/;

/** Checks whether a text is exactly a shop's Shopify domain in lower case. */
export const isShopDomain = (text: string): boolean => SHOP_DOMAIN.test(text);

/** Parses a shop as a merchant enters it: its Shopify name, or its address there. @returns null for any other text */
export function readShopDomain(text: string): string | null {
  const name = withoutTrailing(
    text
      .trim()
      .toLowerCase()
      .replace(/^https:\/\//, ''),
    /\//,
  );
  const domain = name.includes('.') ? name : `${name}.myshopify.com`;
  return isShopDomain(domain) ? domain : null;
}

/**
 * Returns the address of Shopify's consent page.
 * @param given.base `https://x.myshopify.com`, or the address of a stand-in
 */
export function authorizeAddress(given: {
  base: string;
  clientId: string;
  redirectUri: string;
  state: string;
}): string {
  const query = new URLSearchParams({
    client_id: given.clientId,
    scope: SCOPES.join(','),
    redirect_uri: given.redirectUri,
    state: given.state,
  });
  return `${given.base}/admin/oauth/authorize?${query.toString()}`;
}

/**
 * Checks Shopify's signature of the query with which a merchant comes back: HMAC-SHA256 of all other parameters, sorted
 * by name.
 */
export function isSignedReturn(query: URLSearchParams, clientSecret: string): boolean {
  const signature = query.get('hmac') ?? '';
  if (clientSecret === '' || query.getAll('hmac').length !== 1 || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  const rest = new URLSearchParams([...query].filter(([name]) => name !== 'hmac'));
  rest.sort();
  const expected = createHmac('sha256', clientSecret).update(rest.toString()).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

/**
 * The code that a merchant came back with, for credentials that renew themselves (tokens.ts).
 * @throws as `grant`
 */
export async function exchange(
  of: GrantOf,
  { shop, code }: { shop: string; code: string },
): Promise<{ credentials: Record<string, string>; scopes: string[] }> {
  const { scopes, ...tokens } = await grant(of, { code, expiring: '1' });
  return { credentials: { shop, ...tokens }, scopes };
}
