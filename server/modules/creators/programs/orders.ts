/** Orders of the merchant's shops go through the same attribution (docs/contract/programs.md#attribution). */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { holdCollaborations } from '@/server/modules/creators/collaborations/rows';
import { attribute, namedIn, type Sale } from '@/server/modules/creators/programs/attribute';
import { refund } from '@/server/modules/creators/programs/refund';

/** The parts of an order that attribution needs; amounts are in the shop's currency. */
export interface ReportedOrder {
  externalRef: string;
  checkoutSessionId: string;
  customerRef: string | null;
  email: string | null;
  phoneE164: string | null;
  amount: number;
  shipping: number | null;
  tax: number | null;
  refunded: number;
  status: string;
  currency: string;
  discountCodes: readonly string[];
  landingUrl: string | null;
  paidAt: Date | null;
  placedAt: Date;
}

/** Reads the click id and the code that an affiliate link adds to the landing address. */
export function carried(landingUrl: string | null): { clickId: string | null; code: string | null } {
  const query = landingUrl?.split('#')[0]?.split('?').slice(1).join('?') ?? '';
  const parameters = new URLSearchParams(query);
  const clickId = parameters.get('click');
  const code = parameters.get('ref');
  return { clickId: clickId === '' ? null : clickId, code: code === '' ? null : code };
}

function saleOf(order: ReportedOrder, externalSource: string): Sale {
  return {
    checkoutSessionId: order.checkoutSessionId,
    customerId: order.customerRef,
    email: order.email?.toLowerCase() ?? null,
    phone: order.phoneE164,
    discountCodes: order.discountCodes,
    ...carried(order.landingUrl),
    orderAmount: Math.max(0, order.amount - (order.shipping ?? 0) - (order.tax ?? 0)),
    // Told as canceled before it is told as paid: nothing is left of it.
    refundedAmount: order.status === 'canceled' ? order.amount : order.refunded,
    currency: order.currency,
    newCustomer: null,
    networkHash: null,
    externalSource,
    externalRef: order.externalRef,
    occurredAt: order.paidAt ?? order.placedAt,
  };
}

const namesSomebody = ({ discountCodes, clickId, code }: Sale): boolean =>
  discountCodes.length > 0 || clickId !== null || code !== null;

/**
 * Attributes orders, in the transaction that first reports them as paid. The caller has locked all affiliates concerned
 * (holdWhose).
 */
export async function attributeOrders(
  tx: StatementTx,
  { externalSource }: { externalSource: string },
  orders: readonly ReportedOrder[],
): Promise<void> {
  for (const sale of orders.map((order) => saleOf(order, externalSource)).filter(namesSomebody))
    await attribute(tx, sale);
}

const findWhose = workspaceStatement<{ collaborationId: string }, [sessions: readonly string[]]>(
  'programs.whose-sessions',
  `SELECT DISTINCT c."collaborationId" FROM "Commission" c
    WHERE c."accountId" = $1 AND c."checkoutSessionId" = ANY ($2::text[]) AND c.kind = 'sale'`,
);

/**
 * Locks all affiliates whose money a report of orders changes: at once, in the order of their ids, and before the
 * report locks codes and sessions. If they were locked one by one, two reports about the same affiliates could wait for
 * each other. So could a report and the suspension of an affiliate, which deactivates their code.
 * @param told.paid orders that are paid for the first time
 * @param told.takenBack sessions that were refunded, in whole or in part, or canceled
 */
export async function holdWhose(
  tx: StatementTx,
  source: string,
  { paid, takenBack }: { paid: readonly ReportedOrder[]; takenBack: readonly string[] },
): Promise<void> {
  const named = await namedIn(tx, paid.map((order) => saleOf(order, source)).filter(namesSomebody));
  const whose = takenBack.length === 0 ? [] : await tx.rows(findWhose, takenBack);
  const ids = new Set([...named, ...whose.map(({ collaborationId }) => collaborationId)]);
  if (ids.size > 0) await holdCollaborations(tx, [...ids].sort());
}

/**
 * Refunds commissions, in the transaction that reports a larger refund than before. The caller has locked all
 * affiliates concerned.
 * @param orders refunded null: everything
 */
export async function refundOrders(
  tx: StatementTx,
  orders: readonly { checkoutSessionId: string; refunded: number | null }[],
): Promise<void> {
  if (orders.length === 0) return;
  // Of most reports nothing is an affiliate's.
  const sessions = orders.map(({ checkoutSessionId }) => checkoutSessionId);
  if ((await tx.rows(findWhose, sessions)).length === 0) return;
  for (const { checkoutSessionId, refunded } of orders) await refund(tx, checkoutSessionId, refunded);
}

/** Finds canceled sessions; a session that still has another order is not canceled. */
const findCanceled = workspaceStatement<{ session: string }, [sessions: readonly string[]]>(
  'programs.canceled-sessions',
  `SELECT c."checkoutSessionId" AS session FROM "Commission" c
   CROSS JOIN LATERAL (SELECT EXISTS (
     SELECT FROM "Order" o WHERE o."accountId" = ${THIS_WORKSPACE} AND o."checkoutSessionId" = c."checkoutSessionId"
       AND o.status <> 'canceled') AS stands OFFSET 0) f
   WHERE c."accountId" = $1 AND c."checkoutSessionId" = ANY ($2::text[]) AND c.kind = 'sale' AND NOT f.stands`,
);

/**
 * Takes back the commissions of canceled orders, in the transaction that cancels the orders. The whole order counts as
 * refunded. The caller has locked all affiliates concerned. Safe to repeat.
 */
export async function cancelOrders(tx: StatementTx, sessions: readonly string[]): Promise<void> {
  if (sessions.length === 0) return;
  const canceled = await tx.rows(findCanceled, [...new Set(sessions)]);
  await refundOrders(
    tx,
    canceled.map(({ session }) => ({ checkoutSessionId: session, refunded: null })),
  );
}
