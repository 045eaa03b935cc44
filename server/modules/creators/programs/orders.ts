/** Orders of the merchant's shops go through the same attribution (docs/contract/programs.md#attribution). */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { holdCollaborations } from '@/server/modules/creators/collaborations/rows';
import { attribute, namedIn, type Sale } from '@/server/modules/creators/programs/attribute';
import { refund } from '@/server/modules/creators/programs/refund';

/** The parts of an order that matter here; amounts are the shop's. */
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

/** Returns what our link puts into the address that it leads to. */
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

/** In the transaction that first tells that they were paid, with all whose they are held. */
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
 * Holds all whose money a report of orders moves: at once, in the order of their ids, and before the codes and
 * sessions that it locks. One by one, two reports of the same affiliates could wait for each other, and a report for
 * whoever suspends an affiliate, which switches their code off.
 * @param told.paid for the first time
 * @param told.takenBack sessions of which something was given back, or that were canceled
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
 * In the transaction that reports more given back than before, with all whose they are held.
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

/** A session of which another order stands is not canceled. */
const findCanceled = workspaceStatement<{ session: string }, [sessions: readonly string[]]>(
  'programs.canceled-sessions',
  `SELECT c."checkoutSessionId" AS session FROM "Commission" c
   CROSS JOIN LATERAL (SELECT EXISTS (
     SELECT FROM "Order" o WHERE o."accountId" = ${THIS_WORKSPACE} AND o."checkoutSessionId" = c."checkoutSessionId"
       AND o.status <> 'canceled') AS stands OFFSET 0) f
   WHERE c."accountId" = $1 AND c."checkoutSessionId" = ANY ($2::text[]) AND c.kind = 'sale' AND NOT f.stands`,
);

/**
 * In the transaction that writes that orders are canceled, with all whose they are held: all of them counts as given
 * back. Safe to tell again.
 */
export async function cancelOrders(tx: StatementTx, sessions: readonly string[]): Promise<void> {
  if (sessions.length === 0) return;
  const canceled = await tx.rows(findCanceled, [...new Set(sessions)]);
  await refundOrders(
    tx,
    canceled.map(({ session }) => ({ checkoutSessionId: session, refunded: null })),
  );
}
