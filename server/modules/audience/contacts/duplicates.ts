/**
 * Contacts that may be one person (docs/contract/contacts.md#duplicates). Each kind of shared value is searched along
 * its index, one kind after the other, with a limited number of entries in each request: without duplicates a search
 * would read millions of entries.
 */
import { THIS_WORKSPACE, unforeseen, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { invalid } from '@/server/platform/errors';
import { isStorable } from '@/server/platform/lib/text';
import { gmailBox, isGmail } from '@/server/modules/audience/contacts/gmail';
import { contactColumns, presentContact, type ContactRow } from '@/server/modules/audience/contacts/rows';
import { MOST_MERGED, SHARED, type Shared } from '@/server/modules/audience/contacts/vocabulary';
import type { DuplicateGroup } from '@/server/modules/audience/contacts/merge-schema';

/** SQL of what contacts share, and of which of them may. */
const SHARES: Record<Shared, { value: (contact: string) => string; among: (contact: string) => string }> = {
  phone: { value: (c) => `${c}."phoneE164"`, among: () => 'true' },
  email: { value: (c) => `${c}.email`, among: (c) => `NOT ${isGmail(c)}` },
  gmail: { value: gmailBox, among: isGmail },
  externalRef: { value: (c) => `${c}."externalRef"`, among: () => 'true' },
};

interface Value {
  value: string;
  total: number;
}

/** The most index entries that one request reads: about 0.4 s. */
const STRETCH = 1_000_000;

const ofEach = <Statement>(made: (shared: Shared) => Statement): Record<Shared, Statement> =>
  Object.fromEntries(SHARED.map((shared) => [shared, made(shared)])) as Record<Shared, Statement>;

/** SQL of the contacts that have such a value after `$2`. */
const walked = (shared: Shared): string => {
  const { value, among } = SHARES[shared];
  return `"Contact" c WHERE c."accountId" = $1 AND ${value('c')} > ${unforeseen('$2::text')} AND ${among('c')}`;
};

/**
 * Finds the end of a stretch that begins after a value: the value of its last entry; none when all that is left is
 * shorter.
 */
const ends = ofEach((shared) =>
  workspaceStatement<{ value: string }, [after: string, stretch: number]>(
    `contacts.duplicates.${shared}.end`,
    `SELECT ${SHARES[shared].value('c')} AS value FROM ${walked(shared)} ORDER BY 1 OFFSET $3::int - 1 LIMIT 1`,
    { isLong: true },
  ),
);

/** Values that several have, up to the end of the stretch. */
const values = ofEach((shared) =>
  workspaceStatement<Value, [after: string, limit: number, end: string]>(
    `contacts.duplicates.${shared}`,
    `SELECT ${SHARES[shared].value('c')} AS value, count(*)::int AS total
      FROM ${walked(shared)} AND ${SHARES[shared].value('c')} <= ${unforeseen('$4::text')}
     GROUP BY 1 HAVING count(*) > 1 ORDER BY 1 LIMIT $3::int`,
    { isLong: true },
  ),
);

/** The same to the end of all. */
const lastValues = ofEach((shared) =>
  workspaceStatement<Value, [after: string, limit: number]>(
    `contacts.duplicates.${shared}.last`,
    `SELECT ${SHARES[shared].value('c')} AS value, count(*)::int AS total FROM ${walked(shared)} GROUP BY 1
      HAVING count(*) > 1 ORDER BY 1 LIMIT $3::int`,
    { isLong: true },
  ),
);

/** The contacts of a group, the oldest first: it probably has the most data. */
const people = ofEach((shared) => {
  const { value, among } = SHARES[shared];
  return workspaceStatement<ContactRow & { shared: string }, [values: string[]]>(
    `contacts.duplicates.${shared}.contacts`,
    `SELECT v.value AS shared, ${contactColumns('c')} FROM unnest($2::text[]) v(value)
     CROSS JOIN LATERAL (SELECT * FROM "Contact" k
       WHERE k."accountId" = ${THIS_WORKSPACE} AND ${value('k')} = v.value AND ${among('k')}
       ORDER BY k."createdAt", k.id LIMIT ${MOST_MERGED + 1}) c
     ORDER BY v.value, c."createdAt", c.id`,
  );
});

interface Place {
  shared: Shared;
  after: string;
}

const encode = ({ shared, after }: Place): string => Buffer.from(JSON.stringify([shared, after])).toString('base64url');

/** @throws AppError VALIDATION for a cursor that is not ours */
function decode(cursor: string | undefined): Place {
  if (cursor === undefined) return { shared: SHARED[0], after: '' };
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(parsed) && parsed.length === 2) {
      const shared = SHARED.find((known) => known === parsed[0]);
      const after: unknown = parsed[1];
      if (shared !== undefined && typeof after === 'string' && after.length <= 500 && isStorable(after))
        return { shared, after };
    }
  } catch {
    // Falls through: it is none of ours.
  }
  throw invalid('cursor', 'must be a cursor of this list');
}

export interface DuplicatesPage {
  data: DuplicateGroup[];
  cursor: string | null;
  hasMore: boolean;
}

/**
 * Lists contacts that share a phone number, then an e-mail, then the shop's id. A page may have fewer groups than
 * `limit`, or none, when its stretch of the index ended; `hasMore` tells whether more follow.
 * @throws AppError VALIDATION for a cursor of another list
 */
export async function duplicates(
  db: WorkspaceDb,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  stretch = STRETCH,
): Promise<DuplicatesPage> {
  const start = decode(cursor);
  const data: DuplicateGroup[] = [];
  for (const shared of SHARED.slice(SHARED.indexOf(start.shared))) {
    const after = shared === start.shared ? start.after : '';
    const most = limit - data.length + 1;
    const [end] = await db.rows(ends[shared], after, stretch);
    const found =
      end === undefined
        ? await db.rows(lastValues[shared], after, most)
        : await db.rows(values[shared], after, most, end.value);
    const shown = found.slice(0, limit - data.length);
    data.push(...(await groupsOf(db, shared, shown)));
    // There is one more of this kind; what comes of the next kinds is found when it is asked for.
    if (found.length > shown.length)
      return { data, cursor: encode({ shared, after: shown.at(-1)?.value ?? after }), hasMore: true };
    if (end !== undefined) return { data, cursor: encode({ shared, after: end.value }), hasMore: true };
  }
  return { data, cursor: null, hasMore: false };
}

async function groupsOf(db: WorkspaceDb, shared: Shared, found: readonly Value[]): Promise<DuplicateGroup[]> {
  if (found.length === 0) return [];
  const rows = await db.rows(
    people[shared],
    found.map(({ value }) => value),
  );
  return found.map(({ value, total }) => ({
    by: shared === 'gmail' ? 'email' : shared,
    value: shared === 'gmail' ? `${value}@gmail.com` : value,
    total,
    contacts: rows.filter((row) => row.shared === value).map(({ shared: _, ...row }) => presentContact(row)),
  }));
}
