/** A workspace with a lot in it, as SQL: made in seconds, past the doors. */

export interface Size {
  /** Contacts, each with a message, on the list `everybody`. */
  people: number;
  /**
   * The number of them who opened, opted out, left a cart, bought and referred; and of the members of the list `few`.
   */
  few: number;
  /** The number that the first contact has in its addresses; 1 unless told otherwise. */
  first?: number;
}

/** The id of a row that `workspaceRows` made. */
export const rowId = (accountId: string, what: string, n: number): string =>
  `c${what}${accountId.slice(-8)}${String(n).padStart(25 - 9 - what.length, '0')}`.slice(0, 25);

/** The statements that fill a workspace, in their order. */
export function workspaceRows(accountId: string, { people, few, first = 1 }: Size): string[] {
  const account = `'${accountId}'`;
  const [prefix, width] = [(what: string): string => `c${what}${accountId.slice(-8)}`, 24];
  const id = (what: string, n = 'n'): string =>
    `'${prefix(what)}' || lpad((${n})::text, ${width + 1} - ${prefix(what).length}, '0')`;
  const at = `timestamptz '2026-11-21T00:00:00Z'`;
  const ago = `${at} - n * interval '1 minute'`;
  const series = (most: number): string => `generate_series(${first}, ${first + most - 1}) n`;
  const email = `'person' || n || '@example.test'`;
  return [
    `INSERT INTO "Contact" ("accountId", id, "identityHash", email, phone, "phoneE164", "firstName", "lastName", subscriptions, "socialHandles", attributes, source, "externalRef", "createdAt", "updatedAt")
     SELECT ${account}, ${id('p')}, encode(sha256((${email} || '|+62812' || n)::bytea), 'hex'), ${email}, '+62812' || n, '+62812' || n, 'Sari', 'Person ' || n,
       CASE WHEN n % 10 = 0 THEN '{"email": "unsubscribed"}' ELSE '{}' END::jsonb, '{"telegram": "sari"}',
       jsonb_build_object('city', (ARRAY['Jakarta', 'Bandung', 'Medan'])[1 + n % 3], 'orders', n % 40, 'since', '2026-01-01'), 'csv_import', 'customer-' || n, ${ago}, ${at} FROM ${series(people)}`,
    `INSERT INTO "ContactList" ("accountId", id, name, "createdAt", "updatedAt") SELECT ${account}, ${id('l')}, 'List ' || n, ${ago}, ${at} FROM ${series(3)}`,
    `INSERT INTO "ContactListMember" ("accountId", "listId", "contactId", "addedAt") SELECT ${account}, ${id('l', `${first}`)}, ${id('p')}, ${ago} FROM ${series(people)}`,
    `INSERT INTO "ContactListMember" ("accountId", "listId", "contactId", "addedAt") SELECT ${account}, ${id('l', `${first} + 1`)}, ${id('p')}, ${ago} FROM ${series(few)}`,
    `INSERT INTO "Suppression" ("accountId", family, address, reason, "createdAt") SELECT ${account}, f, CASE f WHEN 'email' THEN ${email} ELSE '+62812' || n END, 'recipient', ${ago}
     FROM generate_series(${first + 9}, ${first + few * 10}, 10) n, unnest(ARRAY['email', 'sms', 'whatsapp']) f`,
    `INSERT INTO "Broadcast" ("accountId", id, name, providers, audience, content, status, "startedAt", "createdAt", "updatedAt")
     SELECT ${account}, ${id('b')}, 'Broadcast ' || n, '{email_p1}', '{}', '{}', 'sent', ${ago}, ${ago}, ${at} FROM ${series(3)}`,
    `INSERT INTO "MarketingMessage" ("accountId", id, "campaignId", "contactId", "channelIntegrationId", provider, recipient, "contentId", status, "lastError", "sentAt", "deliveredAt", "openedAt", "clickedAt", "bouncedAt", "createdAt", "updatedAt")
     SELECT ${account}, ${id('m')}, ${id('b', `${first}`)}, ${id('p')}, 'channel', 'email_p1', ${email}, 'content', 'sent', CASE WHEN n <= ${few} THEN 'refused' END, ${at}, ${at},
       CASE WHEN n % 4 = 0 THEN ${at} END, CASE WHEN n <= ${few} THEN ${at} END, CASE WHEN n <= ${few} THEN ${at} END, ${ago}, ${at} FROM ${series(people)}`,
    `INSERT INTO "MarketingCampaign" ("accountId", id, name, "createdAt", "updatedAt") VALUES (${account}, ${id('k', '1')}, 'Campaign', ${at}, ${at})`,
    `INSERT INTO "DiscountCode" ("accountId", id, code, type, value, currency, scope, "marketingCampaignId", "createdAt", "updatedAt")
     SELECT ${account}, ${id('d')}, 'CODE' || n, 'percent', 10, 'IDR', 'cart', ${id('k', '1')}, ${ago}, ${at} FROM ${series(few)}`,
    `INSERT INTO "DiscountRedemption" ("accountId", id, "discountCodeId", "checkoutSessionId", "appliedAmount", "appliedShipping", currency, "customerId", "redeemedAt")
     SELECT ${account}, ${id('r')}, ${id('d', `${first} + n % ${few}`)}, 'session-' || n, 10000, 0, 'IDR', 'customer-' || n, ${ago} FROM ${series(people)}`,
    `INSERT INTO "AbandonedCartReminder" ("accountId", id, "customerId", "cartId", email, "cartSnapshot", "valueAtSend", "currencyAtSend", "discountCodeId", "marketingCampaignId", "sentAt", "recoveredAt")
     SELECT ${account}, ${id('a')}, 'customer-' || n, 'cart-' || n, ${email}, '{}', 10000, 'IDR', ${id('d', `${first} + n % ${few}`)}, ${id('k', '1')}, ${ago}, CASE WHEN n % 2 = 0 THEN ${at} END FROM ${series(people)}`,
    `INSERT INTO "BuyerEmailPreference" ("accountId", id, email, "abandonedCartOptOut", "optedOutAt") SELECT ${account}, ${id('e')}, ${email}, true, ${ago} FROM ${series(people)}`,
    `INSERT INTO "ShopperEvent" ("accountId", id, name, at, "contactId", properties, "createdAt")
     SELECT ${account}, 'event-' || n, CASE WHEN n % 2 = 0 THEN 'product_viewed' ELSE 'page_viewed' END, ${ago}, ${id('p')}, jsonb_build_object('sku', n % 5), ${at} FROM ${series(people)}`,
    `INSERT INTO "PixelConversion" ("accountId", id, "eventId", "customerId", value, currency, "valueFrom", "occurredAt", status, "createdAt", "updatedAt")
     SELECT ${account}, ${id('x')}, 'session-' || n, 'customer-' || n, 10000, 'IDR', 'recover', ${ago}, 'sent', ${ago}, ${at} FROM ${series(people)}`,
    `INSERT INTO "ReferralProgram" ("accountId", id, enabled, "rewardType", "referrerValue", "refereeValue", currency, "createdAt", "updatedAt")
     VALUES (${account}, ${id('g', '1')}, true, 'percent', 10, 10, 'IDR', ${at}, ${at})`,
    `INSERT INTO "ReferralLink" ("accountId", id, "programId", "customerId", code, "createdAt") SELECT ${account}, ${id('n')}, ${id('g', '1')}, 'customer-' || n, 'LINK' || n, ${ago} FROM ${series(few)}`,
    `INSERT INTO "ReferralAttribution" ("accountId", id, "programId", "linkId", "referrerCustomerId", "refereeCustomerId", status, amount, currency, "expiresAt", "rewardedAt", "createdAt", "updatedAt")
     SELECT ${account}, ${id('t')}, ${id('g', '1')}, ${id('n', `${first} + n % ${few}`)}, 'customer-' || (${first} + n % ${few}), 'referee-' || n, 'rewarded', 10000, 'IDR', ${at}, ${at}, ${ago}, ${at} FROM ${series(people)}`,
  ];
}
