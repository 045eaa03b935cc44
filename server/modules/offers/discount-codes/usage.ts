/** The standing of a code at a checkout: what others have set aside of it, and whether it is for this customer. */
import { composedStatement, Parameters, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { compile } from '@/server/modules/audience/audience-segments/compile';
import { resolveSegments } from '@/server/modules/audience/audience-segments/resolve';
import type { CodeUsage } from '@/server/modules/offers/discount-codes/arithmetic';
import type { DiscountCodeRow } from '@/server/modules/offers/discount-codes/rows';
import { aliasOf } from '@/server/modules/audience/contacts/find';
import { emailsOf, hasBought, idsOf, phonesOf } from '@/server/modules/shops/orders/has-bought';

type Reads = Pick<WorkspaceDb, 'accountId' | 'now' | 'rows'>;

/** The customer at the checkout, as it says. */
export interface Customer {
  customerId: string | null;
  email: string | null;
}

export interface SetAside {
  /** Uses that other checkouts have set aside. */
  held: number;
  /** The number of those uses that are this customer's. */
  heldByCustomer: number;
  /** The batch of the code has given, or set aside, all that it may. */
  isBatchSpent: boolean;
}

/**
 * SQL: columns of SetAside of the code `d`. A code without a cap is not looked up. A redeem that began before a hold of
 * its session was there cannot take that along, so a hold of a session that is redeemed is none, whether its row is
 * there.
 * @param session, customer, now parameters
 */
export const setAside = ({ session, customer, now }: Record<'session' | 'customer' | 'now', string>): string => {
  const others = `h."expiresAt" > ${now}::timestamptz AND h."checkoutSessionId" IS DISTINCT FROM ${session}::text
      AND NOT EXISTS (SELECT FROM "DiscountRedemption" r
        WHERE r."accountId" = $1 AND r."checkoutSessionId" = h."checkoutSessionId")`;
  const holds = `"DiscountHold" h WHERE h."accountId" = $1 AND h."discountCodeId" = d.id AND ${others}`;
  const ofBatch = `(SELECT count(*) FROM "DiscountHold" h WHERE h."accountId" = $1 AND h."batchId" = b.id AND ${others})`;
  return `CASE WHEN d."maxUsesTotal" IS NULL THEN 0 ELSE (SELECT count(*)::int FROM ${holds}) END AS held,
   CASE WHEN d."maxUsesPerCustomer" IS NULL OR ${customer}::text IS NULL THEN 0
     ELSE (SELECT count(*)::int FROM ${holds} AND h."customerId" = ${customer}::text) END AS "heldByCustomer",
   CASE WHEN d.source <> 'batch' THEN false
     ELSE coalesce((SELECT b.redeemed + ${ofBatch} >= b."totalLimit" FROM "DiscountBatch" b
       WHERE b."accountId" = $1 AND b.id = d."sourceRefId"), false) END AS "isBatchSpent"`;
};

/** The largest number of people of one id or one e-mail; shops that give all guests one id have many there. */
const MOST_PEOPLE = 50;

interface Person {
  /** Null: nobody is known by that. */
  contactId: string | null;
  hasBought: boolean;
}

/**
 * The newest contact with that id, else with that e-mail, which is asked for its segment; and whether they have bought:
 * as any contact of that id or that e-mail, for somebody may be there twice.
 */
const findPerson = workspaceStatement<Person, [customerId: string | null, email: string | null]>(
  'discount-codes.person',
  `WITH people AS MATERIALIZED (
     (SELECT c.id, c."externalRef", c.email, c."phoneE164", c."createdAt", 1 AS rank FROM "Contact" c
       WHERE c."accountId" = $1 AND c."externalRef" = $2::text ORDER BY c."createdAt" DESC, c.id DESC
       LIMIT ${MOST_PEOPLE})
     UNION ALL
     (SELECT c.id, c."externalRef", c.email, c."phoneE164", c."createdAt", 2 FROM "Contact" c
       WHERE c."accountId" = $1 AND c.email = $3::text ORDER BY c."createdAt" DESC, c.id DESC LIMIT ${MOST_PEOPLE})
     UNION ALL
     SELECT c.id, c."externalRef", c.email, c."phoneE164", c."createdAt", 3 FROM "Contact" c
     WHERE c."accountId" = $1 AND c.id IN (${aliasOf('externalRef', '$2::text')}, ${aliasOf('email', '$3::text')})),
   ids AS MATERIALIZED (${idsOf('$2', 'people')}),
   emails AS MATERIALIZED (${emailsOf('$3', 'people')}),
   phones AS MATERIALIZED (${phonesOf('people')})
   SELECT (SELECT p.id FROM people p ORDER BY p.rank, p."createdAt" DESC, p.id DESC LIMIT 1) AS "contactId",
     ${hasBought({ ids: 'ids', emails: 'emails', phones: 'phones', contacts: 'people' })} AS "hasBought"`,
);

async function isInSegment(db: Reads, segmentId: string, contactId: string): Promise<boolean> {
  const [definition] = await resolveSegments(db, [segmentId]);
  if (definition === undefined) return false;
  const parameters = new Parameters();
  const slice = `SELECT k.* FROM "Contact" k WHERE k."accountId" = $1 AND k.id = ${parameters.add(contactId, 'text')}`;
  const { from, where } = compile(definition, db.now, parameters, slice);
  const rows = await db.rows(
    composedStatement<{ id: string }>(`SELECT c.id FROM ${from} WHERE ${where}`, { joinsSets: true }),
    ...parameters.values,
  );
  return rows.length > 0;
}

/** Checks whether a code is for this customer. One that is for everybody costs no look. */
async function isEligible(
  db: Reads,
  { segmentId, firstOrderOnly }: Pick<DiscountCodeRow, 'segmentId' | 'firstOrderOnly'>,
  { customerId, email }: Customer,
): Promise<boolean> {
  if (segmentId === null && !firstOrderOnly) return true;
  const address = email?.trim().toLowerCase() ?? '';
  if (customerId === null && address === '') return false;
  const [person] = await db.rows(findPerson, customerId, address === '' ? null : address);
  if (person === undefined || (firstOrderOnly && person.hasBought)) return false;
  return segmentId === null || (person.contactId !== null && (await isInSegment(db, segmentId, person.contactId)));
}

/** @param counted how often the customer has redeemed the code, and what is set aside of it */
export const usageOf = async (
  db: Reads,
  row: DiscountCodeRow,
  { held, heldByCustomer, isBatchSpent, uses }: SetAside & { uses: number },
  customer: Customer,
): Promise<CodeUsage> => ({
  held,
  isBatchSpent,
  customerUses: customer.customerId === null ? null : uses + heldByCustomer,
  isEligible: await isEligible(db, row, customer),
});
