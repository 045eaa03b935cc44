/**
 * Where a segment's events come from (part 5): one entry an event. A resource whose rows are events adds its entry
 * here, and with it the event is in definitions, in the fields route and in the builder.
 */

export interface EventRows {
  /** Placeholder of the instant from which on rows count; undefined: ever. */
  since: string | undefined;
  /** Of everybody, or of the one contact that the row `c` of the outer query is. */
  of: 'everybody' | 'c';
}

/** SQL of how often it happened: rows of ("contactId", n), one for each contact to whom it did, in the workspace $1. */
export type EventSource = (rows: EventRows) => string;

/** Messages whose column says when it happened. */
const message =
  (column: 'sentAt' | 'deliveredAt' | 'openedAt' | 'clickedAt' | 'bouncedAt'): EventSource =>
  ({ since, of }) =>
    `SELECT m."contactId", count(*) AS n FROM "MarketingMessage" m
     WHERE m."accountId" = $1 AND m."contactId" ${of === 'c' ? '= c.id' : 'IS NOT NULL'} AND m."${column}" ${since === undefined ? 'IS NOT NULL' : `>= ${since}`} GROUP BY 1`;

/**
 * What customers did. It belongs to the newest contact that has the customer's id as its externalRef.
 * @param table its rows have accountId and customerId
 */
const byCustomer =
  (table: string, at: string): EventSource =>
  ({ since, of }) => {
    const rows = (customer: string): string =>
      `FROM "${table}" e WHERE e."accountId" = $1 AND e."customerId" ${customer}${since === undefined ? '' : ` AND e."${at}" >= ${since}`} GROUP BY e."customerId"`;
    if (of === 'c') {
      return `SELECT c.id AS "contactId", count(*) AS n ${rows(`= c."externalRef" AND NOT EXISTS (
        SELECT 1 FROM "Contact" k WHERE k."accountId" = $1 AND k."externalRef" = c."externalRef" AND (k."createdAt", k.id) > (c."createdAt", c.id))`)}`;
    }
    return `SELECT DISTINCT ON (r."customerId") k.id AS "contactId", r.n FROM (SELECT e."customerId", count(*) AS n ${rows('IS NOT NULL')}) r
      JOIN "Contact" k ON k."accountId" = $1 AND k."externalRef" = r."customerId"
      ORDER BY r."customerId", k."createdAt" DESC, k.id DESC`;
  };

export const EVENT_SOURCES: ReadonlyMap<string, EventSource> = new Map([
  ['message.sent', message('sentAt')],
  ['message.delivered', message('deliveredAt')],
  ['message.opened', message('openedAt')],
  ['message.clicked', message('clickedAt')],
  ['message.bounced', message('bouncedAt')],
  ['discount.redeemed', byCustomer('DiscountRedemption', 'redeemedAt')],
]);
