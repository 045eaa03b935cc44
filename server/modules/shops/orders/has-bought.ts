/**
 * Checks whether a person has bought before, by all orders that shops and checkouts reported
 * (docs/contract/integrations.md#orders).
 */
import { THIS_WORKSPACE } from '@/server/platform/db/statement';
import { hadAlone } from '@/server/modules/audience/contacts/find';
import { isCounted } from '@/server/platform/lib/is-counted';

/** SQL: true for an order that counts as placed. A canceled order counts only if it had been paid. */
export const isPlaced = (order: string): string =>
  `((${order}.status <> 'canceled' AND NOT ${order}."isCart") OR ${order}."paidAt" IS NOT NULL)`;

/**
 * SQL: true when the person has placed an order since. An index serves each of the person's ids and addresses.
 * @param person SQL of the person's ids and addresses; null for unknown ones
 * @param since SQL of an instant
 */
export const hasOrdered = (
  person: Record<'contactId' | 'email' | 'phoneE164' | 'customerRef', string>,
  since: string,
): string =>
  `(${Object.entries(person)
    .map(
      ([column, value]) =>
        `EXISTS (SELECT FROM "Order" o WHERE o."accountId" = ${THIS_WORKSPACE} AND o."${column}" = ${value}
          AND o."placedAt" >= ${since} AND ${isPlaced('o')})`,
    )
    .join(' OR ')})`;

/** The columns of an order that identify its buyer. */
const WHOSE = ['contactId', 'email', 'phoneE164'] as const;

/**
 * SQL: true when the buyer of an order has another one, even if they were no contact yet when it was reported.
 * @param order alias of the order
 * @param condition SQL of an order `e`
 */
export const hasOther = (order: string, condition: string): string =>
  `(${WHOSE.map(
    (column) =>
      `EXISTS (SELECT FROM "Order" e WHERE e."accountId" = ${THIS_WORKSPACE} AND e."${column}" = ${order}."${column}"
        AND e.id <> ${order}.id AND ${condition})`,
  ).join(' OR ')})`;

/**
 * SQL: true when any order of the person is known. Canceled orders and rolled-back redemptions do not count. An index
 * serves each row of the relations.
 * @param relations names from the statement's WITH: `ids` with the shop's customer ids as `id`, `emails` with addresses
 * in lower case as `email`, `phones` in E.164 as `phone`, `contacts` with ids of contacts as `id`
 */
export const hasBought = ({
  ids,
  emails,
  phones,
  contacts,
}: Record<'ids' | 'emails' | 'phones' | 'contacts', string>): string => `(
  EXISTS (SELECT FROM ${ids} i CROSS JOIN LATERAL (SELECT FROM "DiscountRedemption" r
    WHERE r."accountId" = ${THIS_WORKSPACE} AND r."customerId" = i.id AND ${isCounted('r')} LIMIT 1) r)
  OR ${[
    [ids, 'customerRef', 'id'],
    [emails, 'email', 'email'],
    [contacts, 'contactId', 'id'],
    [phones, 'phoneE164', 'phone'],
  ]
    .map(
      ([relation, column, value]) =>
        `EXISTS (SELECT FROM ${relation} g
          CROSS JOIN LATERAL (SELECT FROM "Order" o
          WHERE o."accountId" = ${THIS_WORKSPACE} AND o."${column}" = g."${value}" AND o.status <> 'canceled'
          AND NOT o."isCart" LIMIT 1) o)`,
    )
    .join(' OR ')})`;

/** SQL of the values of contacts that were merged into these contacts. @param contacts a relation with `id` */
const hadBefore = (kind: 'email' | 'phone' | 'externalRef', contacts: string): string =>
  `SELECT unnest(${hadAlone(kind, '= p.id')}) FROM ${contacts} p`;

/**
 * SQL of the relation `emails`: an address, and those of the contacts. @param contacts the relation with `id` and
 * `email`
 */
export const emailsOf = (email: string, contacts: string): string =>
  `SELECT ${email}::text AS email UNION SELECT p.email FROM ${contacts} p UNION ${hadBefore('email', contacts)}`;

/** SQL of the relation `phones` of the contacts. @param contacts the relation with `id` and `phoneE164` */
export const phonesOf = (contacts: string): string =>
  `SELECT p."phoneE164" AS phone FROM ${contacts} p UNION ${hadBefore('phone', contacts)}`;

/**
 * SQL of the relation `ids`: an id, and the ids that shops and callers gave to the contacts.
 * @param contacts the relation with `id` and `externalRef`
 */
export const idsOf = (customerId: string, contacts: string): string =>
  `SELECT ${customerId}::text AS id UNION SELECT p."externalRef" FROM ${contacts} p
    UNION ${hadBefore('externalRef', contacts)}
     UNION SELECT u."externalRef" FROM ${contacts} p
       CROSS JOIN LATERAL (SELECT c."externalRef" FROM "Customer" c
       WHERE c."accountId" = ${THIS_WORKSPACE} AND c."contactId" = p.id OFFSET 0) u`;
