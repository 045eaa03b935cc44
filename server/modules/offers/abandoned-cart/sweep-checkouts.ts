/**
 * Open checkouts that the buyer left (docs/contract/integrations.md#checkouts). Each is judged in its own transaction,
 * so that a worker that dies has done everything for a checkout or nothing.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/server/platform/lib/durations';
import type { Database } from '@/server/platform/db/client';
import { workspaceStatement } from '@/server/platform/db/statement';
import { type StatementTx, systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { fire } from '@/server/platform/outbox/triggers';
import { isOptedOut } from '@/server/modules/offers/abandoned-cart/opted-out';
import { inTurn, lockContacts } from '@/server/modules/audience/contacts/lock';
import { prepare, takeIn } from '@/server/modules/audience/contacts/write';
import { lockBuyer } from '@/server/modules/offers/abandoned-cart/lock';
import { endDueCart } from '@/server/modules/shops/orders/ended-carts';
import { nextLook } from '@/server/modules/shops/orders/merge';
import { contactOf } from '@/server/modules/shops/orders/put-rows';
import type { Config } from '@/server/modules/shops/connections/schema';
import { checkoutColumns, type CheckoutRow } from '@/server/modules/shops/orders/rows';
import {
  ABANDON_AFTER_MINUTES,
  type CartConsent,
  EXPIRES_AFTER_DAYS,
  FRESH_HOURS,
} from '@/server/modules/shops/connections/vocabulary';
import type { CheckoutStatus } from '@/server/platform/lib/shared-vocabulary';

const BATCH = 500;

interface Look extends Pick<
  CheckoutRow,
  'email' | 'phone' | 'acceptsMarketing' | 'madeAt' | 'createdAt' | 'sourceUpdatedAt'
> {
  /** The config of the integration that reported the checkout; null when a partner reported it. */
  config: Config | null;
}

/** The config for carts that a partner reports: reminders go only to buyers who consented. */
const PARTNERS_CONFIG: Pick<Config, 'abandonAfterMinutes' | 'consent' | 'cartConsent'> = {
  abandonAfterMinutes: ABANDON_AFTER_MINUTES,
  consent: null,
  cartConsent: 'accepting',
};

/**
 * Checks whether a buyer's consent allows a reminder. @param reported null when the shop says nothing about consent
 */
const accepts = (reported: boolean | null, consent: Config['consent'], cartConsent: CartConsent): boolean =>
  cartConsent === 'anyone' || (reported ?? consent === 'subscribed');

/** Decides what happens to an open checkout at an instant; if nothing, also when to check it again. */
export function judge(
  { email, phone, acceptsMarketing, madeAt, createdAt, sourceUpdatedAt, config }: Look,
  now: Date,
): { status: CheckoutStatus; dueAt: Date | null } {
  if (now.getTime() - madeAt.getTime() >= EXPIRES_AFTER_DAYS * DAY_MS) return { status: 'expired', dueAt: null };
  const { abandonAfterMinutes, consent, cartConsent } = config ?? PARTNERS_CONFIG;
  const next = nextLook(madeAt, sourceUpdatedAt, abandonAfterMinutes);
  if (now < next) return { status: 'open', dueAt: next };
  const isReachable = email !== null || phone !== null;
  const isFresh = createdAt.getTime() - madeAt.getTime() <= FRESH_HOURS * HOUR_MS;
  const isLeft = now.getTime() - sourceUpdatedAt.getTime() >= abandonAfterMinutes * MINUTE_MS;
  if (isLeft && isReachable && isFresh && accepts(acceptsMarketing, consent, cartConsent))
    return { status: 'abandoned', dueAt: null };
  return { status: 'open', dueAt: new Date(madeAt.getTime() + EXPIRES_AFTER_DAYS * DAY_MS) };
}

const hold = workspaceStatement<CheckoutRow & { config: Config | null }, [id: string]>(
  'integrations.checkouts.hold',
  `SELECT ${checkoutColumns('k')}, (SELECT i.config FROM "Integration" i
    WHERE i."accountId" = $1 AND i.id = k."integrationId") AS config
   FROM "Checkout" k WHERE k."accountId" = $1 AND k.id = $2 AND k.status = 'open' AND k."dueAt" IS NOT NULL
     FOR UPDATE SKIP LOCKED`,
);

const settle = workspaceStatement<
  never,
  [id: string, status: string, abandonedAt: Date | null, contactId: string | null, dueAt: Date | null, now: Date]
>(
  'integrations.checkouts.settle',
  `UPDATE "Checkout" k SET status = $3, "abandonedAt" = $4::timestamptz, "contactId" = coalesce($5, k."contactId"),
    "dueAt" = $6::timestamptz,
     "updatedAt" = CASE WHEN k.status = $3 THEN k."updatedAt" ELSE $7::timestamptz END
   WHERE k."accountId" = $1 AND k.id = $2`,
);

const findContact = workspaceStatement<{ contactId: string | null }, [email: string | null, phoneE164: string | null]>(
  'integrations.checkouts.contact',
  `SELECT ${contactOf('b', 'NULL::text')} AS "contactId" FROM (SELECT $2::text AS email, $3::text AS "phoneE164") b`,
);

/**
 * Finds the buyer's contact or creates it; null when the plan has no room, and for a buyer who opted out of reminders.
 */
async function buyerOf(
  tx: StatementTx,
  { email, phoneE164 }: CheckoutRow,
  prepared: Awaited<ReturnType<typeof prepare>>,
) {
  if (email !== null) {
    await lockBuyer(tx, email);
    if (await isOptedOut(tx, email)) return null;
  }
  const [known] = await tx.rows(findContact, email, phoneE164);
  if (known?.contactId) return known.contactId;
  await takeIn(tx, prepared, { skipExisting: true, source: 'abandoned_cart', origin: { by: 'shop' } });
  return (await tx.rows(findContact, email, phoneE164))[0]?.contactId ?? null;
}

/** Judges one checkout. @returns the outcome; null when another worker has the checkout, or it is not open any more */
async function look(db: WorkspaceDb, id: string, { email, phone }: Due): Promise<CheckoutStatus | null> {
  const prepared = await prepare(db, [
    { row: 0, fields: { ...(email !== null && { email }), ...(phone !== null && { phone }) } },
  ]);
  return await inTurn(db.accountId, () =>
    db.transaction(async (tx) => {
      await lockContacts(tx);
      const [row] = await tx.rows(hold, id);
      if (row === undefined) return null;
      const { status, dueAt } = judge(row, tx.now);
      if (status === 'abandoned' && (await endDueCart(tx, id))) return 'completed';
      const contactId = status === 'abandoned' ? await buyerOf(tx, row, prepared) : null;
      await tx.rows(settle, id, status, status === 'abandoned' ? tx.now : null, contactId, dueAt, tx.now);
      if (contactId !== null) await fire(tx, [{ type: 'abandoned_cart', contactId, data: { checkoutId: id } }]);
      return status;
    }),
  );
}

interface Due {
  accountId: string;
  id: string;
  email: string | null;
  phone: string | null;
}

/** Judges due checkouts of all workspaces. @returns the number of checkouts by outcome */
export async function sweepCheckouts(database: Database, now: Date): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (;;) {
    const { rows } = await database.pool.query<Due>(
      `SELECT "accountId", id, email, phone FROM "Checkout" WHERE "dueAt" <= $1 ORDER BY "dueAt" LIMIT ${BATCH}`,
      [now],
    );
    let done = 0;
    for (const due of rows) {
      const status = await look(systemDb(database, due.accountId, now), due.id, due);
      if (status === null) continue;
      done++;
      counts[status] = (counts[status] ?? 0) + 1;
    }
    // What another worker holds is its own.
    if (rows.length < BATCH || done === 0) return counts;
  }
}
