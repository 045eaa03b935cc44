/** The triggers that would have let people in, had a funnel been live (docs/contract/funnels.md#simulate). */
import { composedStatement, Parameters, workspaceStatement, THIS_WORKSPACE } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { toNumber } from '@/server/platform/lib/money';
import { propertyPredicate } from '@/server/modules/audience/audience-segments/conditions';
import { readCarts } from '@/server/modules/automation/funnels/carts';
import type { FunnelTrigger } from '@/server/modules/automation/funnels/definition-schema';
import type { Given } from '@/server/modules/automation/funnels/enter';
import { datesBetween } from '@/server/modules/automation/funnels/scheduled-triggers';
import { hasOther } from '@/server/modules/shops/orders/has-bought';
import { REFS } from '@/server/modules/automation/funnels/enrolment-state';
import { isWorth } from '@/server/modules/automation/funnels/triggered';

/** The largest number of triggers in a replay; only the newest are read. */
export const MOST_TRIGGERS = 100_000;

export interface PastTrigger extends Given {
  /** The time when the buyer completed the cart. */
  recoveredAt: Date | null;
}

interface Window {
  from: Date;
  to: Date;
}

const findListed = workspaceStatement<
  { contactId: string; at: Date },
  [listId: string, from: Date, to: Date, most: number]
>(
  'funnels.past-list',
  `SELECT m."contactId", m."addedAt" AS at FROM "ContactListMember" m
   WHERE m."accountId" = $1 AND m."listId" = $2 AND m."addedAt" > $3::timestamptz AND m."addedAt" <= $4::timestamptz
     ORDER BY m."addedAt" DESC LIMIT $5::int`,
);

interface PastCart {
  id: string;
  contactId: string;
  at: Date;
  recoveredAt: Date | null;
}

const findReminders = workspaceStatement<PastCart, [from: Date, to: Date, most: number]>(
  'funnels.past-reminders',
  `SELECT r.id, c.id AS "contactId", r."sentAt" AS at, r."recoveredAt" FROM "AbandonedCartReminder" r
   CROSS JOIN LATERAL (SELECT k.id FROM "Contact" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k.email = r.email
     ORDER BY k."createdAt" DESC, k.id DESC LIMIT 1) c
   WHERE r."accountId" = $1 AND r."sentAt" > $2::timestamptz AND r."sentAt" <= $3::timestamptz ORDER BY r."sentAt" DESC
     LIMIT $4::int`,
);
const findCheckouts = workspaceStatement<PastCart, [from: Date, to: Date, most: number]>(
  'funnels.past-checkouts',
  `SELECT k.id, k."contactId", k."abandonedAt" AS at, k."completedAt" AS "recoveredAt" FROM "Checkout" k
   WHERE k."accountId" = $1 AND k."abandonedAt" > $2::timestamptz AND k."abandonedAt" <= $3::timestamptz
     AND k."contactId" IS NOT NULL ORDER BY k."abandonedAt" DESC LIMIT $4::int`,
);

const findOrders = workspaceStatement<
  { id: string; contactId: string; at: Date; amount: bigint; currency: string; isFirst: boolean },
  [from: Date, to: Date, most: number]
>(
  'funnels.past-orders',
  `SELECT o.id, o."contactId", o."paidAt" AS at, o.amount, o.currency, f."isFirst" FROM "Order" o
   CROSS JOIN LATERAL (SELECT NOT ${hasOther('o', `e.status <> 'canceled' AND (e."paidAt", e.id) < (o."paidAt", o.id)`)} AS "isFirst" OFFSET 0) f
   WHERE o."accountId" = $1 AND o."paidAt" > $2::timestamptz AND o."paidAt" <= $3::timestamptz
     AND o."contactId" IS NOT NULL ORDER BY o."paidAt" DESC LIMIT $4::int`,
);

/**
 * Reads past triggers in the order in which they fired. Has none for segments and for enrolments by hand: the times of
 * entering a segment are not stored, and a call of enroll is no trigger.
 */
export async function readPastTriggers(
  db: WorkspaceDb,
  trigger: FunnelTrigger,
  { from, to }: Window,
): Promise<PastTrigger[]> {
  const past = await readOf(db, trigger, { from, to });
  return past
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.contactId < b.contactId ? -1 : 1))
    .slice(-MOST_TRIGGERS);
}

async function readOf(db: WorkspaceDb, trigger: FunnelTrigger, { from, to }: Window): Promise<PastTrigger[]> {
  switch (trigger.type) {
    case 'list_added': {
      const rows = await db.rows(findListed, trigger.listId, from, to, MOST_TRIGGERS);
      return rows.map((row) => ({
        ...row,
        triggerRef: `${REFS.event}${trigger.listId}`,
        cart: null,
        recoveredAt: null,
      }));
    }
    case 'abandoned_cart':
      return await cartsOf(db, trigger, { from, to });
    case 'order_placed': {
      const rows = await db.rows(findOrders, from, to, MOST_TRIGGERS);
      return rows
        .filter(
          ({ amount, currency, isFirst }) =>
            isWorth(trigger, toNumber(amount), currency) && (isFirst || !trigger.firstOnly),
        )
        .map(({ id, contactId, at }) => ({
          contactId,
          at,
          triggerRef: `${REFS.order}${id}`,
          cart: null,
          recoveredAt: null,
        }));
    }
    case 'event':
      return await eventsOf(db, trigger, { from, to });
    case 'date': {
      const given = await datesBetween(db, trigger, { since: from, now: to });
      return given.map((each) => ({ ...each, recoveredAt: null }));
    }
    case 'segment_entered':
    case 'manual':
      return [];
  }
}

async function eventsOf(
  db: WorkspaceDb,
  { name, where }: Extract<FunnelTrigger, { type: 'event' }>,
  { from, to }: Window,
): Promise<PastTrigger[]> {
  const parameters = new Parameters();
  const conditions = [
    `e.name = ${parameters.add(name, 'text')}`,
    `e.at > ${parameters.add(from, 'timestamptz')}`,
    `e.at <= ${parameters.add(to, 'timestamptz')}`,
    ...where.map((each) => propertyPredicate('e.properties', each, db.now, parameters)),
  ];
  const rows = await db.rows(
    composedStatement<{ id: string; contactId: string; at: Date }>(
      `SELECT e.id, e."contactId", e.at FROM "ShopperEvent" e
        WHERE e."accountId" = $1 AND e."contactId" IS NOT NULL AND (${conditions.join(') AND (')})
       ORDER BY e.at DESC LIMIT ${MOST_TRIGGERS}`,
    ),
    ...parameters.values,
  );
  return rows.map(({ id, contactId, at }) => ({
    contactId,
    at,
    triggerRef: `${REFS.event}${id}`,
    cart: null,
    recoveredAt: null,
  }));
}

async function cartsOf(db: WorkspaceDb, trigger: FunnelTrigger, { from, to }: Window): Promise<PastTrigger[]> {
  const reminders = await db.rows(findReminders, from, to, MOST_TRIGGERS);
  const checkouts = await db.rows(findCheckouts, from, to, MOST_TRIGGERS);
  const idsOf = (rows: readonly PastCart[]): string[] => rows.map(({ id }) => id);
  const carts = await readCarts(db, { reminderIds: idsOf(reminders), checkoutIds: idsOf(checkouts) });
  return [
    ...reminders.map((row) => ({ ...row, ref: REFS.reminder })),
    ...checkouts.map((row) => ({ ...row, ref: REFS.checkout })),
  ].flatMap(({ id, ref, ...past }): PastTrigger[] => {
    const cart = carts.get(id);
    return cart === undefined || !isWorth(trigger, cart.value, cart.currency)
      ? []
      : [{ ...past, triggerRef: `${ref}${id}`, cart }];
  });
}
