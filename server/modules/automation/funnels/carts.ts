/** The carts that funnels are about: of reminders that partners recorded, and of checkouts of shops. */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { toNumber } from '@/server/platform/lib/money';
import { isObject } from '@/server/modules/messaging/broadcasts/content';
import type { Cart } from '@/server/modules/automation/funnels/enrolment-state';

interface ReminderRow {
  id: string;
  snapshot: unknown;
  value: bigint;
  currency: string;
}

const findReminders = workspaceStatement<ReminderRow, [ids: string[]]>(
  'funnels.reminders',
  `SELECT r.id, r."cartSnapshot" AS snapshot, r."valueAtSend" AS value, r."currencyAtSend" AS currency
    FROM "AbandonedCartReminder" r WHERE r."accountId" = $1 AND r.id = ANY ($2::text[])`,
);

const findCheckouts = workspaceStatement<
  { id: string; value: bigint; currency: string; url: string | null; productUrl: string | null },
  [ids: string[]]
>(
  'funnels.checkouts',
  `SELECT k.id, k.value, k.currency, k.url, p.url AS "productUrl"
   FROM unnest($2::text[]) AS g(id)
     CROSS JOIN LATERAL (SELECT * FROM "Checkout" c WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = g.id OFFSET 0) k
   LEFT JOIN LATERAL (
     SELECT s.url FROM "ShopProduct" s WHERE s."accountId" = ${THIS_WORKSPACE}
       AND s."externalSource" = k."externalSource" AND s."externalRef" = k.items->0->>'productRef' OFFSET 0) p ON true
   WHERE $1 <> ''`,
);

const LONGEST_URL = 2048;
const urlIn = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= LONGEST_URL && /^https?:\/\//i.test(value) ? value : null;

/** Under the names that partners have for the lines of a cart. */
function firstLineOf(snapshot: Readonly<Record<string, unknown>>): unknown {
  for (const key of ['items', 'lines', 'lineItems', 'products']) {
    const lines = snapshot[key];
    if (Array.isArray(lines)) return lines[0];
  }
  return undefined;
}

/** @returns by id, of reminders and checkouts alike */
export async function readCarts(
  tx: Pick<StatementTx, 'rows'>,
  { reminderIds, checkoutIds }: { reminderIds: readonly string[]; checkoutIds: readonly string[] },
): Promise<ReadonlyMap<string, Cart>> {
  const carts = new Map<string, Cart>();
  if (reminderIds.length > 0)
    for (const { id, snapshot, value, currency } of await tx.rows(findReminders, [...reminderIds])) {
      const cart = isObject(snapshot) ? snapshot : {};
      const line = firstLineOf(cart);
      carts.set(id, {
        kind: 'reminder',
        id,
        value: toNumber(value),
        currency,
        url: urlIn(cart.url),
        productUrl: isObject(line) ? urlIn(line.url) : null,
      });
    }
  if (checkoutIds.length > 0)
    for (const { id, value, ...row } of await tx.rows(findCheckouts, [...checkoutIds]))
      carts.set(id, { kind: 'checkout', id, value: toNumber(value), ...row });
  return carts;
}
