/**
 * Ends unpaid checkouts that were replaced by another one or discarded: their invoices become void at once, and a job
 * closes the provider's page. A payment that was under way still counts, like every payment (subscription-state.ts).
 */
import type { Services } from '@/server/platform/access/context';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { invoiceColumns, presentInvoice, type InvoiceRow } from '@/server/modules/account/billing/invoices';
import { closeCheckoutJob } from '@/server/modules/account/billing/jobs';
import type { Invoice } from '@/server/modules/account/billing/schema';
import { lockBilling } from '@/server/modules/account/billing/recompute-subscription';
import { toNumber } from '@/server/platform/lib/money';

/**
 * Voids the earlier checkouts; of checkouts at the same time the last one stays. A failed checkout stays failed, but
 * its page is closed too, because it could be paid again.
 */
const voidEarlier = workspaceStatement<{ id: string }, [than: string, now: Date]>(
  'billing.void-earlier-checkouts',
  `WITH own AS (SELECT "createdAt", id FROM "Invoice" WHERE "accountId" = $1 AND id = $2),
   voided AS (
     UPDATE "Invoice" i SET status = 'void', "updatedAt" = $3::timestamptz FROM own
     WHERE i."accountId" = $1 AND i.kind = 'first' AND i.status = 'open'
       AND (i."createdAt", i.id) < (own."createdAt", own.id) RETURNING i.id)
   SELECT id FROM voided
   UNION ALL SELECT i.id FROM "Invoice" i, own
   WHERE i."accountId" = $1 AND i.kind = 'first' AND i.status = 'failed' AND i."endedAt" IS NULL
     AND (i."createdAt", i.id) < (own."createdAt", own.id)`,
);

const voidOpen = workspaceStatement<InvoiceRow, [id: string, now: Date]>(
  'billing.void-open-checkout',
  `UPDATE "Invoice" i SET status = 'void', "updatedAt" = $3::timestamptz
    WHERE i."accountId" = $1 AND i.id = $2 AND i.kind = 'first' AND i.status = 'open'
   RETURNING ${invoiceColumns('i')}`,
);

const findCheckout = workspaceStatement<InvoiceRow, [id: string]>(
  'billing.checkout-invoice',
  `SELECT ${invoiceColumns('i')} FROM "Invoice" i WHERE i."accountId" = $1 AND i.id = $2 AND i.kind = 'first'`,
);

/** Runs after the commit, because the provider may be slow. */
export const closeLater = (tx: StatementTx, invoiceId: string): Promise<void> =>
  enqueue(tx, closeCheckoutJob, { invoiceId });

/** Closes the earlier checkouts when another one is opened. The caller holds lockBilling. */
export async function closeEarlierCheckouts(tx: StatementTx, than: string): Promise<void> {
  for (const { id } of await tx.rows(voidEarlier, than, tx.now)) await closeLater(tx, id);
}

/**
 * Ends an open checkout that the merchant no longer wants to pay. A void checkout does not change.
 * @throws AppError NOT_FOUND when it is no checkout of the workspace, BAD_STATE when it is paid or has failed
 */
export async function discardCheckout(db: WorkspaceDb, id: string): Promise<Invoice> {
  return await db.transaction(async (tx) => {
    await tx.rows(lockBilling);
    const [discarded] = await tx.rows(voidOpen, id, tx.now);
    if (discarded === undefined) {
      const [row] = await tx.rows(findCheckout, id);
      const left = orNotFound(row);
      if (left.status !== 'void')
        throw new AppError('BAD_STATE', {
          message: `Only an open invoice can be discarded. This one is ${left.status}.`,
        });
      return presentInvoice(left);
    }
    await closeLater(tx, id);
    const { plan, amount, currency } = discarded;
    await tx.audit({
      action: 'billing.discard',
      targetType: 'invoice',
      targetId: id,
      data: { plan, amount: toNumber(amount), currency },
    });
    return presentInvoice(discarded);
  });
}

/**
 * Asks the provider to close an abandoned checkout. Safe to repeat; a checkout that was paid meanwhile stays open.
 * @throws AppError CANCEL_FAILED; the queue tries again
 */
export async function closeUpstream(
  { payments, log }: Pick<Services, 'payments' | 'log'>,
  db: WorkspaceDb,
  invoiceId: string,
): Promise<void> {
  const invoice = await db.prisma.invoice.findUnique({
    where: { accountId_id: { accountId: db.accountId, id: invoiceId } },
  });
  // Without the provider's answer to the checkout there is nothing that could be named to it, and nobody knows its
  // page.
  if (
    invoice === null ||
    invoice.paidAt !== null ||
    invoice.upstreamSubscriptionId === null ||
    invoice.upstreamInvoiceId === null
  )
    return;
  const provider = payments.find(invoice.provider);
  if (provider === null) {
    log.warn({ invoiceId, provider: invoice.provider }, 'a checkout that was left cannot be closed at its provider');
    return;
  }
  await provider.close({ subscriptionId: invoice.upstreamSubscriptionId, invoiceId: invoice.upstreamInvoiceId });
}
