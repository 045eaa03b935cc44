/**
 * Starts a checkout (docs/contract/billing.md#checkout): first our invoice, then the provider's. The subscription does
 * not change until a payment. Earlier unpaid checkouts end when the new one is open.
 */
import type { Services } from '@/server/platform/access/context';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, invalid } from '@/server/platform/errors';
import type { Checkout } from '@/server/modules/account/billing/payments/payment';
import { closeEarlierCheckouts, closeLater } from '@/server/modules/account/billing/close-checkouts';
import { PRICES, type PaidPlanId } from '@/server/modules/account/billing/plans';
import type { CheckoutAnswer, CheckoutInput, Currency } from '@/server/modules/account/billing/schema';
import { lockBilling } from '@/server/modules/account/billing/recompute-subscription';

/** An unpaid invoice becomes void after this time (docs/contract/billing.md#invoices), in milliseconds. */
export const PAYABLE_MS = 24 * 60 * 60_000;

/** Countries that stand for Indonesia or for no country at all: XX is unknown, T1 is Tor. */
const BILLED_IN_IDR = new Set(['ID', 'XX', 'T1']);

/**
 * Returns the currency of a checkout when the merchant does not choose one. @param country the country code from the
 * edge; null: unknown
 */
export const currencyOf = (country: string | null): Currency =>
  country === null || BILLED_IN_IDR.has(country) ? 'IDR' : 'USD';

export const returnUrlOf = (services: Pick<Services, 'settings'>, invoiceId: string): string =>
  `${services.settings.baseUrl}/billing?checkout=${invoiceId}`;

interface CheckoutCall extends CheckoutInput {
  country: string | null;
  /** The e-mail of the signed-in person. */
  ownEmail: string | null;
}

/** @throws AppError VALIDATION without an e-mail, PLAN_NOT_CONFIGURED, CHECKOUT_FAILED */
export async function checkout(
  services: Pick<Services, 'settings' | 'payments' | 'log'>,
  db: WorkspaceDb,
  input: CheckoutCall,
): Promise<CheckoutAnswer> {
  const email = input.email ?? input.ownEmail;
  if (email === null) throw invalid('email', 'is required: a signed request has no e-mail of its own');
  const plan = input.plan.toLowerCase() as PaidPlanId;
  const currency = input.currency ?? currencyOf(input.country);
  const provider = services.payments.of(currency);
  if (provider === null)
    throw new AppError('PLAN_NOT_CONFIGURED', {
      message: `Nobody takes ${currency} here yet: the operator has not set up its payment.`,
    });
  const amount = PRICES[plan][currency];
  const expiresAt = new Date(db.now.getTime() + PAYABLE_MS);
  const { id } = await db.prisma.invoice.create({
    data: {
      accountId: db.accountId,
      plan,
      amount,
      currency,
      kind: 'first',
      provider: provider.id,
      email,
      expiresAt,
      createdAt: db.now,
      updatedAt: db.now,
    },
    select: { id: true },
  });
  let opened: Checkout;
  try {
    opened = await provider.checkout({
      invoiceId: id,
      accountId: db.accountId,
      plan,
      amount,
      currency,
      email,
      name: input.name?.trim() || null,
      returnUrl: returnUrlOf(services, id),
      expiresAt,
    });
  } catch (error) {
    // Should the provider have opened it all the same and somebody pay, its callback still counts.
    await db.prisma.invoice.updateMany({ where: { id, status: 'open' }, data: { status: 'void', updatedAt: db.now } });
    throw error instanceof AppError ? error : new AppError('CHECKOUT_FAILED', { cause: error });
  }
  await db.prismaTransaction(async (tx) => {
    // A payment of one of them either came first, and it is no longer open, or waits here and then counts all the same.
    await tx.rows(lockBilling);
    const { status } = await tx.prisma.invoice.update({
      where: { accountId_id: { accountId: tx.accountId, id } },
      data: {
        upstreamInvoiceId: opened.invoiceId,
        upstreamSubscriptionId: opened.subscriptionId,
        checkoutSessionId: opened.checkoutSessionId,
        checkoutUrl: opened.checkoutUrl,
        updatedAt: tx.now,
      },
      select: { status: true },
    });
    await closeEarlierCheckouts(tx, id);
    // Another one was opened while this one was on its way, and the provider had not named it yet.
    if (status === 'void') await closeLater(tx, id);
    await tx.audit({
      action: 'billing.checkout',
      targetType: 'invoice',
      targetId: id,
      data: { plan, amount, currency },
    });
  });
  return opened;
}
