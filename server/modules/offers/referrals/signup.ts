/**
 * Sign-up (docs/contract/referrals.md#sign-up): a customer who came through a link becomes a pending attribution that
 * waits for an order. One statement.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { aliasOf, contactOfCustomer } from '@/server/modules/audience/contacts/find';
import { emailsOf, hasBought, idsOf, phonesOf } from '@/server/modules/shops/orders/has-bought';
import { addressKeyOf, flagsAtSignup, gmailBoxOf, isOfReferrer } from '@/server/modules/offers/referrals/flags';
import {
  attributionColumns,
  presentAttribution,
  type PresentedAttributionRow,
} from '@/server/modules/offers/referrals/rows';
import type { Attribution, Flag, Refusal, SignupInput } from '@/server/modules/offers/referrals/schema';

/**
 * SQL of CTEs: the contacts of the customer $3 with the address $7, and the other ids by which the customer may have
 * bought.
 */
const KNOWN = `known AS MATERIALIZED (
     SELECT k.id, k."externalRef", k.email, k."phoneE164", k."createdAt" FROM "Contact" k
       WHERE k."accountId" = ${THIS_WORKSPACE} AND k."externalRef" = $3
     UNION SELECT k.id, k."externalRef", k.email, k."phoneE164", k."createdAt" FROM "Contact" k
       WHERE k."accountId" = ${THIS_WORKSPACE} AND k.email = $7
     UNION SELECT k.id, k."externalRef", k.email, k."phoneE164", k."createdAt" FROM "Contact" k
       WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id IN (${aliasOf('externalRef', '$3')}, ${aliasOf('email', '$7')})
   ), ids AS MATERIALIZED (
     ${idsOf('$3', 'known')}
   ), emails AS MATERIALIZED (
     ${emailsOf('$7', 'known')}
   ), phones AS MATERIALIZED (
     ${phonesOf('known')}
   )`;

/**
 * SQL: true for an existing customer: a contact from before the link's first click (without clicks, before the link was
 * made), or somebody who has bought.
 */
const IS_CUSTOMER = (link: string): string => `(
  EXISTS (SELECT FROM known k WHERE k."createdAt" < coalesce((SELECT min(c."clickedAt") FROM "ReferralClick" c
    WHERE c."accountId" = ${THIS_WORKSPACE} AND c."linkId" = ${link}.id), ${link}."createdAt"))
  OR ${hasBought({ ids: 'ids', emails: 'emails', phones: 'phones', contacts: 'known' })})`;

/**
 * SQL that signs up. The friend's own row is the natural key, so the first link wins, also of two parallel calls. A
 * refusal is counted by its reason; a replay is no refusal.
 */
const attribute = workspaceStatement<
  PresentedAttributionRow,
  [
    linkCode: string,
    refereeCustomerId: string,
    externalSource: string | null,
    externalRef: string,
    now: Date,
    email: string,
    isSelf: boolean,
    flags: Flag[],
    addressKey: string,
    gmailBox: string | null,
  ]
>(
  'referrals.signup',
  `WITH ${KNOWN}, asked AS MATERIALIZED (
     SELECT l.id AS "linkId", l."customerId", p.id AS "programId", p."attributionWindowDays", CASE
       WHEN l.id IS NULL THEN '${'unknown_code' satisfies Refusal}'
       WHEN NOT p.enabled THEN '${'program_disabled' satisfies Refusal}'
       WHEN $8::boolean OR l."customerId" = $3 OR ${contactOfCustomer('l."customerId"')} = ${contactOfCustomer('$3')} THEN '${'self_referral' satisfies Refusal}'
       WHEN p."existingCustomers" = 'refuse' AND ${IS_CUSTOMER('l')} THEN '${'existing_customer' satisfies Refusal}' END AS refused,
       ${isOfReferrer({ referrer: 'l."customerId"', email: '$7', box: '$11::text', key: '$10' })} AS "isTheirs"
     FROM (SELECT) one LEFT JOIN "ReferralLink" l ON l."accountId" = ${THIS_WORKSPACE} AND l.code = $2
       LEFT JOIN "ReferralProgram" p ON p."accountId" = $1
   ), present AS MATERIALIZED (
     SELECT a.id FROM "ReferralAttribution" a WHERE a."accountId" = ${THIS_WORKSPACE} AND a."refereeCustomerId" = $3
   ), made AS (
     INSERT INTO "ReferralAttribution" AS a ("accountId", "programId", "linkId", "referrerCustomerId",
       "refereeCustomerId", "externalSource", "externalRef", flags, "refereeAddressKey", "expiresAt", "createdAt",
       "updatedAt")
     SELECT $1, s."programId", s."linkId", s."customerId", $3, $4, $5,
       ARRAY(SELECT DISTINCT f FROM unnest($9::text[] || CASE WHEN s."isTheirs" THEN ARRAY['${'same_address' satisfies Flag}'] ELSE '{}'::text[] END) f ORDER BY f), $10, $6::timestamptz + s."attributionWindowDays" * interval '1 day', $6::timestamptz, $6::timestamptz
     FROM asked s WHERE s.refused IS NULL
     ON CONFLICT ("accountId", "refereeCustomerId") DO NOTHING
     RETURNING a.*
   ), counted AS (
     UPDATE "ReferralLink" l SET signups = l.signups + 1 FROM made m
       WHERE l."accountId" = ${THIS_WORKSPACE} AND l.id = m."linkId"
   ), refused AS (
     INSERT INTO "ReferralRefusal" AS f ("accountId", day, reason, count)
     SELECT $1, ($6::timestamptz AT TIME ZONE w."timeZone")::date, s.refused, 1 FROM asked s
       JOIN "Account" w ON w.id = $1 WHERE s.refused IS NOT NULL AND NOT EXISTS (SELECT FROM present)
     ON CONFLICT ("accountId", day, reason) DO UPDATE SET count = f.count + 1
   )
   SELECT ${attributionColumns('m')} FROM made m`,
);

/**
 * Signs a friend up. Null for an unknown code, a disabled program, a referrer who refers themselves, an existing
 * customer if the program is for new ones, and a friend who has an attribution already.
 */
export async function signup(db: WorkspaceDb, appSecret: string, input: SignupInput): Promise<Attribution | null> {
  const [row] = await db.rows(
    attribute,
    input.linkCode,
    input.refereeCustomerId,
    input.externalSource ?? null,
    input.externalRef ?? input.refereeCustomerId,
    db.now,
    input.refereeEmail,
    // Both in lower case already (emailIn).
    input.refereeEmail === input.referrerEmail,
    flagsAtSignup(input),
    addressKeyOf(appSecret, db.accountId, input.refereeEmail),
    gmailBoxOf(input.refereeEmail),
  );
  return row === undefined ? null : presentAttribution(row);
}
