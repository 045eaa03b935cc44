/**
 * Reading reminders (docs/contract/abandoned-cart.md#recording-a-reminder): the recent ones of the contract, the
 * dashboard's pages, and one reminder with its code and campaign.
 */
import { THIS_WORKSPACE, workspaceStatement, type WorkspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { cutPage, decodeCursor, joinedRows } from '@/server/platform/db/cursor';
import {
  presentReminder,
  presentSummary,
  reminderColumns,
  summaryColumns,
  type ReminderRow,
  type SummaryRow,
} from '@/server/modules/offers/abandoned-cart/rows';
import type {
  ListRemindersInput,
  Reminder,
  ReminderDetail,
  ReminderSummary,
} from '@/server/modules/offers/abandoned-cart/schema';

const recent = workspaceStatement<ReminderRow, [limit: number]>(
  'abandoned-cart.reminders',
  `SELECT ${reminderColumns('r')} FROM "AbandonedCartReminder" r WHERE r."accountId" = $1
    ORDER BY r."sentAt" DESC, r.id DESC LIMIT $2`,
);

/** Newest first. */
export async function recentReminders(db: WorkspaceDb, limit: number): Promise<{ items: Reminder[] }> {
  return { items: (await db.rows(recent, limit)).map(presentReminder) };
}

type PageRow = Omit<SummaryRow, 'id'> & { id: string | null; total: number };

interface Variant {
  q: boolean;
  state: boolean;
  cursor: boolean;
}

const nameOf = (v: Variant): string =>
  `abandoned-cart.reminders.page${v.q ? '.q' : ''}${v.state ? '.state' : ''}${v.cursor ? '.cursor' : ''}`;

function pageStatement(variant: Variant): WorkspaceStatement<PageRow, unknown[]> {
  let next = 3;
  const filter = ['r."accountId" = $1'];
  if (variant.state) filter.push(`(r."recoveredAt" IS NOT NULL) = $${next++}::boolean`);
  if (variant.q) {
    const q = `lower($${next++}::text)`;
    filter.push(
      `(strpos(r.email, ${q}) > 0 OR strpos(lower(r."customerId"), ${q}) > 0 OR strpos(lower(r."cartId"), ${q}) > 0)`,
    );
  }
  const total = `(SELECT count(*)::int FROM "AbandonedCartReminder" r WHERE ${filter.join(' AND ')})`;
  if (variant.cursor) filter.push(`(r."sentAt", r.id) < ($${next++}::timestamptz, $${next++}::text)`);
  // The total comes along also when the page is empty.
  return workspaceStatement(
    nameOf(variant),
    `SELECT s.total, page.* FROM (SELECT ${total} AS total) s LEFT JOIN LATERAL (
       SELECT ${summaryColumns('r')} FROM "AbandonedCartReminder" r WHERE ${filter.join(' AND ')}
         ORDER BY r."sentAt" DESC, r.id DESC LIMIT $2) page ON true`,
  );
}

const BOTH = [false, true];
const STATEMENTS = new Map(
  BOTH.flatMap((q) => BOTH.flatMap((state) => BOTH.map((cursor) => ({ q, state, cursor })))).map((variant) => [
    nameOf(variant),
    pageStatement(variant),
  ]),
);

export interface ReminderPage {
  items: ReminderSummary[];
  total: number;
  nextCursor: string | null;
  hasMore: boolean;
}

/** Lists reminders, newest first. @throws AppError VALIDATION for a cursor that is not from this list */
export async function listReminders(db: WorkspaceDb, input: ListRemindersInput): Promise<ReminderPage> {
  const q = input.q === '' ? undefined : input.q;
  const parameters: unknown[] = [input.limit + 1];
  if (input.state !== undefined) parameters.push(input.state === 'recovered');
  if (q !== undefined) parameters.push(q);
  if (input.cursor !== undefined) {
    const { key, id } = decodeCursor(input.cursor, 'instant');
    parameters.push(key, id);
  }
  const statement = STATEMENTS.get(
    nameOf({ q: q !== undefined, state: input.state !== undefined, cursor: input.cursor !== undefined }),
  );
  if (statement === undefined) throw new Error('There is no statement for this list.');
  const rows = await db.rows(statement, ...parameters);
  const page = cutPage(joinedRows(rows), input.limit, (row) => row.sentAt);
  return {
    items: page.rows.map(presentSummary),
    total: rows[0]?.total ?? 0,
    nextCursor: page.nextCursor,
    hasMore: page.hasMore,
  };
}

type DetailRow = ReminderRow & {
  code: string | null;
  campaignName: string | null;
  contactId: string | null;
  firstName: string | null;
  lastName: string | null;
};

const findReminder = workspaceStatement<DetailRow, [id: string]>(
  'abandoned-cart.reminder',
  `SELECT ${reminderColumns('r')}, d.code, m.name AS "campaignName", k.id AS "contactId", k."firstName", k."lastName"
   FROM "AbandonedCartReminder" r
   LEFT JOIN "DiscountCode" d ON d."accountId" = ${THIS_WORKSPACE} AND d.id = r."discountCodeId"
   LEFT JOIN "MarketingCampaign" m ON m."accountId" = ${THIS_WORKSPACE} AND m.id = r."marketingCampaignId"
   LEFT JOIN LATERAL (SELECT c.id, c."firstName", c."lastName" FROM "Contact" c
     WHERE c."accountId" = ${THIS_WORKSPACE} AND c.email = r.email ORDER BY c."createdAt" DESC, c.id DESC
     LIMIT 1) k ON true
   WHERE r."accountId" = $1 AND r.id = $2`,
);

/** Returns a reminder with the names of what it refers to. @throws AppError NOT_FOUND */
export async function getReminder(db: WorkspaceDb, id: string): Promise<ReminderDetail> {
  const row = orNotFound((await db.rows(findReminder, id))[0]);
  const { discountCodeId, code, marketingCampaignId, campaignName, contactId, firstName, lastName } = row;
  return {
    ...presentReminder(row),
    discountCode: discountCodeId === null || code === null ? null : { id: discountCodeId, code },
    marketingCampaign:
      marketingCampaignId === null || campaignName === null ? null : { id: marketingCampaignId, name: campaignName },
    contact: contactId === null ? null : { id: contactId, firstName, lastName },
  };
}
