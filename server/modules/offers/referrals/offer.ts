/**
 * The offer that a link's visitors see (docs/contract/referrals.md#invitation): for the hosted page, and for the text
 * to share with the link.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { PublicDb } from '@/server/platform/db/workspace';
import { discountInWords } from '@/server/platform/email/discount-words';
import type { Settings } from '@/server/platform/env';
import { languageIn, type Language } from '@/server/platform/lib/language';

export interface Offer {
  accountId: string;
  brand: string;
  country: string;
  shopUrl: string | null;
  code: string;
  /** The referrer's first name; null without a contact that has one. */
  inviter: string | null;
  rewardType: string;
  referrerValue: number;
  refereeValue: number;
  currency: string;
  minPurchaseAmount: number | null;
  rewardExpiryDays: number;
  attributionWindowDays: number;
  programTerms: string | null;
}

/** Reads an offer. Amounts are float8, which holds them exactly. */
const findOffer = workspaceStatement<Offer, [code: string]>(
  'referrals.offer',
  `SELECT l."accountId", a.name AS brand, a.country, a."shopUrl", l.code, p."rewardType",
    p."referrerValue"::float8 AS "referrerValue", p."refereeValue"::float8 AS "refereeValue",
     p.currency, p."minPurchaseAmount"::float8 AS "minPurchaseAmount", p."rewardExpiryDays", p."attributionWindowDays",
       p."programTerms",
     (SELECT nullif(k."firstName", '') FROM "Contact" k
       WHERE k."accountId" = ${THIS_WORKSPACE} AND k."externalRef" = l."customerId"
       ORDER BY k."createdAt" DESC, k.id DESC LIMIT 1) AS inviter
   FROM "ReferralLink" l JOIN "ReferralProgram" p ON p."accountId" = $1 AND p.enabled
     JOIN "Account" a ON a.id = l."accountId"
   WHERE l."accountId" = $1 AND l.code = $2`,
  { isBrief: true },
);

/** Undefined when the code is unknown or the program is disabled. */
export const offerOf = async (db: PublicDb, code: string): Promise<Offer | undefined> =>
  (await db.rows(findOffer, code))[0];

/** Returns the reward of either side, in words. */
export const rewardInWords = (
  { rewardType: type, currency, ...values }: Pick<Offer, 'rewardType' | 'currency' | 'referrerValue' | 'refereeValue'>,
  side: 'referrer' | 'referee',
  language: Language,
): string => discountInWords({ type, currency, value: values[`${side}Value`] }, language);

/** The hosted page of a link. */
export const invitationUrl = (
  { baseUrl }: Pick<Settings, 'baseUrl'>,
  { accountId, code }: Pick<Offer, 'accountId' | 'code'>,
): string => `${baseUrl}/r/${accountId}/${code}`;

const SHARE: Record<Language, (brand: string, reward: string, url: string) => string> = {
  en: (brand, reward, url) =>
    `Shop at ${brand} through my link, and both of us get something. For your next order: ${reward}. ${url}`,
  id: (brand, reward, url) =>
    `Belanja di ${brand} lewat tautanku, kita sama-sama dapat hadiah. Untuk pesananmu berikutnya: ${reward}. ${url}`,
};

/** Returns the text that a customer sends to a friend, in the language of the workspace. */
export function shareTextOf(settings: Pick<Settings, 'baseUrl'>, offer: Offer): string {
  const language = languageIn(offer.country);
  return SHARE[language](offer.brand, rewardInWords(offer, 'referee', language), invitationUrl(settings, offer));
}
