/**
 * Access tokens that lapse: those of OAuth after an hour, renewed by their refresh token under the operator's app;
 * those of a shop's own app after a day, asked for anew. A custom app's from before 2026 never does.
 */
import { grant } from '@/server/modules/shops/adapters/shopify/grants';
import { type OpenedShop, ShopRefusedError, type Store } from '@/server/modules/shops/adapters/store';

/** A token is renewed this long before its end, so that it does not lapse during a page. */
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
