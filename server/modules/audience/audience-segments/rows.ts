/** Rows of the segment table in the form of our answers, and the system segments in the same form. */
import { castStored } from '@/server/platform/db/stored';
import type { AudienceSegment as SegmentRow } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { Segment } from '@/server/modules/audience/audience-segments/schema';
import { systemSegments } from '@/server/modules/audience/audience-segments/system-segments';

export type { SegmentRow };

/** Without a row of its own the segment's columns are null. */
type JoinedRow = { workspaceCreatedAt: Date } & ({ id: null } | SegmentRow);

/** Every column of a segment, whose table is called s in the statement. */
export const segmentColumns = columnsOf('AudienceSegment', 's');

// The workspace comes along also where there is no row: system segments are as old as it is.
const findSegment = workspaceStatement<JoinedRow, [id: string]>(
  'audience-segments.find',
  `SELECT a."createdAt" AS "workspaceCreatedAt", ${segmentColumns} FROM "Account" a
   LEFT JOIN "AudienceSegment" s ON s."accountId" = $1 AND s.id = $2 WHERE a.id = $1`,
);

const listSegments = workspaceStatement<JoinedRow, [status: string | null]>(
  'audience-segments.list',
  `SELECT a."createdAt" AS "workspaceCreatedAt", ${segmentColumns} FROM "Account" a
   LEFT JOIN "AudienceSegment" s ON s."accountId" = $1 AND ($2::text IS NULL OR s.status = $2)
   WHERE a.id = $1 ORDER BY s."createdAt" DESC, s.id DESC`,
);

/** A segment's row for the wire. */
export const presentSegment = (row: SegmentRow): Segment => castStored(row);

/** The system segments; `rows` hold the last counts, for segments that have been counted. */
function presentSystem(accountId: string, createdAt: Date, rows: readonly SegmentRow[]): Segment[] {
  const counted = new Map(rows.map((row) => [row.id, row]));
  return systemSegments(accountId).map((segment) => {
    const { lastCount = null, lastCountedAt = null } = counted.get(segment.id) ?? {};
    return {
      ...segment,
      accountId,
      kind: 'system',
      status: 'active',
      lastCount,
      lastCountedAt,
      createdAt,
      updatedAt: createdAt,
    };
  });
}

const isRow = (row: JoinedRow): row is { workspaceCreatedAt: Date } & SegmentRow => row.id !== null;

/** @throws AppError NOT_FOUND */
export async function get(db: WorkspaceDb, id: string): Promise<Segment> {
  const [joined] = await db.rows(findSegment, id);
  const { workspaceCreatedAt, ...row } = orNotFound(joined);
  if (row.id !== null && row.kind === 'custom') return presentSegment(row);
  return orNotFound(
    presentSystem(db.accountId, workspaceCreatedAt, row.id === null ? [] : [row]).find((segment) => segment.id === id),
  );
}

/** Returns the system segments, which are never archived, then the others, newest first. */
export async function list(db: WorkspaceDb, status: Segment['status'] | undefined): Promise<Segment[]> {
  const joined = await db.rows(listSegments, status ?? null);
  const rows = joined.filter(isRow).map(({ workspaceCreatedAt: _workspaceCreatedAt, ...row }) => row);
  const system =
    status === 'archived' ? [] : presentSystem(db.accountId, orNotFound(joined[0]).workspaceCreatedAt, rows);
  return [...system, ...rows.filter(({ kind }) => kind === 'custom').map(presentSegment)];
}
