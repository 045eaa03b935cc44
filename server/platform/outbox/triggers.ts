/**
 * The triggers by which funnels begin and go on. Each happens to a contact, and is written to the outbox DomainEvent in
 * the transaction of its cause; take-triggers.ts reads it. Members of a list fire by the database triggers of their
 * table (contact_list_member_added, contact_list_member_removed), whoever changes them; everything else fires through
 * this file.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import type { Family } from '@/server/platform/vendors/provider-ids';

/** The data of each type beside the contact: ids, amounts in the smallest unit, and never an address. */
export interface Triggers {
  list_added: { listId: string };
  /** Fired by a reminder that a partner recorded, or by an abandoned checkout. */
  abandoned_cart: { reminderId: string; cartId: string; customerId: string } | { checkoutId: string };
  cart_recovered: { reminderId: string } | { checkoutId: string };
  /** Fired by an order of a person who is in a funnel about a cart that a partner reminded them of. */
  ordered: { orderId: string };
  /** Once for a checkout session (server/modules/shops/orders/purchases.ts). */
  purchase: { checkoutSessionId: string };
  /**
   * Fired when an order is first paid. `isFirst`: no order of the contact was paid before it, except canceled ones.
   */
  order_placed: { orderId: string; amount: number; currency: string; isFirst: boolean };
  /** Fired whenever an order's refunds grow. `refunded`: all refunds so far. */
  order_refunded: { orderId: string; refunded: number; currency: string };
  /**
   * Fired by an event of a shop (server/modules/audience/events), with the funnels that start by it. `at`: the shop's
   * time of the event; missing in events from before Laris stored it.
   */
  shop_event: { eventId: string; name: string; funnels: string[]; at?: string };
  /** Fired by the first event of its kind of a funnel's message, as the vendor reports it. */
  message_opened: OfMessage;
  message_clicked: OfMessage;
  /** Fired when a person writes to the channel that sent them a funnel's message. */
  message_replied: OfMessage;
  /** Fired when a code that was minted for an enrolment is redeemed. */
  discount_redeemed: { enrolmentId: string; discountCodeId: string; checkoutSessionId: string };
  /** Fired for people in a funnel: they left a list, opted out of a family (null: of all), or of cart reminders. */
  list_left: { listId: string };
  unsubscribed: { family: Family | null };
  cart_opted_out: Record<string, never>;
}
/** A message of a funnel. */
interface OfMessage {
  messageId: string;
  enrolmentId: string;
  stepId: string;
}
export type TriggerType = keyof Triggers;

/** Something that happens to a contact. */
export type Trigger = {
  [Type in TriggerType]: { type: Type; contactId: string; data: Triggers[Type] };
}[TriggerType];

const insertEvents = workspaceStatement<never, [events: string, now: Date]>(
  'events.fire',
  `INSERT INTO "DomainEvent" ("accountId", type, "subjectId", data, "createdAt")
   SELECT $1, e.event->>'type', e.event->>'contactId', e.event->'data', $3::timestamptz
   FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS e(event, place) ORDER BY e.place`,
);

/** Writes triggers in this order, in the transaction of their cause. */
export async function fire(tx: Pick<StatementTx, 'rows' | 'now'>, events: readonly Trigger[]): Promise<void> {
  if (events.length > 0) await tx.rows(insertEvents, JSON.stringify(events), tx.now);
}

/** SQL for the next position of an event, for statements that store what they have fired. */
export const NEXT_POSITION = `nextval('"DomainEvent_position_seq"')`;

/**
 * SQL that fires within another statement.
 * @param rows SQL of (position, "contactId", data)
 * @param now the parameter with the service's time
 */
export const fireWithin = (type: TriggerType, rows: string, now: string): string =>
  `INSERT INTO "DomainEvent" ("accountId", position, type, "subjectId", data, "createdAt")
     SELECT $1, f.position, '${type}', f."contactId", f.data, ${now}::timestamptz FROM (${rows}) f`;
