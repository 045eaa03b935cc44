/** The person who writes, beside the conversation: the contact, with orders, codes and funnels. For the dashboard. */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { toNumber } from '@/server/platform/lib/money';
import type { OrderStatus } from '@/server/platform/lib/shared-vocabulary';
import { customerIdsOf } from '@/server/modules/audience/contacts/find';
import { readConversation } from '@/server/modules/messaging/inbox/rows';
import type { Person } from '@/server/modules/messaging/inbox/schema';
import { isCounted } from '@/server/platform/lib/is-counted';

const findContact = workspaceStatement<
  { id: string; name: string; email: string | null; phone: string | null; customerIds: string[] },
  [id: string]
>(
  'inbox.person',
  `SELECT c.id, concat_ws(' ', c."firstName", c."lastName") AS name, c.email, c.phone,
    ${customerIdsOf('c')} AS "customerIds" FROM "Contact" c WHERE c."accountId" = $1 AND c.id = $2`,
  { isBrief: true },
);
const findOrders = workspaceStatement<
  { id: string; number: string; status: OrderStatus; amount: bigint; currency: string; placedAt: Date },
  [contactId: string]
>(
  'inbox.person-orders',
  `SELECT o.id, coalesce(o.number, o."externalRef") AS number, o.status, o.amount, o.currency, o."placedAt"
    FROM "Order" o WHERE o."accountId" = $1 AND o."contactId" = $2 ORDER BY o."placedAt" DESC, o.id DESC LIMIT 5`,
  { isBrief: true },
);
/** Codes that were made for this person, by funnels, and codes that they used. */
const findCodes = workspaceStatement<
  { id: string; code: string; used: boolean },
  [contactId: string, customerIds: string[]]
>(
  'inbox.person-codes',
  `SELECT DISTINCT ON (k.id) k.id, k.code, k.used FROM (
     (SELECT d.id, d.code, EXISTS (SELECT FROM "DiscountRedemption" r
       WHERE r."accountId" = ${THIS_WORKSPACE} AND r."discountCodeId" = d.id AND ${isCounted('r')}) AS used,
       e."enteredAt" AS at
       FROM "FunnelEnrolment" e JOIN "DiscountCode" d ON d."accountId" = ${THIS_WORKSPACE} AND d.code = e."discountCode"
         WHERE e."accountId" = $1 AND e."contactId" = $2 AND e."discountCode" IS NOT NULL ORDER BY e."enteredAt" DESC
         LIMIT 5)
     UNION ALL
     (SELECT d.id, d.code, true, r."redeemedAt" FROM unnest($3::text[]) w(customer)
       CROSS JOIN LATERAL (SELECT * FROM "DiscountRedemption" o
         WHERE o."accountId" = ${THIS_WORKSPACE} AND o."customerId" = w.customer AND ${isCounted('o')}
         ORDER BY o."redeemedAt" DESC LIMIT 5) r
         JOIN "DiscountCode" d ON d."accountId" = ${THIS_WORKSPACE} AND d.id = r."discountCodeId"
         ORDER BY r."redeemedAt" DESC LIMIT 5)) k ORDER BY k.id, k.at DESC LIMIT 5`,
);
const findFunnels = workspaceStatement<{ id: string; name: string; enteredAt: Date }, [contactId: string]>(
  'inbox.person-funnels',
  `SELECT f.id, f.name, e."enteredAt" FROM "FunnelEnrolment" e
    JOIN "Funnel" f ON f."accountId" = ${THIS_WORKSPACE} AND f.id = e."funnelId"
    WHERE e."accountId" = $1 AND e."contactId" = $2 AND e.status = 'active' ORDER BY e."enteredAt" DESC, e.id DESC
    LIMIT 5`,
);

/** @throws AppError NOT_FOUND */
export async function personOf(db: WorkspaceDb, id: string): Promise<Person> {
  const { contactId } = await readConversation(db, id);
  if (contactId === null) return { contact: null, orders: [], codes: [], funnels: [] };
  const { customerIds, ...contact } = orNotFound((await db.rows(findContact, contactId))[0]);
  const [orders, codes, funnels] = await Promise.all([
    db.rows(findOrders, contactId),
    db.rows(findCodes, contactId, customerIds),
    db.rows(findFunnels, contactId),
  ]);
  return {
    contact,
    orders: orders.map((order) => ({ ...order, amount: toNumber(order.amount) })),
    codes,
    funnels,
  };
}
