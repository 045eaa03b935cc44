/**
 * Suspicious signs on an attribution (docs/contract/referrals.md#reviews): some are checked at the sign-up, whose
 * addresses are not stored; the rest when an order has earned the reward.
 */
import { THIS_WORKSPACE } from '@/server/platform/db/statement';
import { deriveKey } from '@/server/platform/lib/crypto';
import { foldedAddress } from '@/server/platform/lib/email-address';
import { signToken } from '@/server/platform/lib/signed-token';
import { aliasOf, contactsOfCustomer, customerIdsOf } from '@/server/modules/audience/contacts/find';
import { gmailBox, isGmail } from '@/server/modules/audience/contacts/gmail';
import { isDisposable } from '@/server/platform/lib/disposable';
import type { Flag, SignupInput } from '@/server/modules/offers/referrals/schema';

/** The most rewards of one link in a day that look human; one more looks like a machine. */
const MOST_A_DAY = 3;

/** @param input both addresses in lower case (emailIn) */
export function flagsAtSignup({ refereeEmail, referrerEmail }: SignupInput): Flag[] {
  const isSame = typeof referrerEmail === 'string' && foldedAddress(refereeEmail) === foldedAddress(referrerEmail);
  return [
    ...(isSame ? (['same_address'] as const) : []),
    ...(isDisposable(refereeEmail) ? (['disposable_domain'] as const) : []),
  ];
}

/** Returns the part before the at sign of a folded Gmail address; null for every other address. */
export function gmailBoxOf(email: string): string | null {
  const [box = '', domain] = foldedAddress(email).split('@');
  return domain === 'gmail.com' ? box : null;
}

/**
 * SQL: true when the friend's address is the referrer's own, by the referrer's contact or their own sign-up.
 * @param names the referrer's id, and parameters of the friend's address, of its `gmailBoxOf` and `addressKeyOf`
 */
export const isOfReferrer = ({
  referrer,
  email,
  box,
  key,
}: Record<'referrer' | 'email' | 'box' | 'key', string>): string => `(
  EXISTS (SELECT FROM ${contactsOfCustomer(referrer)} k
    WHERE k.email = ${email} OR (${isGmail('k')} AND ${gmailBox('k')} = ${box}) OR k.id = ${aliasOf('email', email)})
  OR EXISTS (SELECT FROM "ReferralAttribution" x
    WHERE x."accountId" = ${THIS_WORKSPACE} AND x."refereeCustomerId" = ${referrer} AND x."refereeAddressKey" = ${key}))`;

/** Returns a key that is equal for two sign-ups with one address, and does not reveal the address. */
export const addressKeyOf = (appSecret: string, accountId: string, email: string): string =>
  signToken({
    key: deriveKey(appSecret, 'referral-address'),
    text: `${accountId} ${foldedAddress(email)}`,
    encoding: 'base64url',
  });

/** SQL: true when the ids contain the link's referrer, or another friend of the same link. */
const isOfSameLink = (attribution: string, ids: string): string =>
  `(${attribution}."referrerCustomerId" = ANY (${ids}) OR EXISTS (
      SELECT FROM "ReferralAttribution" x
        WHERE x."accountId" = ${THIS_WORKSPACE} AND x."refereeCustomerId" = ANY (${ids})
        AND x."linkId" = ${attribution}."linkId" AND x.id <> ${attribution}.id))`;

/** Contacts that share something with the friend's, and are the referrer's or another friend's of the same link. */
const sharedWith = (attribution: string, same: string): string => `EXISTS (
  SELECT FROM ${contactsOfCustomer(`${attribution}."refereeCustomerId"`)} me
  CROSS JOIN LATERAL (SELECT ${customerIdsOf('k')} AS ids FROM "Contact" k
    WHERE k."accountId" = ${THIS_WORKSPACE} AND ${same} AND k.id <> me.id OFFSET 0) other
  WHERE ${attribution}."refereeCustomerId" <> ALL (other.ids) AND ${isOfSameLink(attribution, 'other.ids')})`;

/**
 * SQL: true when a merge has joined the friend's contact with the referrer's, or with that of another friend of the
 * link.
 */
const isMerged = (attribution: string): string => `EXISTS (
  SELECT FROM ${contactsOfCustomer(`${attribution}."refereeCustomerId"`)} me CROSS JOIN LATERAL (SELECT ${customerIdsOf('me')} AS ids OFFSET 0) own
  WHERE ${isOfSameLink(attribution, 'own.ids')})`;

/**
 * SQL of all flags of an attribution, as text[], just before its reward is earned.
 * @param names the attribution, its locked link, and the parameter with the service's time
 */
export const flagsOf = ({ attribution: a, link: l, now }: Record<'attribution' | 'link' | 'now', string>): string => {
  const found: Record<Exclude<Flag, 'disposable_domain'>, string> = {
    same_address: `EXISTS (SELECT FROM "ReferralAttribution" x
      WHERE x."accountId" = ${THIS_WORKSPACE} AND x."linkId" = ${a}."linkId"
      AND x."refereeAddressKey" = ${a}."refereeAddressKey" AND x.id <> ${a}.id)
      OR ${isMerged(a)}
      OR ${sharedWith(a, `k.email = me.email`)}
      OR ${sharedWith(a, `${isGmail('k')} AND ${gmailBox('k')} = CASE WHEN ${isGmail('me')} THEN ${gmailBox('me')} END`)}`,
    same_phone: sharedWith(a, `k."phoneE164" = me."phoneE164"`),
    many_in_a_day: `${l}."lastEarned"[${MOST_A_DAY}] > ${now}::timestamptz - interval '24 hours'`,
  };
  const each = Object.entries(found).map(([flag, sql]) => `SELECT '${flag}' WHERE ${sql}`);
  return `ARRAY(SELECT f FROM (SELECT unnest(${a}.flags) UNION ${each.join(' UNION ')}) f (f) ORDER BY f)`;
};

/** SQL of the times at which a link's last rewards were earned, including the present one. */
export const earnedNow = (link: string, now: string): string =>
  `(array_prepend(${now}::timestamptz, ${link}."lastEarned"))[1:${MOST_A_DAY}]`;
