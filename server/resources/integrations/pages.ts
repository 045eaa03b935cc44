/** An order or a checkout with all that its page in the dashboard shows: whose it is, and what it set off. */
import { stored } from '@/server/db/stored';
import type { WorkspaceDb } from '@/server/db/workspace';
import { toNumber } from '@/server/lib/money';
import { getCheckout, getOrder } from '@/server/resources/integrations/list';
import type { CheckoutPage, OrderPage } from '@/server/resources/integrations/schema';

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

/** The code that an order redeemed, by its session. */
async function redemptionOf({ prisma }: WorkspaceDb, checkoutSessionId: string): Promise<OrderPage['redemption']> {
  const row = await prisma.discountRedemption.findFirst({
    where: { checkoutSessionId },
    select: { discountCodeId: true, appliedAmount: true, currency: true, discountCode: { select: { code: true } } },
  });
  if (row === null) return null;
  const { discountCodeId, appliedAmount, currency, discountCode } = row;
  return { discountCodeId, code: discountCode.code, appliedAmount: toNumber(appliedAmount), currency };
}

/** @throws AppError NOT_FOUND */
export async function orderPage(db: WorkspaceDb, id: string): Promise<OrderPage> {
  const order = await getOrder(db, id);
  const { checkoutRef, externalSource } = order;
  const [whose, redemption, checkout] = await Promise.all([
    whoseOf(db, order),
    redemptionOf(db, order.checkoutSessionId),
    checkoutRef === null
      ? null
      : db.prisma.checkout.findFirst({
          where: { externalSource, externalRef: checkoutRef },
          select: { id: true, status: true, abandonedAt: true },
        }),
  ]);
  return { order, ...whose, redemption, checkout: checkout && stored<NonNullable<OrderPage['checkout']>>(checkout) };
}

/** @throws AppError NOT_FOUND */
export async function checkoutPage(db: WorkspaceDb, id: string): Promise<CheckoutPage> {
  const checkout = await getCheckout(db, id);
  const [whose, order] = await Promise.all([
    whoseOf(db, checkout),
    checkout.orderId === null
      ? null
      : db.prisma.order.findFirst({
          where: { id: checkout.orderId },
          select: { id: true, number: true, externalRef: true },
        }),
  ]);
  return { checkout, ...whose, order };
}
