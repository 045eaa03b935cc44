/**
 * `/r/<accountId>/<code>` (docs/contract/referrals.md#invitation): the referrer, the rewards of both sides, and the
 * link to the shop. Works without JavaScript, in English or Indonesian.
 */
import type { Document, DocumentCall } from '@/server/platform/pages/document';
import { renderBody } from '@/server/platform/pages/render-body';
import { invitationPage, invitationSaid } from '@/server/modules/offers/referrals/pages/invitation';
import { publicWorkspace, systemDb } from '@/server/platform/db/workspace';
import { languageOf } from '@/server/platform/lib/language';
import { isVisit } from '@/server/platform/lib/robots';
import { storefrontOf } from '@/server/platform/lib/storefront-address';
import { click } from '@/server/modules/offers/referrals/links';
import { invitationUrl, offerOf, type Offer } from '@/server/modules/offers/referrals/offer';
import type { FailurePage, RawAnswer } from '@/server/platform/access/route';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; connect-src 'self'; img-src http: https:; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  vary: 'Accept-Language',
};

const said = ({ headers }: Pick<DocumentCall, 'headers'>, status: number): RawAnswer => ({
  status,
  headers: HEADERS,
  body: invitationSaid(languageOf(headers['accept-language']), status >= 500 ? 'failed' : 'over'),
});

export const invitationFailure: FailurePage = (call, { status }) => said(call, status);

/**
 * Returns the shop's address with the code, which laris.js keeps there for the sign-up; `counted` tells laris.js not to
 * count the click again.
 */
function shopOf({ services: { settings } }: DocumentCall, offer: Offer): string | null {
  if (settings.storefrontBaseUrl === null && offer.shopUrl === null) return null;
  const shop = new URL(storefrontOf(settings, offer));
  shop.searchParams.set('r', offer.code);
  shop.searchParams.set('counted', '1');
  return shop.href;
}

export const invitationDocument: Document = async (call) => {
  const { services, params, now, headers } = call;
  const [accountId = '', code = ''] = [params.accountId, params.code];
  const isPossible = /^[A-Za-z0-9]{1,40}$/.test(accountId) && /^[a-z0-9]{8}$/.test(code);
  const offer = isPossible ? await offerOf(publicWorkspace(services.database, accountId, now), code) : undefined;
  if (offer === undefined) return said(call, 404);
  if (isVisit(call)) await click(systemDb(services.database, accountId, now), code);
  const terms =
    offer.programTerms === null || offer.programTerms.trim() === ''
      ? null
      : (await renderBody(offer.programTerms, invitationUrl(services.settings, offer), accountId)).html;
  const language = languageOf(headers['accept-language']);
  return { headers: HEADERS, body: invitationPage(language, offer, shopOf(call, offer), terms) };
};
