/** The dashboard's pages of an order and of a checkout: more than the API answers. */
import { castStored } from '@/server/platform/db/stored';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { toNumber } from '@/server/platform/lib/money';
import { getCheckout, getOrder } from '@/server/modules/shops/orders/list';
import type { CheckoutPage, OrderPage } from '@/server/modules/shops/orders/schema';

type Whose = Pick<OrderPage, 'contact' | 'integration'>;

async function whoseOf(
  { prisma }: WorkspaceDb,
  { contactId, integrationId }: { contactId: string | null; integrationId: string | null },
): Promise<Whose> {
  const [contact, integration] = await Promise.all([
    contactId === null
      ? null
      : prisma.contact.findFirst({ where: { id: contactId }, select: { id: true, firstName: true, lastName: true } }),
    integrationId === null
      ? null
      : prisma.integration.findFirst({ where: { id: integrationId }, select: { id: true, displayName: true } }),
  ]);
  return { contact, integration };
}

/** Finds the code that an order redeemed, by its checkout session. */
async function redemptionOf({ prisma }: WorkspaceDb, checkoutSessionId: string): Promise<OrderPage['redemption']> {
  const row = await prisma.discountRedemption.findFirst({
    where: { checkoutSessionId, rolledBackAt: null },
    select: { discountCodeId: true, appliedAmount: true, currency: true, discountCode: { select: { code: true } } },
  });
  if (row === null) return null;
  const { discountCodeId, appliedAmount, currency, discountCode } = row;
  return { discountCodeId, code: discountCode.code, appliedAmount: toNumber(appliedAmount), currency };
}

/** Finds the funnels of the contact's enrolments `e` that are about $3. */
const findFunnels = (name: string, isAbout: string) =>
  workspaceStatement<{ id: string; name: string }, [contactId: string, about: string]>(
    `integrations.funnels-of-${name}`,
    `SELECT DISTINCT f.id, f.name FROM "FunnelEnrolment" e
      JOIN "Funnel" f ON f."accountId" = ${THIS_WORKSPACE} AND f.id = e."funnelId"
     WHERE e."accountId" = $1 AND e."contactId" = $2 AND ${isAbout} = $3 ORDER BY f.name, f.id`,
  );
const findFunnelsOfOrder = findFunnels('order', 'e."goalSession"');
const findFunnelsOfCheckout = findFunnels('checkout', `e.cart->>'id'`);

/** An affiliate's earnings from an order, by its checkout session. */
type Earned = Omit<NonNullable<OrderPage['commission']>, 'amount'> & { amount: bigint };
const findCommission = workspaceStatement<Earned, [checkoutSessionId: string]>(
  'integrations.commission-of-order',
  `SELECT o.amount, o.currency, o."collaborationId", c.name AS affiliate FROM "Commission" o
     JOIN "Collaboration" c ON c."accountId" = ${THIS_WORKSPACE} AND c.id = o."collaborationId"
   WHERE o."accountId" = $1 AND o."checkoutSessionId" = $2 AND o.kind = 'sale'`,
);

/** @throws AppError NOT_FOUND */
export async function orderPage(db: WorkspaceDb, id: string): Promise<OrderPage> {
  const order = await getOrder(db, id);
  const { checkoutRef, externalSource, contactId, checkoutSessionId } = order;
  const [whose, redemption, checkout, funnels, [commission]] = await Promise.all([
    whoseOf(db, order),
    redemptionOf(db, checkoutSessionId),
    checkoutRef === null
      ? null
      : db.prisma.checkout.findFirst({
          where: { externalSource, externalRef: checkoutRef },
          select: { id: true, status: true, abandonedAt: true },
        }),
    contactId === null ? [] : db.rows(findFunnelsOfOrder, contactId, checkoutSessionId),
    db.rows(findCommission, checkoutSessionId),
  ]);
  const from = checkout && castStored<NonNullable<OrderPage['checkout']>>(checkout);
  const earned = commission === undefined ? null : { ...commission, amount: toNumber(commission.amount) };
  return {
    order,
    ...whose,
    redemption,
    checkout: from,
    commission: earned,
    funnels,
  };
}

/** @throws AppError NOT_FOUND */
export async function checkoutPage(db: WorkspaceDb, id: string): Promise<CheckoutPage> {
  const checkout = await getCheckout(db, id);
  const { contactId } = checkout;
  const [whose, order, funnels] = await Promise.all([
    whoseOf(db, checkout),
    checkout.orderId === null
      ? null
      : db.prisma.order.findFirst({
          where: { id: checkout.orderId },
          select: { id: true, number: true, externalRef: true },
        }),
    contactId === null ? [] : db.rows(findFunnelsOfCheckout, contactId, id),
  ]);
  return { checkout, ...whose, order, funnels };
}
