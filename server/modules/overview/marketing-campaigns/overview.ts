/** The dashboard's list of campaigns: newest first, in pages, with the number of children of each. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { cutPage, decodeCursor, joinedRows } from '@/server/platform/db/cursor';
import {
  countColumns,
  presentWithCounts,
  type StoredCounts,
} from '@/server/modules/overview/marketing-campaigns/roll-up';
import { campaignColumns, type CampaignRow } from '@/server/modules/overview/marketing-campaigns/rows';
import type { CampaignWithCounts, OverviewInput } from '@/server/modules/overview/marketing-campaigns/schema';

type Row = Omit<CampaignRow, 'id'> & StoredCounts & { id: string | null; total: number };

const MATCHING = `c."accountId" = $1 AND ($2::text IS NULL OR c.status = $2::text)
  AND ($3::text = '' OR strpos(lower(c.name), lower($3::text)) > 0 OR strpos(lower(c.description), lower($3::text)) > 0)`;

/** The total comes along also when the page is empty. Only the campaigns of the page are counted into. */
const findPage = workspaceStatement<
  Row,
  [status: string | null, q: string, limit: number, at: string | null, id: string | null]
>(
  'marketing-campaigns.overview',
  `SELECT s.total, page.* FROM (SELECT count(*)::int AS total FROM "MarketingCampaign" c WHERE ${MATCHING}) s
    LEFT JOIN LATERAL (
     SELECT p.*, ${countColumns('p.id')} FROM (
       SELECT ${campaignColumns('c')} FROM "MarketingCampaign" c
         WHERE ${MATCHING} AND ($5::timestamptz IS NULL OR (c."createdAt", c.id) < ($5::timestamptz, $6::text))
       ORDER BY c."createdAt" DESC, c.id DESC LIMIT $4) p) page ON true ORDER BY page."createdAt" DESC, page.id DESC`,
);

export interface OverviewPage {
  items: CampaignWithCounts[];
  total: number;
  nextCursor: string | null;
  hasMore: boolean;
}

/** @throws AppError VALIDATION for a cursor of another list */
export async function overview(db: WorkspaceDb, { limit, cursor, q, status }: OverviewInput): Promise<OverviewPage> {
  const position = cursor === undefined ? undefined : decodeCursor(cursor, 'instant');
  const rows = await db.rows(findPage, status ?? null, q ?? '', limit + 1, position?.key ?? null, position?.id ?? null);
  const page = cutPage(joinedRows(rows), limit, (row) => row.createdAt);
  return {
    items: page.rows.map(presentWithCounts),
    total: rows[0]?.total ?? 0,
    nextCursor: page.nextCursor,
    hasMore: page.hasMore,
  };
}
