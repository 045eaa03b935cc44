/**
 * Narrow access for payments (docs/contract/billing.md#payment-callbacks): a payment provider's callback names an
 * invoice or a subscription, a hosted page its token, but neither names a workspace. These few statements search all
 * workspaces, each for that one purpose.
 */
import type { Database } from '@/server/platform/db/client';
import type { PaymentEvent, PaymentProviderId } from '@/server/modules/account/billing/payments/payment';

const OF_EVENT = {
  name: 'payments.account-of-event',
  text: `SELECT "accountId" FROM (
           SELECT i."accountId" FROM "Invoice" i WHERE i.provider = $1 AND i.id = $2
           UNION ALL SELECT i."accountId" FROM "Invoice" i WHERE i.provider = $1 AND i."upstreamInvoiceId" = $3
           UNION ALL SELECT i."accountId" FROM "Invoice" i
             WHERE i.provider = $1 AND i."upstreamSubscriptionId" = $4) found LIMIT 1`,
};

/** Returns the workspace whose invoice a verified callback is about; null when there is none. */
export async function accountOfEvent(
  database: Database,
  provider: PaymentProviderId,
  event: Pick<PaymentEvent, 'invoiceId' | 'upstreamInvoiceId' | 'upstreamSubscriptionId'>,
): Promise<string | null> {
  const { rows } = await database.pool.query<{ accountId: string }>({
    ...OF_EVENT,
    values: [provider, event.invoiceId, event.upstreamInvoiceId, event.upstreamSubscriptionId],
  });
  return rows[0]?.accountId ?? null;
}

const REMEMBER_UNKNOWN = {
  name: 'payments.remember-unknown',
  text: `INSERT INTO "BillingCallback" (provider, "eventId", type, "occurredAt", body, result, "receivedAt")
    VALUES ($1, $2, $3, $4, $5, 'unknown', $6) ON CONFLICT DO NOTHING`,
};

/** Stores a callback that belongs to no invoice, so that somebody can trace the money. */
export async function rememberUnknown(
  database: Database,
  provider: PaymentProviderId,
  event: PaymentEvent,
  body: string,
  now: Date,
): Promise<void> {
  await database.pool.query({
    ...REMEMBER_UNKNOWN,
    values: [provider, event.id, event.type, event.occurredAt, body, now],
  });
}

const OF_SANDBOX_TOKEN = {
  name: 'payments.account-of-sandbox-token',
  text: `SELECT i."accountId" FROM "SandboxInvoice" i WHERE i.token = $1`,
};
const OF_SANDBOX_SUBSCRIPTION = {
  name: 'payments.account-of-sandbox-subscription',
  text: `SELECT s."accountId" FROM "SandboxSubscription" s WHERE s.id = $1`,
};

async function accountOf(
  database: Database,
  query: { name: string; text: string },
  value: string,
): Promise<string | null> {
  const { rows } = await database.pool.query<{ accountId: string }>({ ...query, values: [value] });
  return rows[0]?.accountId ?? null;
}

/** Returns the workspace whose checkout a hosted page of the sandbox shows; null for an unknown token. */
export const accountOfSandboxToken = (database: Database, token: string): Promise<string | null> =>
  accountOf(database, OF_SANDBOX_TOKEN, token);

export const accountOfSandboxSubscription = (database: Database, id: string): Promise<string | null> =>
  accountOf(database, OF_SANDBOX_SUBSCRIPTION, id);
