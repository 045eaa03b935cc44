/**
 * Finds and erases a person for a vendor's privacy request (docs/contract/integrations.md#compliance): their contacts,
 * and the data to erase.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { toAppError } from '@/server/platform/errors';
import { eraseIf } from '@/server/modules/audience/contacts/erase';
import { aliasOf, hadAlone, type AliasKind } from '@/server/modules/audience/contacts/find';
import { normalisedPhoneOf } from '@/server/modules/audience/contacts/identity';
import { inTurn, lockContacts } from '@/server/modules/audience/contacts/lock';
import { FORGET_BUYER_OF_ORDER, forgetBuyerOfCheckout } from '@/server/platform/lib/erase-buyer';
import { lockShop } from '@/server/modules/shops/orders/lock';
import { SHOP_ATTRIBUTE } from '@/server/platform/lib/shared-vocabulary';

/** The shop, in the forms in which rows refer to it. */
export interface RedactedShop {
  /** `<provider>:<externalId>` */
  externalSource: string;
  /** The `source` of a contact that was made from one of the shop's customers. */
  contactSource: string;
}

/** A person as the shop knows them. */
export interface KnownAs {
  customerRef: string | null;
  email: string | null;
  /** The phone in E.164, or in the form of an identity. */
  phone: string | null;
  orderRefs: readonly string[];
}

/** SQL: the contact that absorbed, by a merge, the contact with the address. */
const mergedInto = (kind: AliasKind, value: string): string =>
  `FROM "Contact" c WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = ${aliasOf(kind, value)}`;

/** SQL: the contact with the phone, unless it has another person's e-mail. */
const ofPhone = (phone: string): string => `${phone} AND (c.email IS NULL OR c.email = $4::text)`;

const findContacts = workspaceStatement<
  { id: string },
  [source: string, customerRef: string | null, email: string | null, phone: string | null]
>(
  'integrations.compliance.contacts',
  `SELECT f.id FROM (
     SELECT 1 AS rank, c.id, c."createdAt" FROM "Customer" u
       JOIN "Contact" c ON c."accountId" = u."accountId" AND c.id = u."contactId"
     WHERE u."accountId" = $1 AND u."externalSource" = $2 AND u."externalRef" = $3::text
     UNION ALL SELECT 2, c.id, c."createdAt" FROM "Contact" c WHERE c."accountId" = $1 AND c.email = $4::text
     UNION ALL SELECT 2, c.id, c."createdAt" ${mergedInto('email', '$4::text')}
     UNION ALL SELECT 3, c.id, c."createdAt" FROM "Contact" c
       WHERE c."accountId" = $1 AND ${ofPhone('c."phoneE164" = $5::text')}
     UNION ALL SELECT 3, c.id, c."createdAt" ${mergedInto('phone', '$5::text')} AND ${ofPhone('true')}
     UNION ALL SELECT 3, c.id, c."createdAt" FROM "Contact" c WHERE c."accountId" = $1 AND c."phoneE164" IS NULL AND ${ofPhone(`${normalisedPhoneOf('c.phone')} = $5::text`)}) f
   GROUP BY f.id ORDER BY min(f.rank), max(f."createdAt") DESC, f.id`,
);

/**
 * Returns the person's contacts, the most likely first: the shop's customer, then the contact with the e-mail or with
 * it before a merge, then the same for the phone.
 */
export async function contactsOf(
  db: Pick<WorkspaceDb, 'rows'>,
  { externalSource }: Pick<RedactedShop, 'externalSource'>,
  { customerRef, email, phone }: KnownAs,
): Promise<string[]> {
  return (await db.rows(findContacts, externalSource, customerRef, email, phone)).map(({ id }) => id);
}

const existsOf = (table: string, which: string): string =>
  `EXISTS (SELECT FROM "${table}" x WHERE x."accountId" = $1 AND x."contactId" = c.id
    AND x."externalSource" ${which} $2::text)`;

/**
 * Checks whether this shop alone reported a contact: the contact was made from the shop's customer or an abandoned
 * checkout there, has no customer record, order or checkout of another shop, and no partner has sent it a cart
 * reminder.
 */
const judgeSource = workspaceStatement<{ isOnly: boolean }, [source: string, contactId: string, contactSource: string]>(
  'integrations.compliance.only-source',
  `SELECT coalesce(c.source IN ($4::text, 'abandoned_cart'), false)
     AND (${['Customer', 'Order', 'Checkout'].map((table) => existsOf(table, '=')).join(' OR ')})
     AND NOT (${['Customer', 'Order', 'Checkout'].map((table) => existsOf(table, '<>')).join(' OR ')})
     AND NOT EXISTS (SELECT FROM "AbandonedCartReminder" r WHERE r."accountId" = $1 AND r.email = c.email) AS "isOnly"
   FROM "Contact" c WHERE c."accountId" = $1 AND c.id = $3`,
);

async function isOnlyOf(
  db: Pick<WorkspaceDb, 'rows'>,
  { externalSource, contactSource }: RedactedShop,
  contactId: string,
): Promise<boolean> {
  return (await db.rows(judgeSource, externalSource, contactId, contactSource))[0]?.isOnly === true;
}

/**
 * Clears externalRef if the shop gave it, and the shop's data about its customer unless another shop may have reported
 * the same.
 */
const forgetCustomer = workspaceStatement<never, [source: string, contactId: string, now: Date]>(
  'integrations.compliance.forget-customer',
  `UPDATE "Contact" c SET "externalRef" = CASE WHEN f."isRef" THEN NULL ELSE c."externalRef" END,
     attributes = CASE WHEN f.others THEN c.attributes
       ELSE c.attributes - '${SHOP_ATTRIBUTE}' END, "updatedAt" = $4::timestamptz
   FROM (
     SELECT o.id, EXISTS (SELECT FROM "Customer" u
       WHERE u."accountId" = $1 AND u."externalSource" = $2 AND u."contactId" = o.id
       AND u."externalRef" = o."externalRef") AS "isRef",
       EXISTS (SELECT FROM "Customer" u WHERE u."accountId" = $1 AND u."externalSource" <> $2
         AND u."contactId" = o.id) AS others,
       EXISTS (SELECT FROM "Customer" u WHERE u."accountId" = $1 AND u."externalSource" = $2
         AND u."contactId" = o.id) AS "isCustomer"
     FROM "Contact" o WHERE o."accountId" = $1 AND o.id = $3) f
   WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = f.id AND f."isCustomer"
     AND (f."isRef" OR (NOT f.others AND c.attributes ? '${SHOP_ATTRIBUTE}'))`,
);

/** Deletes the shop's ids of contacts that were merged into this one. */
const forgetOldIds = workspaceStatement<never, [source: string, contactId: string]>(
  'integrations.compliance.forget-old-ids',
  `DELETE FROM "ContactAlias" a USING "Customer" u
    WHERE a."accountId" = $1 AND a."contactId" = $3 AND a.kind = 'externalRef'
     AND u."accountId" = $1 AND u."externalSource" = $2 AND u."contactId" = $3 AND u."externalRef" = a.value`,
);

const removeCustomers = workspaceStatement<never, [source: string, contactId: string]>(
  'integrations.compliance.remove-customers',
  `DELETE FROM "Customer" u WHERE u."accountId" = $1 AND u."externalSource" = $2 AND u."contactId" = $3`,
);

/**
 * Erases everything about a contact that only this shop has reported; for any other contact, only that it is the shop's
 * customer. Runs in one transaction; safe to repeat.
 */
export async function forgetContact(db: WorkspaceDb, shop: RedactedShop, contactId: string): Promise<void> {
  if (await isOnlyOf(db, shop, contactId)) {
    try {
      if (await eraseIf(db, contactId, (tx) => isOnlyOf(tx, shop, contactId))) return;
    } catch (error) {
      // Somebody else has erased it.
      if (toAppError(error).appCode !== 'NOT_FOUND') throw error;
    }
  }
  await inTurn(db.accountId, () =>
    db.transaction(async (tx) => {
      await lockContacts(tx);
      await tx.rows(forgetCustomer, shop.externalSource, contactId, tx.now);
      await tx.rows(forgetOldIds, shop.externalSource, contactId);
      await tx.rows(removeCustomers, shop.externalSource, contactId);
    }),
  );
}

/** All ids, e-mails and phones by which the shop knows a person. */
export interface Names {
  customerRefs: readonly string[];
  emails: readonly string[];
  phones: readonly string[];
}

/**
 * Finds the addresses and ids of these contacts, and of contacts merged into them, unless another contact has the value
 * now.
 */
const findNames = workspaceStatement<
  Names,
  [
    source: string,
    contactIds: readonly string[],
    customerRef: string | null,
    email: string | null,
    phone: string | null,
  ]
>(
  'integrations.compliance.names',
  `SELECT array_remove($4::text || ARRAY(SELECT u."externalRef" FROM "Customer" u
    WHERE u."accountId" = $1 AND u."externalSource" = $2 AND u."contactId" = ANY ($3::text[])), NULL) AS "customerRefs",
     array_remove($5::text || ${hadAlone('email', '= ANY ($3::text[])')}, NULL) AS emails,
       array_remove($6::text || ${hadAlone('phone', '= ANY ($3::text[])')}, NULL) AS phones
   WHERE $1 <> ''`,
);

/** Returns all addresses and ids of the contacts; must run before they are erased. */
export const namesOf = async (
  db: Pick<WorkspaceDb, 'rows'>,
  { externalSource }: RedactedShop,
  { customerRef, email, phone }: KnownAs,
  contactIds: readonly string[],
): Promise<Names> => orNotFound((await db.rows(findNames, externalSource, contactIds, customerRef, email, phone))[0]);

type Purchases = [
  source: string,
  orderRefs: readonly string[],
  customerRefs: readonly string[],
  emails: readonly string[],
  phones: readonly string[],
  contactIds: readonly string[],
];

/**
 * SQL: true for a row that names the shop's customer. A row with another e-mail belongs to another person, whatever its
 * phone.
 */
const ofPerson = (row: string): string =>
  `${row}.email = ANY ($5::text[]) OR (${row}."phoneE164" = ANY ($6::text[]) AND ${row}.email IS NULL)
    OR ${row}."contactId" = ANY ($7::text[])`;

const forgetOrders = workspaceStatement<never, Purchases>(
  'integrations.compliance.forget-orders',
  `WITH forgotten AS (
     UPDATE "Order" o SET ${FORGET_BUYER_OF_ORDER}
     WHERE o."accountId" = $1 AND o."externalSource" = $2
       AND (o."externalRef" = ANY ($3::text[]) OR o."customerRef" = ANY ($4::text[]) OR ${ofPerson('o')})
     RETURNING o."checkoutSessionId")
   UPDATE "Purchase" p SET "contactId" = NULL FROM forgotten f
   WHERE p."accountId" = ${THIS_WORKSPACE} AND p."checkoutSessionId" = f."checkoutSessionId"
     AND p."contactId" IS NOT NULL`,
);

/** Erases checkouts. A checkout does not name its customer, so those of an erased order are found by the order. */
const forgetCheckouts = workspaceStatement<never, Purchases>(
  'integrations.compliance.forget-checkouts',
  `UPDATE "Checkout" k SET ${forgetBuyerOfCheckout('k')}
   WHERE k."accountId" = $1 AND k."externalSource" = $2 AND (${ofPerson('k')} OR k."externalRef" IN (
     SELECT o."checkoutRef" FROM "Order" o
       WHERE o."accountId" = $1 AND o."externalSource" = $2
       AND (o."externalRef" = ANY ($3::text[]) OR o."customerRef" = ANY ($4::text[]))))`,
);

/** Deletes refused rows of the person, because the stored reasons may quote their data. */
const removeRefusals = workspaceStatement<
  never,
  [
    source: string,
    orderRefs: readonly string[],
    customerRefs: readonly string[],
    emails: readonly string[],
    phones: readonly string[],
  ]
>(
  'integrations.compliance.remove-refusals',
  `DELETE FROM "IntegrationRefusal" e USING "IntegrationRun" r, "Integration" i
   WHERE i."accountId" = $1 AND i.provider || ':' || i."externalId" = $2 AND r."accountId" = ${THIS_WORKSPACE}
     AND r."integrationId" = i.id
     AND e."accountId" = ${THIS_WORKSPACE} AND e."runId" = r.id
     AND ((r.resource = 'orders' AND e.ref = ANY ($3::text[]))
       OR (r.resource = 'customers' AND e.ref = ANY ($4::text[]))
       OR EXISTS (SELECT FROM unnest($5::text[]) n WHERE strpos(lower(e.ref || ' ' || e.reason), n) > 0)
       OR EXISTS (SELECT FROM unnest($6::text[]) n WHERE strpos(e.ref || ' ' || e.reason, n) > 0))`,
);

const removeCustomer = workspaceStatement<never, [source: string, customerRefs: readonly string[]]>(
  'integrations.compliance.remove-customer',
  `DELETE FROM "Customer" u WHERE u."accountId" = $1 AND u."externalSource" = $2 AND u."externalRef" = ANY ($3::text[])`,
);

/** Erases the person's data in orders and checkouts of the shop. */
export async function forgetPurchases(
  tx: StatementTx,
  { externalSource }: RedactedShop,
  { customerRefs, emails, phones }: Names,
  orderRefs: readonly string[],
  contactIds: readonly string[],
): Promise<void> {
  await lockShop(tx, externalSource);
  const given: Purchases = [externalSource, orderRefs, customerRefs, emails, phones, contactIds];
  // While the orders still say whose they are.
  await tx.rows(forgetCheckouts, ...given);
  await tx.rows(forgetOrders, ...given);
  await tx.rows(removeCustomer, externalSource, customerRefs);
  await tx.rows(removeRefusals, externalSource, orderRefs, customerRefs, emails, phones);
}
