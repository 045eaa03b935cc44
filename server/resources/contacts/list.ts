/** Contacts found (2 §4.1): keyset pages, with or without a filter, at a million contacts too. */
import { composedStatement, workspaceStatement, type WorkspaceStatement } from '@/server/db/statement';
import type { WorkspaceDb } from '@/server/db/workspace';
import { cutPage, decodeCursor } from '@/server/lib/cursor';
import { contactColumns, presentContact, type ContactRow } from '@/server/resources/contacts/rows';
import type { Contact, CountInput, ListInput } from '@/server/resources/contacts/schema';

type ListRow = ContactRow & { at: Date };

/** Word by word what Contact_search_idx is made over. */
const SEARCHED = String.raw`lower(coalesce(c."email", '') || E'\n' || coalesce(c."firstName", '') || E'\n' || coalesce(c."lastName", '') || E'\n' || coalesce(c."phone", ''))`;
const TRIPLED = (text: string): string => String.raw`regexp_replace(${text}, '(.)', '\1\1\1', 'g')`;
const CONTAINS = (folded: string): string =>
  String.raw`LIKE '%' || regexp_replace(${folded}, '([\\%_])', '\\\1', 'g') || '%'`;

/** Below three characters there is no trigram: the index has the text once more for them. */
function searches(q: string, parameter: string): string[] {
  const folded = `lower(${parameter}::text)`;
  const found =
    Array.from(q).length < 3 ? `${TRIPLED(SEARCHED)} ${CONTAINS(TRIPLED(folded))}` : `${SEARCHED} ${CONTAINS(folded)}`;
  // The fields stand one below the other in the index; a line break of the caller's must not reach from one into the next.
  return q.includes('\n')
    ? [
        found,
        `(${['email', 'firstName', 'lastName', 'phone'].map((column) => `lower(c."${column}") ${CONTAINS(folded)}`).join(' OR ')})`,
      ]
    : [found];
}

interface Filter {
  from: string;
  where: string[];
  /** What the pages are ordered by: a list shows its members as they were added. */
  key: string;
  /** From $2 on. */
  parameters: unknown[];
}

function filterOf({ q, listId, subscription, source }: CountInput): Filter {
  const filter: Filter = { from: '"Contact" c', where: ['c."accountId" = $1'], key: 'c."createdAt"', parameters: [] };
  const parameter = (value: unknown): string => `$${filter.parameters.push(value) + 1}`;
  if (listId !== undefined) {
    filter.from += ' JOIN "ContactListMember" m ON m."accountId" = $1 AND m."contactId" = c.id';
    filter.where.push(`m."listId" = ${parameter(listId)}::text`);
    filter.key = 'm."addedAt"';
  }
  if (subscription !== undefined) {
    const [family = '', state = ''] = subscription.split('.');
    const value = `c.subscriptions->>'${family}'`;
    // The first condition is that of the partial index over those who cannot be sent to.
    if (state === 'subscribed') filter.where.push(`coalesce(${value}, '') NOT IN ('unsubscribed', 'pending')`);
    else filter.where.push(`${value} IN ('unsubscribed', 'pending')`, `${value} = ${parameter(state)}::text`);
  }
  if (source !== undefined) filter.where.push(`c.source = ${parameter(source)}::text`);
  if (q !== undefined && q !== '') filter.where.push(...searches(q, parameter(q)));
  return filter;
}

function pageText({ from, where, key, parameters }: Filter, sort: ListInput['sort'], hasCursor: boolean): string {
  const direction = sort === 'newest' ? 'DESC' : 'ASC';
  const next = parameters.length + 2;
  const id = key.startsWith('m.') ? 'm."contactId"' : 'c.id';
  const after = hasCursor
    ? ` AND (${key}, ${id}) ${sort === 'newest' ? '<' : '>'} ($${next + 1}::timestamptz, $${next + 2}::text)`
    : '';
  return `SELECT ${contactColumns('c')}, ${key} AS at FROM ${from} WHERE ${where.join(' AND ')}${after} ORDER BY ${key} ${direction}, ${id} ${direction} LIMIT $${next}`;
}

/** The page without a filter is asked for most and planned one way only, so it is prepared. */
const UNFILTERED = new Map(
  (['newest', 'oldest'] as const).flatMap((sort) =>
    [false, true].map(
      (hasCursor) =>
        [
          `${sort}${hasCursor}`,
          workspaceStatement<ListRow, unknown[]>(
            `contacts.list.${sort}${hasCursor ? '.cursor' : ''}`,
            pageText(filterOf({}), sort, hasCursor),
          ),
        ] as const,
    ),
  ),
);

/** With a filter the best plan depends on how rare the words are, so it is made for each call. */
function statementFor(
  filter: Filter,
  sort: ListInput['sort'],
  hasCursor: boolean,
): WorkspaceStatement<ListRow, unknown[]> {
  const prepared = filter.where.length === 1 ? UNFILTERED.get(`${sort}${hasCursor}`) : undefined;
  return prepared ?? composedStatement<ListRow>(pageText(filter, sort, hasCursor));
}

/** @throws AppError VALIDATION for a cursor that is not one of this list. */
export async function list(
  db: WorkspaceDb,
  input: ListInput,
): Promise<{ data: Contact[]; cursor: string | null; hasMore: boolean }> {
  const filter = filterOf(input);
  const position = input.cursor === undefined ? undefined : decodeCursor(input.cursor, 'instant');
  const rows = await db.rows(
    statementFor(filter, input.sort, position !== undefined),
    ...filter.parameters,
    input.limit + 1,
    ...(position === undefined ? [] : [position.key, position.id]),
  );
  const page = cutPage(rows, input.limit, (row) => row.at);
  return { data: page.rows.map(presentContact), cursor: page.nextCursor, hasMore: page.hasMore };
}

const COUNTED = 10_000;

/** Contacts are never deleted, so those that were made in each month are all. */
const countAll = workspaceStatement<{ total: number }>(
  'contacts.count-all',
  `SELECT coalesce(sum(t.created - t.erased), 0)::int AS total FROM "ContactTally" t WHERE t."accountId" = $1`,
);

/** How many the filter lets through: all of them without one, else exact up to 10,000. */
export async function count(db: WorkspaceDb, input: CountInput): Promise<{ total: number; isMore: boolean }> {
  const filter = filterOf(input);
  if (filter.where.length === 1) return { total: (await db.rows(countAll))[0]?.total ?? 0, isMore: false };
  const statement = composedStatement<{ total: number }>(
    `SELECT count(*)::int AS total FROM (SELECT 1 FROM ${filter.from} WHERE ${filter.where.join(' AND ')} LIMIT ${COUNTED + 1}) found`,
  );
  const total = (await db.rows(statement, ...filter.parameters))[0]?.total ?? 0;
  return { total: Math.min(total, COUNTED), isMore: total > COUNTED };
}

/** Hops from one source to the next over the index, however many contacts have it. */
const findSources = workspaceStatement<{ source: string }>(
  'contacts.sources',
  `WITH RECURSIVE hop AS (
     (SELECT c.source FROM "Contact" c WHERE c."accountId" = $1 AND c.source IS NOT NULL ORDER BY c.source LIMIT 1)
     UNION ALL
     SELECT (SELECT c.source FROM "Contact" c WHERE c."accountId" = $1 AND c.source > hop.source ORDER BY c.source LIMIT 1) FROM hop WHERE hop.source IS NOT NULL)
   SELECT source FROM hop WHERE source IS NOT NULL LIMIT 100`,
);

/** The first 100 sources that contacts have. */
export async function sources(db: WorkspaceDb): Promise<{ sources: string[] }> {
  return { sources: (await db.rows(findSources)).map(({ source }) => source) };
}
