/**
 * The things by which funnels begin and go on: they happen to a contact, and are written in the transaction in which
 * they do. They are taken from the outbox DomainEvent (take-triggers.ts). Members of a list fire by the triggers of
 * their table (contact_list_member_added, contact_list_member_removed), whoever adds and removes them; everything else
 * fires through this file.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import type { Family } from '@/server/platform/vendors/provider-ids';

/** The data of each type beside the contact: ids, amounts in the smallest unit, and never an address. */
export interface Triggers {
  list_added: { listId: string };
  /** By a reminder that a partner recorded, or a checkout that nobody went on with. */
  abandoned_cart: { reminderId: string; cartId: string; customerId: string } | { checkoutId: string };
  cart_recovered: { reminderId: string } | { checkoutId: string };
  /** An order of somebody who is in a funnel about a cart that a partner had reminded of. */
  ordered: { orderId: string };
  /** Once for a checkout session (server/modules/shops/orders/purchases.ts). */
  purchase: { checkoutSessionId: string };
  /**
   * Fired when an order is first paid. `isFirst`: no other order of the contact was paid before it and not canceled
   * since.
   */
  order_placed: { orderId: string; amount: number; currency: string; isFirst: boolean };
  /** Whenever more of an order was given back. `refunded`: all of it so far. */
  order_refunded: { orderId: string; refunded: number; currency: string };
  /**
   * An event of a shop (server/modules/audience/events), with the funnels whose trigger it is. `at`: the shop's time of
   * the event; events that were sent before Laris stored it have none.
   */
  shop_event: { eventId: string; name: string; funnels: string[]; at?: string };
  /** The first event of its kind of a funnel's message, by the vendor's word. */
  message_opened: OfMessage;
  message_clicked: OfMessage;
  /** Somebody wrote to the channel over which a funnel's message had gone to them. */
  message_replied: OfMessage;
  /** A code that was minted for an enrolment. */
  discount_redeemed: { enrolmentId: string; discountCodeId: string; checkoutSessionId: string };
  /**
   * For a contact that is in a funnel: they left a list, want nothing more of a family (null: of any), or no mails
   * about carts.
   */
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

/** In the transaction of what they report, in this order. */
export async function fire(tx: Pick<StatementTx, 'rows' | 'now'>, events: readonly Trigger[]): Promise<void> {
  if (events.length > 0) await tx.rows(insertEvents, JSON.stringify(events), tx.now);
}

/** Draws the place of an event, as SQL, for a statement that writes whether and as what it fired. */
export const NEXT_POSITION = `nextval('"DomainEvent_position_seq"')`;

/**
 * SQL that fires within another statement.
 * @param rows of (position, "contactId", data)
 * @param now of the parameter with the service's time
 */
export const fireWithin = (type: TriggerType, rows: string, now: string): string =>
  `INSERT INTO "DomainEvent" ("accountId", position, type, "subjectId", data, "createdAt")
     SELECT $1, f.position, '${type}', f."contactId", f.data, ${now}::timestamptz FROM (${rows}) f`;
