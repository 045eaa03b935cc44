/** The lists, funnels and history of a contact, for its page in the dashboard. */
import type * as z from 'zod';
import { castStored } from '@/server/platform/db/stored';
import { THIS_WORKSPACE, workspaceStatement, type WorkspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { cutPage, decodeCursor } from '@/server/platform/db/cursor';
import { toNumber } from '@/server/platform/lib/money';
import { phoneAddress, type Addresses } from '@/server/modules/audience/contacts/identity';
import { type Names, NAMES_OF_CONTACT } from '@/server/modules/audience/contacts/find';
import { holdsForContact } from '@/server/modules/audience/contacts/suppress';
import type { KNOWN_EVENTS } from '@/server/modules/audience/events/vocabulary';
import type { EnrolmentStatus } from '@/server/platform/lib/shared-vocabulary';
import type { CheckoutStatus, OrderStatus } from '@/server/platform/lib/shared-vocabulary';
import type { standingOutput } from '@/server/modules/audience/contacts/schema';
import type { TimelineItem, timelineInput } from '@/server/modules/audience/contacts/timeline-schema';
import { isCounted } from '@/server/platform/lib/is-counted';

const findAddresses = workspaceStatement<Addresses & Names, [id: string]>(
  'contacts.addresses',
  `SELECT c.email, c.phone, c."phoneE164", ${NAMES_OF_CONTACT} FROM "Contact" c WHERE c."accountId" = $1 AND c.id = $2`,
);

type ContactState = z.output<typeof standingOutput>;

const findLists = workspaceStatement<ContactState['lists'][number], [id: string]>(
  'contacts.lists-of',
  `SELECT l.id, l.name, m."addedAt" FROM "ContactListMember" m
    JOIN "ContactList" l ON l."accountId" = ${THIS_WORKSPACE} AND l.id = m."listId"
   WHERE m."accountId" = $1 AND m."contactId" = $2 ORDER BY m."addedAt" DESC, l.id DESC`,
);

const findSuppressions = workspaceStatement<
  ContactState['suppressions'][number],
  [emails: string[], phones: string[], id: string]
>(
  'contacts.suppressions-of',
  `SELECT s.family, s.address, s.reason, s."createdAt" FROM "Suppression" s
    JOIN "Contact" c ON c."accountId" = $1 AND c.id = $4
   WHERE s."accountId" = $1 AND ((s.family = 'email' AND s.address = ANY ($2::text[]))
     OR (s.family IN ('sms', 'whatsapp') AND s.address = ANY ($3::text[]))) AND ${holdsForContact('s', 'c', 's.family')}
     ORDER BY s.family, s.address`,
);

const findInside = workspaceStatement<{ id: string; enteredAt: Date; funnelId: string; name: string }, [id: string]>(
  'contacts.inside-funnels',
  `SELECT e.id, e."enteredAt", f.id AS "funnelId", f.name FROM "FunnelEnrolment" e
    JOIN "Funnel" f ON f."accountId" = ${THIS_WORKSPACE} AND f.id = e."funnelId"
   WHERE e."accountId" = $1 AND e."contactId" = $2 AND e.status = 'active' ORDER BY e."enteredAt" DESC, e.id DESC`,
);

/**
 * Returns the lists and funnels of a contact, and the opt-outs of its addresses that apply to it. @throws AppError
 * NOT_FOUND
 */
export async function contactState(db: WorkspaceDb, id: string): Promise<ContactState> {
  const addresses = orNotFound((await db.rows(findAddresses, id))[0]);
  const { phonesE164 } = addresses;
  const phone = phoneAddress(addresses);
  const [lists, inside, suppressions] = await Promise.all([
    db.rows(findLists, id),
    db.rows(findInside, id),
    db.rows(findSuppressions, addresses.emails, phone === null ? phonesE164 : [phone, ...phonesE164], id),
  ]);
  const enrolments = inside.map(({ funnelId, name, ...enrolment }) => ({
    ...enrolment,
    funnel: { id: funnelId, name },
  }));
  return { lists, enrolments, suppressions };
}

/** Columns of every kind of item; what a kind does not have is null. */
interface ItemRow {
  kind: TimelineItem['kind'];
  id: string;
  at: Date;
  provider: string;
  /** The recipient; for an event, the address or id that it was sent with. */
  recipient: string;
  status: string;
  /** The last error; for an enrolment, the reason for leaving the funnel. */
  lastError: string | null;
  sentAt: Date | null;
  openedAt: Date | null;
  clickedAt: Date | null;
  /** The broadcast or the funnel, the code, the list, the cart or the order. */
  aboutId: string | null;
  aboutName: string;
  /** The kind of the thing that the message belongs to. */
  aboutKind: 'broadcast' | 'funnel' | 'form' | null;
  currency: string;
  /** The amount that a code took off, or the value of a cart, an order or a checkout. */
  amount: bigint;
  shipping: bigint;
  /** The time when a cart came back, or a goal was reached. */
  reachedAt: Date | null;
}

type ItemParameters = [
  id: string,
  customerIds: string[],
  limit: number,
  emails: string[],
  at?: string,
  itemId?: string,
];

/** Views of pages would bury everything else. */
const PAGES: (typeof KNOWN_EVENTS)[number] = 'page_viewed';
/** Characters of an event's properties. */
const DETAIL = 200;

/** Each kind adds one page from its index; the newest items of all kinds are the page. */
function timelineStatement(hasCursor: boolean): WorkspaceStatement<ItemRow, ItemParameters> {
  const page = (at: string, id: string): string =>
    `${hasCursor ? `AND (${at}, ${id}) < ($6::timestamptz, $7::text) ` : ''}ORDER BY ${at} DESC, ${id} DESC LIMIT $4`;
  return workspaceStatement(
    `contacts.timeline${hasCursor ? '.cursor' : ''}`,
    `(SELECT 'message' AS kind, m.id, m."createdAt" AS at, m.provider, m.recipient, m.status, m."lastError", m."sentAt",
      m."openedAt", m."clickedAt",
        coalesce(b.id, f.id, w.id) AS "aboutId", coalesce(b.name, f.name, w.name) AS "aboutName", NULL AS currency,
          NULL::bigint AS amount, NULL::bigint AS shipping, NULL::timestamptz AS "reachedAt", CASE
          WHEN f.id IS NOT NULL THEN 'funnel' WHEN w.id IS NOT NULL THEN 'form' ELSE 'broadcast' END AS "aboutKind"
      FROM "MarketingMessage" m LEFT JOIN "Broadcast" b ON b."accountId" = ${THIS_WORKSPACE} AND b.id = m."campaignId"
      LEFT JOIN "Funnel" f ON f."accountId" = ${THIS_WORKSPACE} AND f.id = m."funnelId"
      LEFT JOIN "FormSubmission" s ON s."accountId" = ${THIS_WORKSPACE} AND s.id = m."submissionId"
        LEFT JOIN "Form" w ON w."accountId" = ${THIS_WORKSPACE} AND w.id = s."formId"
      WHERE m."accountId" = $1 AND m."contactId" = $2 ${page('m."createdAt"', 'm.id')})
     UNION ALL
     (SELECT 'redemption', r.id, r."redeemedAt", NULL, NULL, NULL, NULL, NULL, NULL, NULL, d.id, d.code, r.currency,
       r."appliedAmount", r."appliedShipping", NULL, NULL
      FROM unnest($3::text[]) w(customer) CROSS JOIN LATERAL (
        SELECT * FROM "DiscountRedemption" r
          WHERE r."accountId" = ${THIS_WORKSPACE} AND r."customerId" = w.customer
          AND ${isCounted('r')} ${page('r."redeemedAt"', 'r.id')}) r
      JOIN "DiscountCode" d ON d."accountId" = ${THIS_WORKSPACE} AND d.id = r."discountCodeId")
     UNION ALL
     (SELECT 'list_added', l.id, m."addedAt", NULL, NULL, NULL, NULL, NULL, NULL, NULL, l.id, l.name, NULL, NULL, NULL,
       NULL, NULL
      FROM "ContactListMember" m JOIN "ContactList" l ON l."accountId" = ${THIS_WORKSPACE} AND l.id = m."listId"
      WHERE m."accountId" = $1 AND m."contactId" = $2 ${page('m."addedAt"', 'l.id')})
     UNION ALL
     (SELECT 'cart_reminder', r.id, r."sentAt", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, r."cartId",
       r."currencyAtSend", r."valueAtSend", NULL, r."recoveredAt", NULL
      FROM unnest($5::text[]) w(email) CROSS JOIN LATERAL (
        SELECT * FROM "AbandonedCartReminder" r
          WHERE r."accountId" = ${THIS_WORKSPACE} AND r.email = w.email ${page('r."sentAt"', 'r.id')}) r)
     UNION ALL
     (SELECT 'order', o.id, o."placedAt", NULL, NULL, o.status, NULL, NULL, NULL, NULL, NULL,
       coalesce(o.number, o."externalRef"), o.currency, o.amount, NULL, NULL, NULL
      FROM "Order" o WHERE o."accountId" = $1 AND o."contactId" = $2 ${page('o."placedAt"', 'o.id')})
     UNION ALL
     (SELECT 'checkout', k.id, k."createdAt", NULL, NULL, k.status, NULL, NULL, NULL, NULL, NULL, NULL, k.currency,
       k.value, NULL, NULL, NULL
      FROM "Checkout" k WHERE k."accountId" = $1 AND k."contactId" = $2
        AND (k.status <> 'completed' OR k."abandonedAt" IS NOT NULL) ${page('k."createdAt"', 'k.id')})
     UNION ALL
     (SELECT 'enrolment', e.id, e."enteredAt", NULL, NULL, e.status, e."exitReason", NULL, NULL, NULL, f.id, f.name,
       NULL, NULL, NULL, e."goalAt", NULL
      FROM "FunnelEnrolment" e JOIN "Funnel" f ON f."accountId" = ${THIS_WORKSPACE} AND f.id = e."funnelId"
      WHERE e."accountId" = $1 AND e."contactId" = $2 ${page('e."enteredAt"', 'e.id')})
     UNION ALL
     (SELECT 'conversation', v.id, v."createdAt", v.provider, NULL, NULL, NULL, NULL, NULL, NULL, NULL, v.preview, NULL,
       NULL, NULL, NULL, NULL
      FROM "Conversation" v WHERE v."accountId" = $1 AND v."contactId" = $2 ${page('v."createdAt"', 'v.id')})
     UNION ALL
     (SELECT 'event', s.id, s.at, NULL, CASE WHEN s.properties <> '{}' THEN left(s.properties::text, ${DETAIL})
       ELSE '' END, NULL, NULL, NULL, NULL, NULL, NULL, s.name, NULL, NULL, NULL, NULL, NULL
      FROM "ShopperEvent" s WHERE s."accountId" = $1 AND s."contactId" = $2
        AND s.name <> '${PAGES}' ${page('s.at', 's.id')})
     ORDER BY at DESC, id DESC LIMIT $4`,
  );
}
const firstPage = timelineStatement(false);
const laterPage = timelineStatement(true);

function present(row: ItemRow): TimelineItem {
  const { kind, id, at } = row;
  switch (kind) {
    case 'message': {
      const { provider, recipient, status, lastError, sentAt, openedAt, clickedAt, aboutId, aboutName } = row;
      const about = aboutId === null ? null : { id: aboutId, name: aboutName };
      return {
        kind,
        id,
        at,
        provider,
        recipient,
        status,
        lastError,
        sentAt,
        openedAt,
        clickedAt,
        broadcast: row.aboutKind === 'broadcast' ? about : null,
        funnel: row.aboutKind === 'funnel' ? about : null,
        form: row.aboutKind === 'form' ? about : null,
      };
    }
    case 'redemption':
      return {
        kind,
        id,
        at,
        discountCodeId: row.aboutId ?? '',
        code: row.aboutName,
        appliedAmount: toNumber(row.amount),
        appliedShipping: toNumber(row.shipping),
        currency: row.currency,
      };
    case 'list_added':
      return { kind, id, at, list: { id, name: row.aboutName } };
    case 'cart_reminder':
      return {
        kind,
        id,
        at,
        cartId: row.aboutName,
        value: toNumber(row.amount),
        currency: row.currency,
        recoveredAt: row.reachedAt,
      };
    case 'order': {
      const { aboutName: number, currency } = row;
      return {
        kind,
        id,
        at,
        number,
        status: castStored<OrderStatus>(row.status),
        amount: toNumber(row.amount),
        currency,
      };
    }
    case 'checkout':
      return {
        kind,
        id,
        at,
        status: castStored<CheckoutStatus>(row.status),
        value: toNumber(row.amount),
        currency: row.currency,
      };
    case 'enrolment':
      return {
        kind,
        id,
        at,
        funnel: { id: row.aboutId ?? '', name: row.aboutName },
        status: castStored<EnrolmentStatus>(row.status),
        exitReason: row.lastError,
        goalAt: row.reachedAt,
      };
    case 'conversation':
      return { kind, id, at, provider: row.provider, preview: row.aboutName };
    case 'event':
      return { kind, id, at, name: row.aboutName, detail: row.recipient };
  }
}

/**
 * Returns a contact's history, newest first: messages, redemptions (by externalRef, the shop's customer id),
 * memberships, cart reminders (by e-mail), orders, checkouts that were abandoned or not completed, funnels,
 * conversations, and shop events except page views.
 * @throws AppError NOT_FOUND, VALIDATION for a forged cursor
 */
export async function timeline(
  db: WorkspaceDb,
  input: z.output<typeof timelineInput>,
): Promise<{ items: TimelineItem[]; nextCursor: string | null; hasMore: boolean }> {
  const position = input.cursor === undefined ? undefined : decodeCursor(input.cursor, 'instant');
  const { customerIds, emails } = orNotFound((await db.rows(findAddresses, input.id))[0]);
  const rows =
    position === undefined
      ? await db.rows(firstPage, input.id, customerIds, input.limit + 1, emails)
      : await db.rows(laterPage, input.id, customerIds, input.limit + 1, emails, position.key, position.id);
  const page = cutPage(rows, input.limit, (row) => row.at);
  return { items: page.rows.map(present), nextCursor: page.nextCursor, hasMore: page.hasMore };
}
