/**
 * Access tokens that expire. OAuth's expire after an hour, and the operator's app renews them with a refresh token. A
 * shop's own app gets a new one every day. Tokens of custom apps from before 2026 never expire.
 */
import { grant } from '@/server/modules/shops/adapters/shopify/grants';
import { type OpenedShop, ShopRefusedError, type Store } from '@/server/modules/shops/adapters/store';

/** The milliseconds before its end at which a token is renewed, so that it does not expire while a page is read. */
const MARGIN_MS = 5 * 60 * 1000;

const lapses = ({ refreshToken, clientId }: Readonly<Record<string, string>>): boolean =>
  refreshToken !== undefined || clientId !== undefined;

function isDue(credentials: Readonly<Record<string, string>>, now: Date): boolean {
  if (!lapses(credentials)) return false;
  const end = Date.parse(credentials.expiresAt ?? '');
  return credentials.accessToken === undefined || Number.isNaN(end) || end - now.getTime() <= MARGIN_MS;
}

async function renew(shop: OpenedShop): Promise<Record<string, string>> {
  const { credentials, app } = shop;
  const { refreshToken, clientId, clientSecret } = credentials;
  if (refreshToken !== undefined) {
    if (app === null) throw new ShopRefusedError('The Shopify app of this shop is not set up on this server.');
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const { scopes: _, ...tokens } = await grant({ ...shop, ...app }, form);
    return { ...credentials, ...tokens };
  }
  if (clientId === undefined || clientSecret === undefined)
    throw new ShopRefusedError('The access token cannot be renewed. Connect the shop again.');
  const { scopes: _, ...tokens } = await grant(
    { ...shop, clientId, clientSecret },
    { grant_type: 'client_credentials' },
  );
  return { ...credentials, ...tokens };
}

export const tokens: NonNullable<Store['tokens']> = { isDue, renew };
