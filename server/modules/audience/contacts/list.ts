/**
 * Finds contacts (docs/contract/contacts.md#listing): keyset pages, with or without a filter, fast even with a million
 * contacts.
 */
import {
  composedStatement,
  FEW,
  THIS_WORKSPACE,
  unforeseen,
  workspaceStatement,
  type WorkspaceStatement,
} from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { cutPage, decodeCursor, type CursorPosition } from '@/server/platform/db/cursor';
import { contactColumns, presentContact, type ContactRow } from '@/server/modules/audience/contacts/rows';
import type { Contact, CountInput, ExportFileInput, ListInput } from '@/server/modules/audience/contacts/schema';

export type ListRow = ContactRow & { at: Date };

/** The searched text of a contact. Must be the same text as the expression of the index Contact_search_idx. */
export const SEARCHED = String.raw`lower(coalesce(c."email", '') || E'\n' || coalesce(c."firstName", '') || E'\n' || coalesce(c."lastName", '') || E'\n' || coalesce(c."phone", ''))`;
const TRIPLED = (text: string): string => String.raw`regexp_replace(${text}, '(.)', '\1\1\1', 'g')`;
const ESCAPED = (folded: string): string => String.raw`regexp_replace(${folded}, '([\\%_])', '\\\1', 'g')`;
const CONTAINS = (folded: string): string => `LIKE '%' || ${ESCAPED(folded)} || '%'`;

/**
 * SQL: the contact `c` has a field that begins with a text. The index knows the beginnings of words, so two characters
 * are enough.
 * @param folded the text in lower case
 */
export const beginsWith = (folded: string): string =>
  `(${SEARCHED} LIKE ${ESCAPED(folded)} || '%' OR ${SEARCHED} LIKE E'%\\n' || ${ESCAPED(folded)} || '%')`;

/**
 * SQL conditions: the contact `c` contains a text. A text below three characters has no trigram, so the index holds a
 * second form of the fields for it.
 * @param parameter the placeholder of the text
 */
export function searches(q: string, parameter: string): string[] {
  const folded = `lower(${parameter}::text)`;
  const found =
    Array.from(q).length < 3 ? `${TRIPLED(SEARCHED)} ${CONTAINS(TRIPLED(folded))}` : `${SEARCHED} ${CONTAINS(folded)}`;
  // The fields stand one below the other in the index; a line break of the caller's must not reach from one into the
  // next.
  return q.includes('\n')
    ? [
        found,
        `(${['email', 'firstName', 'lastName', 'phone'].map((column) => `lower(c."${column}") ${CONTAINS(folded)}`).join(' OR ')})`,
      ]
    : [found];
}

interface Filter {
  /** Conditions on a contact `c` besides its workspace. */
  where: string[];
  /** True when the filter has a search text. */
  isSearch: boolean;
  /** The list whose members are shown, in the order in which they were added. */
  list: string | undefined;
  /** From $2 on. */
  parameters: unknown[];
}

function filterOf({ q, listId, subscription, source }: CountInput): Filter {
  const filter: Filter = { where: [], isSearch: false, list: undefined, parameters: [] };
  const parameter = (value: unknown): string => `$${filter.parameters.push(value) + 1}`;
  if (listId !== undefined) filter.list = unforeseen(`${parameter(listId)}::text`);
  if (subscription !== undefined) {
    const [family = '', state = ''] = subscription.split('.');
    const value = `c.subscriptions->>'${family}'`;
    if (state === 'subscribed') filter.where.push(`coalesce(${value}, '') NOT IN ('unsubscribed', 'pending')`);
    // A word of the text, from which PostgreSQL knows that the partial index of those who cannot be sent to has them.
    // With that index's condition beside a parameter it expected so few that it read and sorted all, to show a page of
    // them.
    else filter.where.push(`${value} = ${state === 'pending' ? "'pending'" : "'unsubscribed'"}`);
  }
  if (source !== undefined) filter.where.push(`c.source = ${parameter(source)}::text`);
  if (q !== undefined && q !== '') {
    filter.isSearch = true;
    filter.where.push(...searches(q, parameter(q)));
  }
  return filter;
}

const isFiltered = ({ where, list }: Filter): boolean => where.length > 0 || list !== undefined;

/** The result of a filter: queries of contacts with `at`, by which pages are ordered, and the CTE that they share. */
interface Found {
  shared: string;
  queries: { text: string; at: string; id: string }[];
}

function foundBy({ where, list }: Filter): Found {
  const fits = where.map((condition) => ` AND ${condition}`).join('');
  if (list === undefined)
    return {
      shared: '',
      queries: [
        {
          text: `SELECT c.*, c."createdAt" AS at FROM "Contact" c WHERE c."accountId" = $1${fits}`,
          at: 'c."createdAt"',
          id: 'c.id',
        },
      ],
    };
  const members = `m."accountId" = ${THIS_WORKSPACE} AND m."listId" = ${list}`;
  const contact = (id: string, more: string): string =>
    `(SELECT * FROM "Contact" c WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = ${id}${more} OFFSET 0) c`;
  const walked = {
    text: `SELECT c.*, m."addedAt" AS at FROM "ContactListMember" m CROSS JOIN LATERAL ${contact('m."contactId"', fits)}
      WHERE ${members}`,
    at: 'm."addedAt"',
    id: 'm."contactId"',
  };
  if (where.length === 0) return { shared: '', queries: [walked] };
  // Of a few that fit it is asked whether they are members; where many fit, a page of members is soon found.
  const size = '(SELECT count(*) FROM hit)';
  const lookedUp = {
    text: `SELECT c.*, m."addedAt" AS at FROM hit
      CROSS JOIN LATERAL (SELECT m."addedAt" FROM "ContactListMember" m
      WHERE ${members} AND m."contactId" = hit.id OFFSET 0) m
      CROSS JOIN LATERAL ${contact('hit.id', '')} WHERE ${size} <= ${FEW}`,
    at: 'm."addedAt"',
    id: 'hit.id',
  };
  return {
    shared: `WITH hit AS MATERIALIZED (SELECT c.id FROM "Contact" c WHERE c."accountId" = $1${fits} LIMIT ${FEW + 1})`,
    queries: [lookedUp, { ...walked, text: `${walked.text} AND ${size} > ${FEW}` }],
  };
}

function pageText(filter: Filter, sort: ListInput['sort'], hasCursor: boolean): string {
  const direction = sort === 'newest' ? 'DESC' : 'ASC';
  const next = filter.parameters.length + 2;
  const { shared, queries } = foundBy(filter);
  const pages = queries.map(({ text, at, id }) => {
    const after = ` AND (${at}, ${id}) ${sort === 'newest' ? '<' : '>'} ($${next + 1}::timestamptz, $${next + 2}::text)`;
    return `(${text}${hasCursor ? after : ''} ORDER BY ${at} ${direction}, ${id} ${direction} LIMIT $${next})`;
  });
  return `${shared} SELECT ${contactColumns('c')}, c.at FROM (${pages.join(' UNION ALL ')}) c
    ORDER BY c.at ${direction}, c.id ${direction} LIMIT $${next}`;
}

/** The page without a filter is the most frequent query and has only one plan, so its statement is prepared. */
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

/**
 * Returns the statement of a page. With a filter the best plan depends on how rare the words are, so the statement is
 * planned for each call.
 */
function statementFor(
  filter: Filter,
  sort: ListInput['sort'],
  hasCursor: boolean,
): WorkspaceStatement<ListRow, unknown[]> {
  const prepared = isFiltered(filter) ? undefined : UNFILTERED.get(`${sort}${hasCursor}`);
  return prepared ?? composedStatement<ListRow>(pageText(filter, sort, hasCursor));
}

/** Returns the contacts of a filter in their order, after a position. */
export async function readContacts(
  db: WorkspaceDb,
  filter: ExportFileInput,
  position: CursorPosition<string> | undefined,
  limit: number,
): Promise<ListRow[]> {
  const found = filterOf(filter);
  const parameters = [...found.parameters, limit, ...(position === undefined ? [] : [position.key, position.id])];
  if (!found.isSearch || found.list !== undefined || limit > SLICES[0])
    return await db.rows(statementFor(found, filter.sort, position !== undefined), ...parameters);
  let looked: { among: number; rows: number } = { among: SLICES[0], rows: limit };
  for (const slice of SLICES) {
    // As many to a contact as in the slice before would fill the page.
    if (looked.rows * slice < limit * looked.among) break;
    const text = searchText(found, filter.sort, { hasCursor: position !== undefined, slice });
    const rows = await db.rows(composedStatement<ListRow>(text), ...parameters);
    if (rows.length === limit) return rows;
    looked = { among: slice, rows: rows.length };
  }
  const text = searchText(found, filter.sort, { hasCursor: position !== undefined });
  return await db.rows(composedStatement<ListRow>(text), ...parameters);
}

/**
 * The numbers of next contacts in which a page of a search is searched before all contacts are; the larger number when
 * it probably contains the page.
 */
const SLICES = [2_000, 20_000] as const;

/**
 * A page of a search, among the next contacts of the order, or among all by the text index. PostgreSQL assumes that a
 * text is spread evenly. For a frequent text that nobody near the beginning has, PostgreSQL would read millions of
 * contacts in order.
 */
function searchText(
  { where, parameters }: Filter,
  sort: ListInput['sort'],
  { hasCursor, slice }: { hasCursor: boolean; slice?: number },
): string {
  const direction = sort === 'newest' ? 'DESC' : 'ASC';
  const order = `ORDER BY c."createdAt" ${direction}, c.id ${direction}`;
  const next = parameters.length + 2;
  const ours = `"Contact" c WHERE c."accountId" = $1${hasCursor ? ` AND (c."createdAt", c.id) ${sort === 'newest' ? '<' : '>'} ($${next + 1}::timestamptz, $${next + 2}::text)` : ''}`;
  if (slice !== undefined)
    return `SELECT ${contactColumns('c')}, c."createdAt" AS at FROM (SELECT c.* FROM ${ours} ${order} LIMIT ${slice}) c
      WHERE ${where.join(' AND ')} ${order} LIMIT $${next}`;
  return `WITH hit AS MATERIALIZED (SELECT c.id, c."createdAt" FROM ${ours} AND ${where.join(' AND ')}),
    page AS MATERIALIZED (SELECT c.id, c."createdAt" FROM hit c ${order} LIMIT $${next})
    SELECT ${contactColumns('c')}, c."createdAt" AS at FROM page
      CROSS JOIN LATERAL (SELECT * FROM "Contact" c
      WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = page.id OFFSET 0) c ${order}`;
}

/** @throws AppError VALIDATION for a cursor of another list */
export async function list(
  db: WorkspaceDb,
  input: ListInput,
): Promise<{ data: Contact[]; cursor: string | null; hasMore: boolean }> {
  const position = input.cursor === undefined ? undefined : decodeCursor(input.cursor, 'instant');
  const rows = await readContacts(db, input, position, input.limit + 1);
  const page = cutPage(rows, input.limit, (row) => row.at);
  return { data: page.rows.map(presentContact), cursor: page.nextCursor, hasMore: page.hasMore };
}

const COUNTED = 10_000;

/** The total of all contacts: those created in each month, minus those erased. */
const countAll = workspaceStatement<{ total: number }>(
  'contacts.count-all',
  `SELECT coalesce(sum(t.created - t.erased), 0)::int AS total FROM "ContactTally" t WHERE t."accountId" = $1`,
);

/** Counts the contacts of a filter: exact without a filter, else exact up to 10,000. */
export async function count(db: WorkspaceDb, input: CountInput): Promise<{ total: number; isMore: boolean }> {
  const filter = filterOf(input);
  if (!isFiltered(filter)) return { total: (await db.rows(countAll))[0]?.total ?? 0, isMore: false };
  const { shared, queries } = foundBy(filter);
  const all = queries.map(({ text }) => `(${text})`).join(' UNION ALL ');
  const statement = composedStatement<{ total: number }>(
    `${shared} SELECT count(*)::int AS total FROM (SELECT FROM (${all}) c LIMIT ${COUNTED + 1}) found`,
  );
  const total = (await db.rows(statement, ...filter.parameters))[0]?.total ?? 0;
  return { total: Math.min(total, COUNTED), isMore: total > COUNTED };
}

/** Jumps from one source to the next in the index, however many contacts each has. */
const findSources = workspaceStatement<{ source: string }>(
  'contacts.sources',
  `WITH RECURSIVE hop AS (
     (SELECT c.source FROM "Contact" c WHERE c."accountId" = $1 AND c.source IS NOT NULL ORDER BY c.source LIMIT 1)
     UNION ALL
     SELECT (SELECT c.source FROM "Contact" c WHERE c."accountId" = $1 AND c.source > hop.source ORDER BY c.source
       LIMIT 1) FROM hop WHERE hop.source IS NOT NULL)
   SELECT source FROM hop WHERE source IS NOT NULL LIMIT 100`,
);

/** Returns the first 100 sources of the workspace's contacts. */
export async function sources(db: WorkspaceDb): Promise<{ sources: string[] }> {
  return { sources: (await db.rows(findSources)).map(({ source }) => source) };
}
