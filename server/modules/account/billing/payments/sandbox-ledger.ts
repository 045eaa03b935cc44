/**
 * The payment sandbox's own data, like a payment company's: subscriptions, their invoices and payments. Every change is
 * reported by a job of the same transaction.
 */
import { randomBytes } from 'node:crypto';
import type { SandboxInvoice } from '@/prisma/generated/client';
import { workspaceStatement } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import type { StatementTx, WorkspaceDb, WorkspaceTx } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { toNumber } from '@/server/platform/lib/money';
import type { CheckoutRequest, RenewalRequest } from '@/server/modules/account/billing/payments/payment';
import { sandboxCallback, type SandboxCallback } from '@/server/modules/account/billing/payments/sandbox-callback';
import { sandboxCallBackJob, sandboxChargeAgainJob } from '@/server/modules/account/billing/payments/jobs';

export type SandboxOutcome = 'paid' | 'failed';
export type { SandboxInvoice };

/** The hosted page's address. */
export const SANDBOX_CHECKOUT_PATH = '/sandbox-checkout';
export const hostedUrl = ({ baseUrl }: Pick<Settings, 'baseUrl'>, invoice: Pick<SandboxInvoice, 'token'>): string =>
  `${baseUrl}${SANDBOX_CHECKOUT_PATH}/${invoice.token}`;

type Ours = Pick<Settings, 'baseUrl'>;

const lockSubscription = workspaceStatement<{ status: string; nextOutcome: string }, [id: string]>(
  'payment-sandbox.lock',
  `SELECT s.status, s."nextOutcome" FROM "SandboxSubscription" s WHERE s."accountId" = $1 AND s.id = $2 FOR UPDATE`,
);

async function callBack(tx: StatementTx, type: SandboxCallback['type'], data: SandboxCallback['data']): Promise<void> {
  await enqueue(tx, sandboxCallBackJob, { body: JSON.stringify(sandboxCallback({ type, data }, tx.now)) });
}

const byReference = (db: WorkspaceDb, reference: string): Promise<SandboxInvoice | null> =>
  db.prisma.sandboxInvoice.findUnique({ where: { accountId_reference: { accountId: db.accountId, reference } } });

const insertInvoice = (
  tx: WorkspaceTx,
  request: CheckoutRequest,
  own: { subscriptionId: string; expiresAt: Date },
): Promise<SandboxInvoice> =>
  tx.prisma.sandboxInvoice.create({
    data: {
      accountId: tx.accountId,
      ...own,
      reference: request.invoiceId,
      token: randomBytes(24).toString('base64url'),
      plan: request.plan,
      amount: request.amount,
      currency: request.currency,
      email: request.email,
      name: request.name,
      returnUrl: request.returnUrl,
      createdAt: tx.now,
      updatedAt: tx.now,
    },
  });

/** Opens a subscription that waits for its first payment. A repeated request returns the same subscription. */
export async function openSubscription(db: WorkspaceDb, request: CheckoutRequest): Promise<SandboxInvoice> {
  const earlier = await byReference(db, request.invoiceId);
  if (earlier !== null) return earlier;
  try {
    return await db.prismaTransaction(async (tx) => {
      const { id: subscriptionId } = await tx.prisma.sandboxSubscription.create({
        data: { accountId: tx.accountId, createdAt: tx.now, updatedAt: tx.now },
        select: { id: true },
      });
      return await insertInvoice(tx, request, { subscriptionId, expiresAt: request.expiresAt });
    });
  } catch (error) {
    const first = violates(error, 'SandboxInvoice_accountId_reference_key')
      ? await byReference(db, request.invoiceId)
      : null;
    if (first === null) throw error;
    return first;
  }
}

async function settleInvoice(
  tx: WorkspaceTx,
  settings: Ours,
  invoice: SandboxInvoice,
  outcome: SandboxOutcome,
): Promise<void> {
  await tx.prisma.sandboxInvoice.update({
    where: { accountId_id: { accountId: tx.accountId, id: invoice.id } },
    data: { status: outcome, paidAt: outcome === 'paid' ? tx.now : null, updatedAt: tx.now },
  });
  if (outcome === 'paid')
    await tx.prisma.sandboxSubscription.update({
      where: { accountId_id: { accountId: tx.accountId, id: invoice.subscriptionId } },
      data: { status: 'active', updatedAt: tx.now },
    });
  await callBack(tx, outcome === 'paid' ? 'invoice.paid' : 'invoice.payment_failed', {
    subscriptionId: invoice.subscriptionId,
    invoice: {
      id: invoice.id,
      reference: invoice.reference,
      amount: toNumber(invoice.amount),
      currency: invoice.currency,
      receiptUrl: outcome === 'paid' ? hostedUrl(settings, invoice) : null,
    },
  });
}

/**
 * Charges the next period at once, without the merchant. A failed charge can be paid by hand until the period is over.
 * @throws Error when the subscription has ended or was never paid
 */
export async function renewSubscription(
  db: WorkspaceDb,
  settings: Ours,
  request: RenewalRequest,
): Promise<SandboxInvoice> {
  return await db.prismaTransaction(async (tx) => {
    const [subscription] = await tx.rows(lockSubscription, request.subscriptionId);
    const earlier = await byReference(tx, request.invoiceId);
    if (earlier !== null) return earlier;
    if (subscription?.status !== 'active')
      throw new Error(`The subscription is ${subscription?.status ?? 'unknown'} at the sandbox.`);
    const invoice = await insertInvoice(tx, request, {
      subscriptionId: request.subscriptionId,
      expiresAt: request.periodEnd,
    });
    await settleInvoice(tx, settings, invoice, subscription.nextOutcome === 'failed' ? 'failed' : 'paid');
    await tx.prisma.sandboxSubscription.update({
      where: { accountId_id: { accountId: tx.accountId, id: request.subscriptionId } },
      data: { nextOutcome: 'paid', updatedAt: tx.now },
    });
    return invoice;
  });
}

/** Ends a subscription: none of its invoices can be paid any more. */
async function endNow(tx: WorkspaceTx, id: string): Promise<void> {
  await tx.prisma.sandboxSubscription.update({
    where: { accountId_id: { accountId: tx.accountId, id } },
    data: { status: 'canceled', updatedAt: tx.now },
  });
  await tx.prisma.sandboxInvoice.updateMany({
    where: { subscriptionId: id, status: { in: ['open', 'failed'] } },
    data: { status: 'void', updatedAt: tx.now },
  });
}

/** Ends a subscription that was never paid; a paid one continues. No callback is sent, because nothing had begun. */
export async function closeUnpaid(db: WorkspaceDb, id: string): Promise<void> {
  await db.prismaTransaction(async (tx) => {
    const [subscription] = await tx.rows(lockSubscription, id);
    if (subscription?.status === 'pending') await endNow(tx, id);
  });
}

/** Ends a subscription; one that has ended does not change. @throws Error when there is no such subscription */
export async function endSubscription(db: WorkspaceDb, id: string): Promise<void> {
  await db.prismaTransaction(async (tx) => {
    const [subscription] = await tx.rows(lockSubscription, id);
    if (subscription === undefined) throw new Error('There is no such subscription at the sandbox.');
    if (subscription.status === 'canceled') return;
    await endNow(tx, id);
    await callBack(tx, 'subscription.canceled', { subscriptionId: id, invoice: null });
  });
}

/** Checks whether the invoice's hosted page still accepts a payment. */
export const isPayable = (invoice: Pick<SandboxInvoice, 'status' | 'expiresAt'>, now: Date): boolean =>
  (invoice.status === 'open' || invoice.status === 'failed') && invoice.expiresAt > now;

/** Applies the choice made on the hosted page. A paid or closed invoice does not change. */
export async function decide(db: WorkspaceDb, settings: Ours, token: string, outcome: SandboxOutcome): Promise<void> {
  await db.prismaTransaction(async (tx) => {
    const invoice = await tx.prisma.sandboxInvoice.findUnique({ where: { token } });
    if (invoice === null) return;
    await tx.rows(lockSubscription, invoice.subscriptionId);
    const now = await tx.prisma.sandboxInvoice.findUniqueOrThrow({ where: { token } });
    if (isPayable(now, tx.now)) await settleInvoice(tx, settings, now, outcome);
  });
}

/** Charges the newest failed invoice of an active subscription again, as paid; does nothing when none has failed. */
export async function chargeAgain(db: WorkspaceDb, settings: Ours): Promise<void> {
  const owed = await db.prisma.sandboxInvoice.findFirst({
    where: { status: 'failed', subscription: { status: 'active' } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  if (owed !== null) await decide(db, settings, owed.token, 'paid');
}

/**
 * Sets the outcome of the next charge of the workspace's subscription (docs/contract/billing.md#payment-callbacks). A
 * failed charge that is still owed is the next charge: with the outcome paid it is charged again at once.
 * @returns false when there is no subscription to charge
 */
export async function setNextCharge(db: WorkspaceDb, outcome: SandboxOutcome): Promise<boolean> {
  return await db.prismaTransaction(async (tx) => {
    const { count } = await tx.prisma.sandboxSubscription.updateMany({
      where: { status: 'active' },
      data: { nextOutcome: outcome, updatedAt: tx.now },
    });
    if (count > 0 && outcome === 'paid') await enqueue(tx, sandboxChargeAgainJob, {});
    return count > 0;
  });
}
