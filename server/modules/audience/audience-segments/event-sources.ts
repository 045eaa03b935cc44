/**
 * The sources of a segment's events (docs/contract/audience-segments.md#conditions-on-events), one entry an event. A
 * resource whose rows are events adds its entry here. The event then works in definitions, the fields route and the
 * builder.
 */

import { THIS_WORKSPACE } from '@/server/platform/db/statement';
import { isStorable } from '@/server/platform/lib/text';
import { hadAlone } from '@/server/modules/audience/contacts/find';
import { isCounted } from '@/server/platform/lib/is-counted';
import { SHOP_EVENT } from '@/server/modules/audience/audience-segments/vocabulary';
import { NAME_LENGTH } from '@/server/modules/audience/events/vocabulary';

export interface EventRows {
  /** Placeholder of the instant from which on rows count; undefined: ever. */
  since: string | undefined;
  /** The contacts to count for: everybody, or only the contact in the row `c` of the outer query. */
  of: 'everybody' | 'c';
}

/**
 * SQL that counts an event: rows of ("contactId", n), one for each contact of the workspace $1 with at least one event.
 */
export type EventSource = (rows: EventRows) => string;

/** SQL of the workspace's id, for rows joined as a set or looked up for one contact. */
const workspaceOf = (of: EventRows['of']): string => (of === 'c' ? THIS_WORKSPACE : '$1');

/**
 * The source of an event whose rows name their contact, with a column for the time.
 * @param where SQL condition on the rows that count
 * @param named SQL condition that a row names a contact
 */
const ofContact =
  (table: string, column: string, where?: string, named = 'm."contactId" IS NOT NULL'): EventSource =>
  ({ since, of }) =>
    `SELECT m."contactId", count(*) AS n FROM "${table}" m
     WHERE m."accountId" = ${workspaceOf(of)} AND ${of === 'c' ? 'm."contactId" = c.id' : named} AND m."${column}" ${since === undefined ? 'IS NOT NULL' : `>= ${since}`}${where === undefined ? '' : ` AND ${where}`} GROUP BY 1`;

const message = (column: 'sentAt' | 'deliveredAt' | 'openedAt' | 'clickedAt' | 'bouncedAt'): EventSource =>
  ofContact('MarketingMessage', column);

/** Joins two sources of the same event: the counts are added. */
const either =
  (one: EventSource, other: EventSource): EventSource =>
  (rows) =>
    `SELECT u."contactId", sum(u.n)::bigint AS n FROM ((${one(rows)}) UNION ALL (${other(rows)})) u GROUP BY 1`;

/** Reminders of carts. They belong to every contact with the e-mail, as an opt-out does. */
const reminder =
  (at: 'sentAt' | 'recoveredAt'): EventSource =>
  ({ since, of }) => {
    const rows = `FROM "AbandonedCartReminder" e WHERE e."accountId" = ${workspaceOf(of)} AND e."${at}" ${since === undefined ? 'IS NOT NULL' : `>= ${since}`}`;
    if (of === 'c')
      return `SELECT c.id AS "contactId", count(*) AS n FROM unnest(c.email || ${hadAlone('email', '= c.id')}) w(email)
        CROSS JOIN LATERAL (SELECT ${rows} AND e.email = w.email OFFSET 0) e HAVING count(*) > 0`;
    return `SELECT w."contactId", sum(w.n)::bigint AS n FROM (
      SELECT coalesce(k.id, a."contactId") AS "contactId", r.n
        FROM (SELECT e.email, count(*) AS n ${rows} GROUP BY e.email) r
      LEFT JOIN "Contact" k ON k."accountId" = $1 AND k.email = r.email
      LEFT JOIN "ContactAlias" a ON a."accountId" = $1 AND a.kind = 'email' AND a.value = r.email) w
        WHERE w."contactId" IS NOT NULL GROUP BY 1`;
  };

interface CustomerRows {
  /** Its rows have an accountId. */
  table: string;
  /** The column with the customer's id. */
  customer: string;
  /** The column with the event's time; rows without a time do not count. */
  at: string;
  /** The condition on rows that count, in SQL. */
  where?: string;
}

/**
 * Events of customers. An event belongs to the newest contact whose externalRef is the customer's id; else to the
 * contact that a contact with this id was merged into.
 */
const byCustomer =
  ({ table, customer: column, at, where }: CustomerRows): EventSource =>
  ({ since, of }) => {
    const rows = (customer: string): string =>
      `FROM "${table}" e WHERE e."accountId" = ${workspaceOf(of)} AND e."${column}" ${customer} AND e."${at}" ${since === undefined ? 'IS NOT NULL' : `>= ${since}`}${where === undefined ? '' : ` AND ${where}`}`;
    if (of === 'c') {
      const newest = `CASE WHEN NOT EXISTS (
        SELECT 1 FROM "Contact" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k."externalRef" = c."externalRef"
          AND (k."createdAt", k.id) > (c."createdAt", c.id)) THEN c."externalRef" END`;
      return `SELECT c.id AS "contactId", count(*) AS n
        FROM unnest((${newest}) || ${hadAlone('externalRef', '= c.id')}) w(id)
        CROSS JOIN LATERAL (SELECT ${rows('= w.id')} OFFSET 0) e HAVING count(*) > 0`;
    }
    return `SELECT w."contactId", sum(w.n)::bigint AS n FROM (
      SELECT DISTINCT ON (r."customerId") coalesce(k.id, a."contactId") AS "contactId", r.n
        FROM (SELECT e."${column}" AS "customerId", count(*) AS n ${rows('IS NOT NULL')} GROUP BY e."${column}") r
      LEFT JOIN "Contact" k ON k."accountId" = $1 AND k."externalRef" = r."customerId"
      LEFT JOIN "ContactAlias" a ON a."accountId" = $1 AND a.kind = 'externalRef' AND a.value = r."customerId"
      ORDER BY r."customerId", k."createdAt" DESC, k.id DESC) w WHERE w."contactId" IS NOT NULL GROUP BY 1`;
  };

/**
 * Checks whether an event's rows name the contact. If so, the events of a few contacts are found without reading all
 * contacts.
 */
export const namesContact = (event: string): boolean => /^(message|order|event)\./.test(event);

/** The shop's own name of an event in a condition; undefined when the condition names no event of the shop. */
export function shopEventOf(event: string): string | undefined {
  if (!event.startsWith(SHOP_EVENT)) return undefined;
  const name = event.slice(SHOP_EVENT.length);
  return name.length >= 1 && name.length <= NAME_LENGTH && isStorable(name) ? name : undefined;
}

/**
 * Returns the source of a shop's event. For few contacts it is looked up by contact: the appended blank keeps
 * PostgreSQL from using the index of names for each of them. Properties stand in the rows, which are stored by time.
 * The condition on contactId is written so that PostgreSQL does not use the index by contact, which would read each row
 * from another place.
 * @param name the placeholder of the event's name
 * @param where conditions on the row `m`
 */
export const ofShop =
  (name: string, where: readonly string[]): EventSource =>
  (rows) =>
    ofContact(
      'ShopperEvent',
      'at',
      [rows.of === 'c' ? `m.name || '' = ${name}` : `m.name = ${name}`, ...where].join(' AND '),
      where.length === 0 ? undefined : `coalesce(m."contactId", '') <> ''`,
    )(rows);

export const EVENT_SOURCES: ReadonlyMap<string, EventSource> = new Map([
  ['message.sent', message('sentAt')],
  ['message.delivered', message('deliveredAt')],
  ['message.opened', message('openedAt')],
  ['message.clicked', message('clickedAt')],
  ['message.bounced', message('bouncedAt')],
  ['cart.abandoned', either(reminder('sentAt'), ofContact('Checkout', 'abandonedAt'))],
  [
    'cart.recovered',
    either(reminder('recoveredAt'), ofContact('Checkout', 'completedAt', 'm."abandonedAt" IS NOT NULL')),
  ],
  ['order.placed', ofContact('Order', 'placedAt', `m.status <> 'canceled'`)],
  ['order.refunded', ofContact('Order', 'refundedAt')],
  // What was rolled back counts nowhere, and a reward that was taken back is none.
  [
    'discount.redeemed',
    byCustomer({ table: 'DiscountRedemption', customer: 'customerId', at: 'redeemedAt', where: isCounted('e') }),
  ],
  [
    'referral.rewarded',
    byCustomer({
      table: 'ReferralAttribution',
      customer: 'referrerCustomerId',
      at: 'rewardedAt',
      where: `e.status = 'rewarded'`,
    }),
  ],
]);
