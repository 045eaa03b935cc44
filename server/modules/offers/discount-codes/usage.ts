/** The use of a code at a checkout: the holds of others, and whether the code is for this customer. */
import { composedStatement, Parameters, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { compile } from '@/server/modules/audience/audience-segments/compile';
import { resolveSegments } from '@/server/modules/audience/audience-segments/resolve';
import type { CodeUsage } from '@/server/modules/offers/discount-codes/arithmetic';
import type { DiscountCodeRow } from '@/server/modules/offers/discount-codes/rows';
import { aliasOf } from '@/server/modules/audience/contacts/find';
import { emailsOf, hasBought, idsOf, phonesOf } from '@/server/modules/shops/orders/has-bought';

type Reads = Pick<WorkspaceDb, 'accountId' | 'now' | 'rows'>;

/** The customer as the checkout names them. */
export interface Customer {
  customerId: string | null;
  email: string | null;
}

export interface SetAside {
  /** Uses that other checkouts have set aside. */
  held: number;
  /** The number of holds that are this customer's. */
  heldByCustomer: number;
  /** True when the code's batch has no use left, counting redemptions and holds. */
  isBatchSpent: boolean;
}

/**
 * SQL: columns of SetAside for the code `d`. For a code without a cap nothing is looked up. The holds of a redeemed
 * session do not count, even if their rows still exist: a redeem that began before the hold was there could not delete
 * it.
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

/**
 * The largest number of contacts looked at for one id or one e-mail; shops that give all guests one id have many there.
 */
const MOST_PEOPLE = 50;

interface Person {
  /** Null when no contact is known by the customer's id or e-mail. */
  contactId: string | null;
  hasBought: boolean;
}

/**
 * Finds the newest contact with the id, else with the e-mail, to check the segment. Also checks whether any contact
 * with that id or e-mail has bought, because a person may have two contacts.
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

/** Checks whether a code is for this customer. A code for everybody costs no query. */
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

/** @param counted how often the customer has redeemed the code, and the holds of the code */
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
