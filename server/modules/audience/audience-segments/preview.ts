/**
 * The contacts that a definition finds (docs/contract/audience-segments.md#reading): counts while a merchant edits a
 * definition, and pages and counts of a saved segment.
 */
import { composedStatement, Parameters, THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { cutPage, decodeCursor, type CursorPosition } from '@/server/platform/db/cursor';
import { compile, segmentMembers } from '@/server/modules/audience/audience-segments/compile';
import { get } from '@/server/modules/audience/audience-segments/rows';
import type {
  ContactPage,
  ContactsInput,
  Definition,
  Preview,
} from '@/server/modules/audience/audience-segments/schema';
import { readOwnDefinition } from '@/server/modules/audience/audience-segments/service';
import { contactColumns, presentContact, type ContactRow } from '@/server/modules/audience/contacts/rows';

const SAMPLE = 10;

/**
 * Counts all members and the matches of each condition, in one statement, and returns the newest members. Stores
 * nothing. @throws AppError INVALID_DEFINITION
 */
export async function preview(db: WorkspaceDb, raw: unknown): Promise<Preview> {
  const definition = await readOwnDefinition(db, raw);
  const parameters = new Parameters();
  const { from, where, conditions } = compile(definition, db.now, parameters);
  const counts = [where, ...conditions.map(({ predicate }) => predicate)].map(
    (predicate) => `count(*) FILTER (WHERE ${predicate})::int`,
  );
  const statement = composedStatement<{ counts: number[] }>(
    `SELECT ARRAY[${counts.join(', ')}] AS counts FROM ${from} WHERE c."accountId" = $1`,
    { joinsSets: true, isLong: true },
  );
  const [row] = await db.rows(statement, ...parameters.values);
  const [count = 0, ...each] = row?.counts ?? [];
  const sample = count === 0 ? [] : await newest(db, definition, SAMPLE);
  return {
    count,
    sample: sample.map(presentContact),
    conditions: conditions.map(({ path }, index) => ({ path, count: each[index] ?? 0 })),
  };
}

/** Returns the members, newest first. @throws AppError NOT_FOUND, VALIDATION for a cursor of another list */
export async function contacts(db: WorkspaceDb, { id, limit, cursor }: ContactsInput): Promise<ContactPage> {
  const { definition } = await get(db, id);
  const after = cursor === undefined ? undefined : decodeCursor(cursor, 'instant');
  const { rows, nextCursor, hasMore } = cutPage(
    await newest(db, definition, limit + 1, after),
    limit,
    (row) => row.createdAt,
  );
  return { data: rows.map(presentContact), cursor: nextCursor, hasMore };
}

/**
 * The numbers of newest contacts in which a page is searched before all contacts are; the larger number when it
 * probably contains the page.
 */
const SLICES = [2_000, 20_000] as const;

/**
 * Returns the newest members after a position. Most pages are found among the newest contacts, whose events are looked
 * up one by one in a few milliseconds. Only a segment with few members is computed as a whole.
 */
async function newest(
  db: WorkspaceDb,
  definition: Definition,
  limit: number,
  after?: CursorPosition<string>,
): Promise<ContactRow[]> {
  let found: { among: number; rows: number } = { among: SLICES[0], rows: limit };
  for (const slice of SLICES) {
    // As many to a contact as in the slice before would fill the page.
    if (found.rows * slice < limit * found.among) break;
    const rows = await newestAmong(db, definition, limit, { slice, after });
    if (rows.length === limit) return rows;
    found = { among: slice, rows: rows.length };
  }
  const all = new Parameters();
  const hits = segmentMembers(definition, db.now, all, { columns: 'c.id, c."createdAt"', and: isAfter(all, after) });
  return await db.rows(
    composedStatement<ContactRow>(
      `WITH hit AS MATERIALIZED (SELECT c.id, c."createdAt" FROM (${hits}) c ${inOrder(all, limit)})
       SELECT ${contactColumns('c')} FROM hit
         CROSS JOIN LATERAL (SELECT * FROM "Contact" c WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = hit.id OFFSET 0) c
       ORDER BY hit."createdAt" DESC, hit.id DESC`,
      { joinsSets: true, isLong: true },
    ),
    ...all.values,
  );
}

/** Returns the members of the segment among the newest contacts. */
async function newestAmong(
  db: WorkspaceDb,
  definition: Definition,
  limit: number,
  { slice, after }: { slice: number; after: CursorPosition<string> | undefined },
): Promise<ContactRow[]> {
  const parameters = new Parameters();
  const among = `SELECT c.* FROM "Contact" c WHERE ${isAfter(parameters, after)} ORDER BY c."createdAt" DESC, c.id DESC
    LIMIT ${slice}`;
  const { from, where } = compile(definition, db.now, parameters, among);
  return await db.rows(
    composedStatement<ContactRow>(
      `SELECT ${contactColumns('c')} FROM ${from} WHERE ${where} ${inOrder(parameters, limit)}`,
    ),
    ...parameters.values,
  );
}

const isAfter = (parameters: Parameters, after: CursorPosition<string> | undefined): string =>
  `c."accountId" = $1${after === undefined ? '' : ` AND (c."createdAt", c.id) < (${parameters.add(after.key, 'timestamptz')}, ${parameters.add(after.id, 'text')})`}`;

const inOrder = (parameters: Parameters, limit: number): string =>
  `ORDER BY c."createdAt" DESC, c.id DESC LIMIT ${parameters.add(limit, 'int')}`;

/** The first count of a system segment inserts its row. updatedAt only changes when the merchant edits a segment. */
const storeCount = workspaceStatement<
  object,
  [id: string, kind: string, name: string, definition: string, count: number, countedAt: Date, createdAt: Date]
>(
  'audience-segments.store-count',
  `INSERT INTO "AudienceSegment" AS s ("accountId", id, kind, name, definition, "lastCount", "lastCountedAt",
    "createdAt", "updatedAt")
   VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $8)
   ON CONFLICT ("accountId", id) DO UPDATE
     SET "lastCount" = excluded."lastCount", "lastCountedAt" = excluded."lastCountedAt"
   WHERE s."lastCountedAt" IS NULL OR s."lastCountedAt" <= excluded."lastCountedAt"`,
);

/**
 * Counts a segment's members now. Stores the figure, unless only the head of the answer was requested. @throws AppError
 * NOT_FOUND
 */
export async function count(
  db: WorkspaceDb,
  id: string,
  { keep }: { keep: boolean },
): Promise<{ count: number; countedAt: Date }> {
  const segment = await get(db, id);
  const parameters = new Parameters();
  const members = segmentMembers(segment.definition, db.now, parameters);
  const [row] = await db.rows(
    composedStatement<{ count: number }>(`SELECT count(*)::int AS count FROM (${members}) m`, {
      joinsSets: true,
      isLong: true,
    }),
    ...parameters.values,
  );
  const counted = row?.count ?? 0;
  if (keep)
    await db.rows(
      storeCount,
      id,
      segment.kind,
      segment.name,
      JSON.stringify(segment.definition),
      counted,
      db.now,
      segment.createdAt,
    );
  return { count: counted, countedAt: db.now };
}
