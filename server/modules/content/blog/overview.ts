/** The dashboard's list of posts: last changed first, without bodies, with the total for the same filter. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { cutPage, decodeCursor, joinedRows } from '@/server/platform/db/cursor';
import { postColumns, present, type BlogPostRow } from '@/server/modules/content/blog/rows';
import type { OverviewInput, PostState, PostSummary } from '@/server/modules/content/blog/schema';

type SummaryRow = Omit<Pick<BlogPostRow, keyof PostSummary>, 'id'> & { id: string | null; total: number };
type Filter = [now: Date, q: string, limit: number, beforeAt: string | null, beforeId: string | null];

/** At the moment $2. */
const STATES: Record<PostState | 'all', string> = {
  all: '',
  draft: ` AND p.status = 'draft'`,
  scheduled: ` AND p.status = 'published' AND p."publishedAt" > $2::timestamptz`,
  published: ` AND p.status = 'published' AND (p."publishedAt" IS NULL OR p."publishedAt" <= $2::timestamptz)`,
};

function overviewStatement(state: keyof typeof STATES) {
  // $2 is named in every one of them, for PostgreSQL wants to know its type.
  const filter = `p."accountId" = $1 AND $2::timestamptz IS NOT NULL${STATES[state]}
    AND ($3::text = '' OR strpos(lower(concat_ws(E'\\n', p.title, p.slug, p."authorName",
    array_to_string(p.tags, E'\\n'))), lower($3::text)) > 0)`;
  return workspaceStatement<SummaryRow, Filter>(
    `blog.overview.${state}`,
    `SELECT s.total, page.* FROM (SELECT count(*)::int AS total FROM "BlogPost" p WHERE ${filter}) s LEFT JOIN LATERAL (
       SELECT ${postColumns('summary')} FROM "BlogPost" p
         WHERE ${filter} AND ($5::timestamptz IS NULL OR (p."updatedAt", p.id) < ($5::timestamptz, $6::text))
       ORDER BY p."updatedAt" DESC, p.id DESC LIMIT $4::int) page ON true`,
  );
}

const STATEMENTS = {
  all: overviewStatement('all'),
  draft: overviewStatement('draft'),
  scheduled: overviewStatement('scheduled'),
  published: overviewStatement('published'),
};

export interface Overview {
  items: PostSummary[];
  total: number;
  nextCursor: string | null;
  hasMore: boolean;
}

/** @throws AppError VALIDATION for a cursor of another list */
export async function overview(db: WorkspaceDb, { limit, cursor, status, q = '' }: OverviewInput): Promise<Overview> {
  const before = cursor === undefined ? null : decodeCursor(cursor, 'instant');
  const rows = await db.rows(
    STATEMENTS[status ?? 'all'],
    db.now,
    q,
    limit + 1,
    before?.key ?? null,
    before?.id ?? null,
  );
  const { rows: items, ...page } = cutPage(joinedRows(rows), limit, (row) => row.updatedAt);
  return { items: items.map(present), total: rows[0]?.total ?? 0, ...page };
}
