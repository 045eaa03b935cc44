/** Whether somebody has bought before: what shops and checkouts have told of orders (docs/contract/integrations.md#orders). */
import { THIS_WORKSPACE } from '@/server/db/statement';
import { isCounted } from '@/server/resources/discount-codes/rows';

/**
 * SQL: whether anything tells of an order of theirs. An order that was canceled and a redemption that was rolled back do
 * not. Each row of the relations is looked up by index.
 * @param relations names of what the statement has in its WITH: `ids` with the shop's own ids of the customer as `id`,
 *   `emails` with addresses in lower case as `email`, `contacts` with ids of contacts as `id`
 */
export const hasBought = ({ ids, emails, contacts }: Record<'ids' | 'emails' | 'contacts', string>): string => `(
  EXISTS (SELECT FROM ${ids} i CROSS JOIN LATERAL (SELECT FROM "DiscountRedemption" r WHERE r."accountId" = ${THIS_WORKSPACE} AND r."customerId" = i.id AND ${isCounted('r')} LIMIT 1) r)
  OR EXISTS (SELECT FROM ${ids} i CROSS JOIN LATERAL (SELECT FROM "Order" o WHERE o."accountId" = ${THIS_WORKSPACE} AND o."customerRef" = i.id AND o.status <> 'canceled' LIMIT 1) o)
  OR EXISTS (SELECT FROM ${emails} e CROSS JOIN LATERAL (SELECT FROM "Order" o WHERE o."accountId" = ${THIS_WORKSPACE} AND o.email = e.email AND o.status <> 'canceled' LIMIT 1) o)
  OR EXISTS (SELECT FROM ${contacts} k CROSS JOIN LATERAL (SELECT FROM "Order" o WHERE o."accountId" = ${THIS_WORKSPACE} AND o."contactId" = k.id AND o.status <> 'canceled' LIMIT 1) o))`;
