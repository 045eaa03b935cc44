/**
 * Connecting a shop on its own consent page (docs/contract/integrations.md#consent-pages): Shopify's OAuth with the
 * operator's app, and WooCommerce's page, whose shop posts the keys to us.
 */
import type { Services } from '@/server/platform/access/context';
import { codeOf, OAuthFailure, textOf, useUp, verifyReturn } from '@/server/platform/auth/oauth-return';
import type { OAuthReturn, Redirect } from '@/server/platform/auth/oauth-return';
import {
  clearCookie,
  randomWord,
  readState,
  setCookie,
  signState,
  STATE_LIFETIME_MS,
} from '@/server/platform/auth/oauth-state';
import { actorOf } from '@/server/platform/auth/principal';
import { workspaceDb } from '@/server/platform/db/workspace';
import { AppError, invalid, toAppError } from '@/server/platform/errors';
import { isOneOf } from '@/server/platform/lib/narrow';
import { wholeConfig } from '@/server/modules/shops/connections/rows';
import { connectGranted, type NewConnection } from '@/server/modules/shops/connections/service';
import { CONSENTS } from '@/server/modules/shops/connections/vocabulary';
import { STOREFRONTS, type Storefront } from '@/server/platform/lib/shared-vocabulary';
import { may, type Member } from '@/server/platform/access/procedures';
import * as shopify from '@/server/modules/shops/adapters/shopify/oauth';
import { externalIdOf, storeAddress } from '@/server/modules/shops/adapters/woocommerce/address';
import * as wooCommerce from '@/server/modules/shops/adapters/woocommerce/oauth';

/** The name that people see on WooCommerce's page. */
const APP_NAME = 'Laris';

const callbackAddress = ({ settings }: Pick<Services, 'settings'>, provider: Storefront): string =>
  `${settings.baseUrl}/api/v1/integrations/oauth/${provider}/callback`;

/** @throws AppError UNKNOWN_PROVIDER */
function storefrontOf(text: string): Storefront {
  if (!isOneOf(STOREFRONTS, text)) throw new AppError('UNKNOWN_PROVIDER');
  return text;
}

/** @throws AppError OAUTH_NOT_CONFIGURED */
function appOf({ settings }: Pick<Services, 'settings'>): { clientId: string; clientSecret: string } {
  const app = settings.oauthClients.get('storefront_p1');
  if (app === undefined) throw new AppError('OAUTH_NOT_CONFIGURED');
  return app;
}

/** Returns a shop's address at Shopify, or the address of its stand-in. */
const shopAddress = ({ settings }: Pick<Services, 'settings'>, shop: string): string =>
  settings.providerBases.get('storefront_p1') ?? `https://${shop}`;

export interface OAuthStart {
  provider: string;
  query: Readonly<Record<string, unknown>>;
  member: Member;
}

/** Returns the place to send the person to. @throws AppError UNKNOWN_PROVIDER, VALIDATION, OAUTH_NOT_CONFIGURED */
export function startOAuth(services: Services, { provider: text, query, member }: OAuthStart, now: Date): Redirect {
  const provider = storefrontOf(text);
  return provider === 'storefront_p1'
    ? startShopify(services, query, member, now)
    : startWooCommerce(services, query, member, now);
}

function begin(
  { settings }: Services,
  provider: Storefront,
  member: Member,
  said: Record<string, string>,
  now: Date,
): { state: string; cookie: string } {
  const [nonce, verifier] = [randomWord(), randomWord()];
  const { accountId, userId, sessionId } = member;
  const expiresAt = now.getTime() + STATE_LIFETIME_MS;
  return {
    state: signState(settings.appSecret, {
      accountId,
      provider,
      nonce,
      expiresAt,
      said: { ...said, userId, sessionId },
    }),
    cookie: setCookie(settings, 'integrations', provider, { nonce, userId, verifier }),
  };
}

function startShopify(services: Services, query: OAuthStart['query'], member: Member, now: Date): Redirect {
  const shop = shopify.readShopDomain(textOf(query.shop) ?? '');
  if (shop === null) throw invalid('shop', 'must be the address of a Shopify shop, such as toko.myshopify.com');
  const { clientId } = appOf(services);
  const { state, cookie } = begin(services, 'storefront_p1', member, { shop }, now);
  const redirectUri = callbackAddress(services, 'storefront_p1');
  return {
    location: shopify.authorizeAddress({ base: shopAddress(services, shop), clientId, redirectUri, state }),
    cookie,
  };
}

/**
 * Starts WooCommerce's consent page. `consent` as in config: without it customers are not imported, because the shop
 * does not report consent.
 */
function startWooCommerce(services: Services, query: OAuthStart['query'], member: Member, now: Date): Redirect {
  const store = storeAddress(textOf(query.storeUrl) ?? '');
  if (!store.ok) throw invalid('storeUrl', store.reason);
  const storeUrl = store.url;
  const consent = textOf(query.consent);
  if (consent !== undefined && !isOneOf(CONSENTS, consent))
    throw invalid('consent', `must be one of ${CONSENTS.join(', ')}`);
  const said = { storeUrl, ...(consent !== undefined && { consent }) };
  const { state, cookie } = begin(services, 'storefront_p2', member, said, now);
  const callback = callbackAddress(services, 'storefront_p2');
  return {
    location: wooCommerce.authorizeAddress({
      storeUrl: services.settings.providerBases.get('storefront_p2') ?? storeUrl,
      appName: APP_NAME,
      userId: state,
      returnUrl: callback,
      callbackUrl: callback,
    }),
    cookie,
  };
}

/**
 * Handles a merchant's return from a consent page.
 * @param queryText the query as sent, because Shopify signs it
 * @throws OAuthFailure, AppError for what is wrong with the provider
 */
export async function finishOAuth(
  services: Services,
  given: OAuthReturn & { queryText: string },
  now: Date,
): Promise<Redirect> {
  const provider = storefrontOf(given.provider);
  const leading = (query: Record<string, string>): Redirect => ({
    location: `${services.settings.baseUrl}/integrations?${new URLSearchParams(query).toString()}`,
    cookie: clearCookie(services.settings, 'integrations', provider),
  });
  // The store has posted the keys by now, or the person has refused; here nothing is changed.
  if (provider === 'storefront_p2')
    return leading(given.query.success === '1' ? { connected: provider } : { refused: provider });
  const app = appOf(services);
  const { member, state } = await verifyReturn(services, { noun: 'integrations', provider }, given, now);
  const shop = state.said?.shop ?? '';
  if (!shopify.isSignedReturn(new URLSearchParams(given.queryText), app.clientSecret) || given.query.shop !== shop)
    throw new OAuthFailure(
      403,
      'Shopify’s answer is for another shop or has no valid signature, so nothing was connected. Start again.',
    );
  const code = codeOf(given);
  const { credentials } = await shopify
    .exchange(
      { base: shopAddress(services, shop), isGuarded: false, ...app, transport: services.transport, now },
      { shop, code },
    )
    .catch((error: unknown) => {
      throw new OAuthFailure(502, 'Shopify did not complete the connection, so nothing was connected. Try again.', {
        cause: error,
      });
    });
  const config = wholeConfig(provider);
  await connectOrSay(services, member, now, { provider, externalId: shop, credentials, displayName: shop, config });
  return leading({ connected: provider });
}

/** @throws OAuthFailure in words, where the plan has no room */
async function connectOrSay(services: Services, member: Member, now: Date, connection: NewConnection): Promise<void> {
  const db = workspaceDb(services.database, { accountId: member.accountId, actor: actorOf(member), now });
  try {
    await connectGranted(db, services.settings, connection);
  } catch (error) {
    const { appCode, message } = toAppError(error);
    if (appCode !== 'PLAN_LIMIT') throw error;
    throw new OAuthFailure(403, `${message} Nothing was connected.`, { cause: error });
  }
}

/**
 * Stores the keys that a WooCommerce shop posts, once and within ten minutes. The post contains our state as `user_id`.
 * @throws AppError VALIDATION; FORBIDDEN for a state that is not ours, has expired or was used, and when the member who
 * began is signed out or no member any more; PLAN_LIMIT
 */
export async function takeKeys(services: Services, body: Buffer, now: Date): Promise<void> {
  const keys = readKeys(body);
  const state = readState(services.settings.appSecret, keys.user_id);
  const { storeUrl, consent = '', userId, sessionId } = state?.said ?? {};
  if (state?.provider !== 'storefront_p2' || !storeUrl || !userId || !sessionId) throw new AppError('FORBIDDEN');
  // The shop posts without a cookie: whoever began has to be signed in still, with a role that connects shops.
  const member = await services.sessions.now(sessionId, userId, state.accountId);
  if (member === null || !may(member, 'write')) throw new AppError('FORBIDDEN');
  await useUp(services, state, 'integrations', now).catch((error: unknown) => {
    throw new AppError('FORBIDDEN', { cause: error });
  });
  const known = isOneOf(CONSENTS, consent) ? consent : null;
  const config = wholeConfig('storefront_p2', { sync: { customers: known !== null }, consent: known });
  const db = workspaceDb(services.database, { accountId: state.accountId, actor: actorOf(member), now });
  await connectGranted(db, services.settings, {
    provider: 'storefront_p2',
    externalId: externalIdOf(storeUrl),
    credentials: { storeUrl, consumerKey: keys.consumer_key, consumerSecret: keys.consumer_secret },
    displayName: externalIdOf(storeUrl).slice(0, 120),
    config,
  });
}

/** @throws AppError VALIDATION */
function readKeys(body: Buffer): wooCommerce.GrantedKeys {
  try {
    return wooCommerce.grantedKeys.parse(JSON.parse(body.toString('utf8')));
  } catch (error) {
    throw new AppError('VALIDATION', { cause: error });
  }
}
