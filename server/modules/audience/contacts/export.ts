/**
 * Exports all data that a workspace has about a person, as one document for that person
 * (docs/contract/contacts.md#exporting). The document is built in memory, so it has limits that few people reach, and
 * that `truncated` reports: the newest MOST of each collection, and the newest LARGEST bytes of message contents and of
 * carts.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import { toNumber, toNumberOrNull } from '@/server/platform/lib/money';
import { type Names, NAMES_OF_CONTACT } from '@/server/modules/audience/contacts/find';
import { contactColumns, presentContact, type ContactRow } from '@/server/modules/audience/contacts/rows';
import { EXPORT_COLLECTIONS, type ContactExport } from '@/server/modules/audience/contacts/export-schema';
import { contactState } from '@/server/modules/audience/contacts/timeline';
import { hashedEmail } from '@/server/platform/vendors/hashing';

/** Rows of each collection. */
const MOST = 1_000;
/** Bytes of JSON. One cart may have half a megabyte. */
const LARGEST = 8 * 1024 * 1024;
/** One more row than is returned, which shows that there are more. */
const LIMIT = `LIMIT ${MOST + 1}`;

/** Returns the SQL that checks whether this row's document is within the bytes, counted from the newest row on. */
const fits = (doc: string, order: string): string =>
  `coalesce(sum(octet_length(${doc}::text)) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING), 0) <= ${LARGEST}`;

/**
 * SQL of the newest rows for each of the values $2. @param order order of the rows `o`, as in an index of the column
 */
const newestOf = (table: string, column: string, order: string): string =>
  `SELECT o.* FROM unnest($2::text[]) w(value) CROSS JOIN LATERAL (
       SELECT * FROM "${table}" o WHERE o."accountId" = ${THIS_WORKSPACE} AND o."${column}" = w.value
         ORDER BY ${order} ${LIMIT}) o ORDER BY ${order} ${LIMIT}`;

type Part<Name extends keyof ContactExport> = ContactExport[Name] extends (infer Each)[] ? Each : never;

const findContact = workspaceStatement<ContactRow & Names, [id: string]>(
  'contacts.export',
  `SELECT ${contactColumns('c')}, ${NAMES_OF_CONTACT} FROM "Contact" c WHERE c."accountId" = $1 AND c.id = $2`,
);

/** False: the row's document is left out, because of its size. */
interface Fitting {
  fits: boolean;
}

const findMessages = workspaceStatement<Part<'messages'> & Fitting, [id: string]>(
  'contacts.export.messages',
  `SELECT x.id, x.provider, x.recipient, x.status, CASE
    WHEN x.fits THEN x.content END AS content, x.fits, x."broadcastId", x."lastError", x."createdAt", x."sentAt",
    x."deliveredAt", x."openedAt", x."clickedAt", x."bouncedAt", x."failedAt"
   FROM (SELECT m.*, m."campaignId" AS "broadcastId", k.content,
     ${fits('k.content', 'm."createdAt" DESC, m.id DESC')} AS fits
     FROM (SELECT * FROM "MarketingMessage" o WHERE o."accountId" = $1 AND o."contactId" = $2
       ORDER BY o."createdAt" DESC, o.id DESC ${LIMIT}) m
     LEFT JOIN "MessageContent" k ON k."accountId" = ${THIS_WORKSPACE} AND k.id = m."contentId") x
   ORDER BY x."createdAt" DESC, x.id DESC`,
);

type ReminderRow = Omit<Part<'reminders'>, 'valueAtSend'> & Fitting & { valueAtSend: bigint };
const findReminders = workspaceStatement<ReminderRow, [emails: string[]]>(
  'contacts.export.reminders',
  `SELECT x.id, x."customerId", x."cartId", x.email, CASE
    WHEN x.fits THEN x."cartSnapshot" END AS "cartSnapshot", x.fits, x."valueAtSend", x."currencyAtSend",
    x."discountCodeId", x."sentAt", x."recoveredAt"
   FROM (SELECT r.*, ${fits('r."cartSnapshot"', 'r."sentAt" DESC, r.id DESC')} AS fits
     FROM (${newestOf('AbandonedCartReminder', 'email', 'o."sentAt" DESC, o.id DESC')}) r) x
   ORDER BY x."sentAt" DESC, x.id DESC`,
);

const findPreferences = workspaceStatement<Part<'cartPreferences'>, [emails: string[]]>(
  'contacts.export.preferences',
  `SELECT p.email, p."abandonedCartOptOut", p."optedOutAt" FROM "BuyerEmailPreference" p
    WHERE p."accountId" = $1 AND p.email = ANY ($2::text[]) ORDER BY p.email`,
);

type AttributionRow = Omit<Part<'attributions'>, 'amount'> & { amount: bigint | null };
const findAttributions = workspaceStatement<AttributionRow, [customerIds: string[]]>(
  'contacts.export.attributions',
  `SELECT a.id, CASE WHEN a."refereeCustomerId" = ANY ($2) THEN 'referee'
    ELSE 'referrer' END AS role, a.status, a.amount, a.currency, a."createdAt", a."expiresAt", a."rewardedAt",
    d.code AS "rewardCode"
   FROM "ReferralAttribution" a LEFT JOIN "DiscountCode" d ON d."accountId" = ${THIS_WORKSPACE} AND d.id = CASE
     WHEN a."refereeCustomerId" = ANY ($2) THEN a."refereeCodeId" ELSE a."referrerCodeId" END
   WHERE a."accountId" = $1 AND (a."referrerCustomerId" = ANY ($2::text[]) OR a."refereeCustomerId" = ANY ($2::text[]))
     ORDER BY a."createdAt" DESC, a.id DESC ${LIMIT}`,
);

type RedemptionRow = Omit<Part<'redemptions'>, 'appliedAmount' | 'appliedShipping'> & {
  appliedAmount: bigint;
  appliedShipping: bigint;
};
const findRedemptions = workspaceStatement<RedemptionRow, [customerIds: string[]]>(
  'contacts.export.redemptions',
  `SELECT r.id, d.code, r."checkoutSessionId", r."appliedAmount", r."appliedShipping", r.currency, r."redeemedAt"
   FROM (${newestOf('DiscountRedemption', 'customerId', 'o."redeemedAt" DESC, o.id DESC')}) r
   JOIN "DiscountCode" d ON d."accountId" = ${THIS_WORKSPACE} AND d.id = r."discountCodeId"
     ORDER BY r."redeemedAt" DESC, r.id DESC`,
);

type ConversionRow = Omit<Part<'conversions'>, 'value'> & { value: bigint | null };
const findConversions = workspaceStatement<ConversionRow, [customerIds: string[], emailHashes: string[]]>(
  'contacts.export.conversions',
  `SELECT x."eventId", x.value, x.currency, x."occurredAt", x.status, x."sentAt" FROM (
     (SELECT p.id, p."eventId", p.value, p.currency, p."occurredAt", p.status, p."sentAt" FROM "PixelConversion" p
      WHERE p."accountId" = $1 AND (p."customerId" = ANY ($2::text[]) OR p."emailHash" = ANY ($3::text[]))
        AND NOT p."isTest" ORDER BY p."occurredAt" DESC, p.id DESC ${LIMIT})
     UNION ALL
     (SELECT p.id, p."eventId", p.value, p.currency, p."occurredAt", p.status, p."sentAt" FROM "AdConversion" p
      WHERE p."accountId" = $1 AND (p."customerId" = ANY ($2::text[]) OR p."emailHash" = ANY ($3::text[]))
        AND NOT p."isTest" ORDER BY p."occurredAt" DESC, p.id DESC ${LIMIT})) x
   ORDER BY x."occurredAt" DESC, x.id DESC ${LIMIT}`,
);

const findAliases = workspaceStatement<Part<'aliases'>, [id: string]>(
  'contacts.export.aliases',
  `SELECT a.kind, a.value, a."createdAt" FROM "ContactAlias" a WHERE a."accountId" = $1 AND a."contactId" = $2
    ORDER BY a.kind, a.value`,
);

/** SQL: the row is the contact's, or contains one of its e-mails or phones. */
const theirs = (row: string): string =>
  `${row}."accountId" = $1 AND (${row}."contactId" = $2 OR ${row}.email = ANY ($3::text[])
    OR ${row}."phoneE164" = ANY ($4::text[]))`;
type Whose = [id: string, emails: string[], phonesE164: string[]];

type OrderRow = Omit<Part<'orders'>, 'amount' | 'refunded'> & { amount: bigint; refunded: bigint };
const findOrders = workspaceStatement<OrderRow, Whose>(
  'contacts.export.orders',
  `SELECT o.id, o."externalSource", o."externalRef", o.email, o.phone, o.items, o.currency, o.status, o.number,
    o."customerRef", o.amount, o.refunded, o."discountCodes", o."landingUrl", o."placedAt", o."paidAt"
   FROM "Order" o WHERE ${theirs('o')} ORDER BY o."placedAt" DESC, o.id DESC ${LIMIT}`,
);

type CheckoutRow = Omit<Part<'checkouts'>, 'value'> & { value: bigint };
const findCheckouts = workspaceStatement<CheckoutRow, Whose>(
  'contacts.export.checkouts',
  `SELECT k.id, k."externalSource", k."externalRef", k.email, k.phone, k.items, k.currency, k.status, k.value, k.url,
    k."acceptsMarketing", k."createdAt", k."abandonedAt", k."completedAt"
   FROM "Checkout" k WHERE ${theirs('k')} ORDER BY k."createdAt" DESC, k.id DESC ${LIMIT}`,
);

const findEnrolments = workspaceStatement<Part<'enrolments'>, [id: string]>(
  'contacts.export.enrolments',
  `SELECT e.id, e."funnelId", f.name AS funnel, e.status, e."exitReason", e.cart - ARRAY['kind', 'id'] AS cart,
    e."discountCode", e."enteredAt", e."endedAt"
   FROM (SELECT * FROM "FunnelEnrolment" o WHERE o."accountId" = $1 AND o."contactId" = $2
     ORDER BY o."enteredAt" DESC, o.id DESC ${LIMIT}) e
   JOIN "Funnel" f ON f."accountId" = ${THIS_WORKSPACE} AND f.id = e."funnelId" ORDER BY e."enteredAt" DESC, e.id DESC`,
);

const findConversations = workspaceStatement<Part<'conversations'> & Fitting, [id: string]>(
  'contacts.export.conversations',
  `SELECT x.id, x.provider, x.address, x."senderName" AS name, x."senderHandle" AS handle, x.status, x."createdAt", CASE
    WHEN x.fits THEN x.messages END AS messages, x.fits
   FROM (SELECT v.*, said.messages, ${fits('said.messages', 'v."lastMessageAt" DESC, v.id DESC')} AS fits
     FROM (SELECT * FROM "Conversation" o WHERE o."accountId" = $1 AND o."contactId" = $2
       ORDER BY o."lastMessageAt" DESC, o.id DESC ${LIMIT}) v
     CROSS JOIN LATERAL (
       SELECT coalesce(jsonb_agg(jsonb_build_object('direction', m.direction, 'kind', m.kind, 'text', m.text, 'at',
         m.at) ORDER BY m.at DESC), '[]') AS messages
       FROM (SELECT * FROM "InboxMessage" o
         WHERE o."accountId" = ${THIS_WORKSPACE} AND o."conversationId" = v.id
         AND o.direction IN ('inbound', 'outbound') ORDER BY o.at DESC, o.sequence DESC, o.id DESC
         LIMIT ${MOST}) m) said) x
   ORDER BY x."createdAt" DESC, x.id DESC`,
);

const findConsents = workspaceStatement<Part<'consents'>, [id: string]>(
  'contacts.export.consents',
  `SELECT e.id, e.family, e."from", e."to", e.at, e."by", e.source FROM "ConsentEntry" e
   WHERE e."accountId" = $1 AND e."contactId" = $2 ORDER BY e.position DESC ${LIMIT}`,
);

const findSubmissions = workspaceStatement<Part<'formSubmissions'>, [id: string, emails: string[]]>(
  'contacts.export.form-submissions',
  `SELECT s.id, s."formId", f.name AS form, s.email, s.entered, s.consents, s.origin, s.ip, s."userAgent",
    s."createdAt", s."askedAt", s."confirmedAt"
   FROM (SELECT * FROM "FormSubmission" o
     WHERE o."accountId" = $1 AND (o."contactId" = $2 OR o.email = ANY ($3::text[]))
     ORDER BY o."createdAt" DESC, o.id DESC ${LIMIT}) s
   JOIN "Form" f ON f."accountId" = ${THIS_WORKSPACE} AND f.id = s."formId" ORDER BY s."createdAt" DESC, s.id DESC`,
);

/** Finds the events of the contact, and events without a contact whose address or id no other contact has. */
const findEvents = workspaceStatement<Part<'events'>, [id: string, emails: string[], customerIds: string[]]>(
  'contacts.export.events',
  `SELECT x.id, x.name, x.at, x.properties FROM (
     (SELECT e.* FROM "ShopperEvent" e WHERE e."accountId" = $1 AND e."contactId" = $2 ORDER BY e.at DESC ${LIMIT})
     UNION ALL
     (SELECT e.* FROM "ShopperEvent" e WHERE e."accountId" = $1 AND e."contactId" IS NULL AND e.email = ANY ($3::text[])
       ORDER BY e.at DESC ${LIMIT})
     UNION ALL
     (SELECT e.* FROM "ShopperEvent" e WHERE e."accountId" = $1 AND e."contactId" IS NULL
       AND e."customerId" = ANY ($4::text[]) AND (e.email IS NULL OR e.email <> ALL ($3::text[]))
       ORDER BY e.at DESC ${LIMIT})) x
   ORDER BY x.at DESC, x.id DESC ${LIMIT}`,
);

/**
 * Returns content without the tokens of our own pages. A confirmation link works for anybody who has it, and a person
 * who reads the export must not be able to confirm for the recipient.
 */
function withoutTokens(content: unknown, baseUrl: string): unknown {
  const written = JSON.stringify(content);
  const shown = ['/o/', '/u/'].reduce((text, page) => {
    const [before = '', ...afterEach] = text.split(baseUrl + page);
    return [before, ...afterEach.map((after) => after.replace(/^[\w.~-]+/, '…'))].join(baseUrl + page);
  }, written);
  return shown === written ? content : (JSON.parse(shown) as unknown);
}

/**
 * Exports a contact. Data under the shop's customer id is found by `externalRef`, purchases reported to Meta also by
 * the hash of the e-mail; both also by the values of contacts merged into this one. Each collection has its newest
 * 1,000 entries. Beyond 8 MiB, contents of older messages and snapshots of older carts are null. `truncated` names the
 * incomplete collections. The audit log records the export, because people may ask who read their data.
 * @throws AppError NOT_FOUND
 */
export async function exportContact(
  db: WorkspaceDb,
  { baseUrl }: Pick<Settings, 'baseUrl'>,
  id: string,
): Promise<ContactExport> {
  const { emails, phonesE164, customerIds, ...row } = orNotFound((await db.rows(findContact, id))[0]);
  const [
    { lists, suppressions },
    cartPreferences,
    aliases,
    messages,
    reminders,
    attributions,
    redemptions,
    conversions,
    orders,
    checkouts,
    enrolments,
    conversations,
    consents,
    formSubmissions,
    events,
  ] = await Promise.all([
    contactState(db, id),
    db.rows(findPreferences, emails),
    db.rows(findAliases, id),
    db.rows(findMessages, id),
    db.rows(findReminders, emails),
    db.rows(findAttributions, customerIds),
    db.rows(findRedemptions, customerIds),
    db.rows(findConversions, customerIds, emails.map(hashedEmail)),
    db.rows(findOrders, id, emails, phonesE164),
    db.rows(findCheckouts, id, emails, phonesE164),
    db.rows(findEnrolments, id),
    db.rows(findConversations, id),
    db.rows(findConsents, id),
    db.rows(findSubmissions, id, emails),
    db.rows(findEvents, id, emails, customerIds),
  ]);
  const rows = {
    messages,
    reminders,
    attributions,
    redemptions,
    conversions,
    orders,
    checkouts,
    enrolments,
    conversations,
    consents,
    formSubmissions,
    events,
  };
  await db.transaction((tx) => tx.audit({ action: 'contact.export_person', targetType: 'contact', targetId: id }));
  const isCut = (found: readonly object[]): boolean =>
    found.length > MOST || found.some((row) => 'fits' in row && row.fits === false);
  return {
    exportedAt: db.now,
    truncated: EXPORT_COLLECTIONS.filter((name) => isCut(rows[name])),
    contact: presentContact(row),
    lists,
    suppressions,
    cartPreferences,
    aliases,
    messages: messages
      .slice(0, MOST)
      .map(({ fits: _fits, ...message }) => ({ ...message, content: withoutTokens(message.content, baseUrl) })),
    reminders: reminders
      .slice(0, MOST)
      .map(({ fits: _fits, ...reminder }) => ({ ...reminder, valueAtSend: toNumber(reminder.valueAtSend) })),
    attributions: attributions
      .slice(0, MOST)
      .map((attribution) => ({ ...attribution, amount: toNumberOrNull(attribution.amount) })),
    redemptions: redemptions.slice(0, MOST).map((redemption) => ({
      ...redemption,
      appliedAmount: toNumber(redemption.appliedAmount),
      appliedShipping: toNumber(redemption.appliedShipping),
    })),
    conversions: conversions
      .slice(0, MOST)
      .map((conversion) => ({ ...conversion, value: toNumberOrNull(conversion.value) })),
    orders: orders
      .slice(0, MOST)
      .map((order) => ({ ...order, amount: toNumber(order.amount), refunded: toNumber(order.refunded) })),
    checkouts: checkouts.slice(0, MOST).map((checkout) => ({ ...checkout, value: toNumber(checkout.value) })),
    enrolments: enrolments.slice(0, MOST),
    conversations: conversations.slice(0, MOST).map(({ fits: _fits, ...conversation }) => conversation),
    consents: consents.slice(0, MOST),
    formSubmissions: formSubmissions.slice(0, MOST),
    events: events.slice(0, MOST),
  };
}
