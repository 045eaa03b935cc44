/**
 * Verifies that the log is unchanged: every link follows from its entry and the link before, and every entry has its
 * link. Reads in batches, each a statement in which PostgreSQL hashes, so that a long chain needs neither memory nor a
 * long connection. Links and entries cut off at the end are found only by an anchor (anchors.ts).
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, invalid } from '@/server/platform/errors';
import { encoded, GENESIS, hashInSql } from '@/server/modules/account/audit-log/chain';
import { head } from '@/server/modules/account/audit-log/link';
import { MOST_OF_PART, type Verified, type VerifyInput } from '@/server/modules/account/audit-log/schema';

/** Some 20 ms of the database. */
const BATCH = 2_000;
/**
 * An entry that waits longer than this counts as missing in the chain: the worker has stopped, or somebody keeps the
 * entry out.
 */
const MOST_MINUTES_UNLINKED = 10;

interface Part {
  links: number;
  /** The position of the last link, and the hash there. */
  position: bigint;
  hash: Buffer;
  /** Links before the first that does not hold; null when all do. */
  heldBefore: number | null;
  brokenId: string | null;
}

const walkLinks = workspaceStatement<Part, [after: bigint, hash: Buffer, until: bigint, most: number]>(
  'audit-chain.walk-links',
  `WITH part AS MATERIALIZED (
     SELECT l.position, l."entryId", l.hash FROM "AuditLink" l
     WHERE l."accountId" = $1 AND l.position > $2::bigint AND l.position <= $4::bigint ORDER BY l.position LIMIT $5::int
   ), followed AS (
     SELECT p.*, lag(p.position, 1, $2::bigint) OVER place AS "positionBefore",
       lag(p.hash, 1, $3::bytea) OVER place AS "hashBefore",
       row_number() OVER place AS place FROM part p WINDOW place AS (ORDER BY p.position)
   ), tried AS (
     SELECT f.position, f."entryId", f.hash, f.place,
       f.position = f."positionBefore" + 1
         AND coalesce(f.hash = ${hashInSql('f."hashBefore"', 'e.text')}, false) AS holds
     FROM followed f LEFT JOIN LATERAL (
       SELECT ${encoded('e')} AS text FROM "AuditEntry" e
         WHERE e."accountId" = ${THIS_WORKSPACE} AND e.id = f."entryId" OFFSET 0) e ON true
   )
   SELECT count(*)::int AS links, max(t.position) AS position,
     (array_agg(t.hash ORDER BY t.place DESC))[1] AS hash,
     (min(t.place) FILTER (WHERE NOT t.holds) - 1)::int AS "heldBefore",
     (array_agg(t."entryId" ORDER BY t.place) FILTER (WHERE NOT t.holds))[1] AS "brokenId"
   FROM tried t`,
);

interface Stretch {
  entries: number;
  lastAt: string;
  lastId: string;
  strayId: string | null;
}

/**
 * Walks through entries by time, and finds the first without a link that does not wait for one. Entries from before the
 * chain, whose place AuditBackfill stores, are allowed.
 */
const walkEntries = workspaceStatement<Stretch, [afterAt: string, afterId: string, most: number]>(
  'audit-chain.walk-entries',
  `WITH part AS MATERIALIZED (
     SELECT e."createdAt", e.id FROM "AuditEntry" e
     WHERE e."accountId" = $1 AND (e."createdAt", e.id) > ($2::timestamptz, $3::text) ORDER BY e."createdAt", e.id
       LIMIT $4::int
   ), stray AS (
     SELECT p."createdAt", p.id FROM part p CROSS JOIN LATERAL (
       SELECT WHERE NOT EXISTS (SELECT FROM "AuditLink" l
         WHERE l."accountId" = ${THIS_WORKSPACE} AND l."entryId" = p.id AND l.position > 0)
         AND NOT EXISTS (SELECT FROM "AuditPending" w WHERE w."accountId" = ${THIS_WORKSPACE} AND w."entryId" = p.id)
         AND NOT EXISTS (SELECT FROM "AuditBackfill" b
           WHERE b."accountId" = ${THIS_WORKSPACE} AND (b."linkedUntil", b."entryId") < (p."createdAt", p.id))
       OFFSET 0) unlinked
   )
   SELECT count(*)::int AS entries, max(p."createdAt")::text AS "lastAt",
     (array_agg(p.id ORDER BY p."createdAt" DESC, p.id DESC))[1] AS "lastId",
     (SELECT s.id FROM stray s ORDER BY s."createdAt", s.id LIMIT 1) AS "strayId"
   FROM part p`,
);

/** More are not counted; then the entries are looked through. */
const MOST_COUNTED_WAITING = 10_000;

/**
 * Checks whether the number of entries equals links plus waiting entries, at one moment. walkLinks has seen that each
 * link has its own entry (from position 1 on), so no entry is left over. Counting takes a twentieth of the time of a
 * search.
 */
const addsUp = workspaceStatement<{ holds: boolean }, [most: number]>(
  'audit-chain.adds-up',
  `SELECT (SELECT count(*) FROM "AuditEntry" e WHERE e."accountId" = $1)
     = (SELECT count(*) FROM "AuditLink" l WHERE l."accountId" = $1 AND l.position > 0)
     + (SELECT count(*) FROM (SELECT p."entryId" FROM "AuditPending" p WHERE p."accountId" = $1 LIMIT $2::int) w
        CROSS JOIN LATERAL (
          SELECT FROM "AuditEntry" e WHERE e."accountId" = ${THIS_WORKSPACE} AND e.id = w."entryId"
            AND NOT EXISTS (SELECT FROM "AuditLink" l
              WHERE l."accountId" = ${THIS_WORKSPACE} AND l."entryId" = w."entryId") OFFSET 0) e) AS holds`,
);

/** The first entry that waits too long. While entries from before the chain are linked, newer entries have to wait. */
const overdue = workspaceStatement<{ entryId: string }, [minutes: number]>(
  'audit-chain.overdue',
  `SELECT p."entryId" FROM "AuditPending" p
   WHERE p."accountId" = $1 AND p."queuedAt" < clock_timestamp() - make_interval(mins => $2::int)
     AND NOT EXISTS (SELECT FROM "AuditBackfill" b WHERE b."accountId" = $1)
   ORDER BY p.position LIMIT 1`,
);

/** The place that a verification has reached: the last link that held, and the hash there. */
interface Place {
  position: bigint;
  hash: Buffer;
}

const START: Place = { position: 0n, hash: GENESIS };

interface Walked {
  checked: number;
  /** Without an id where links that were there a moment ago are gone. */
  broken: { id: string | null } | null;
  place: Place;
  isAtHead: boolean;
}

/** Follows links from there on: so many, or until the time is up. */
async function walk(db: WorkspaceDb, from: Place, most: number, endsAt: number): Promise<Walked> {
  const [last] = await db.rows(head);
  const until = last?.position ?? 0n;
  const to = from.position + BigInt(most);
  let checked = 0;
  let place = from;
  const walked = (broken: Walked['broken']): Walked => ({ checked, broken, place, isAtHead: place.position >= until });
  // The chain was cut off since the part before, or written anew.
  if (until < from.position || (last?.position === from.position && !last.hash.equals(from.hash)))
    return walked({ id: null });
  while (place.position < until && place.position < to) {
    const [part] = await db.rows(walkLinks, place.position, place.hash, to < until ? to : until, BATCH);
    if (part === undefined || part.links === 0) return walked({ id: null });
    if (part.heldBefore !== null) {
      checked += part.heldBefore;
      return walked({ id: part.brokenId });
    }
    checked += part.links;
    place = { position: part.position, hash: part.hash };
    if (performance.now() > endsAt) break;
  }
  return walked(null);
}

/**
 * Finds an entry that is in no chain, after all links were correct. @throws AppError UNAVAILABLE when the time is up
 */
async function unlinked(db: WorkspaceDb, endsAt: number): Promise<Walked['broken']> {
  const id = (await firstStray(db, endsAt)) ?? (await db.rows(overdue, MOST_MINUTES_UNLINKED))[0]?.entryId;
  return id === undefined ? null : { id };
}

/** Finds an entry that is neither linked nor waiting: it was written without the trigger, or its link was deleted. */
async function firstStray(db: WorkspaceDb, endsAt: number): Promise<string | null> {
  if ((await db.rows(addsUp, MOST_COUNTED_WAITING))[0]?.holds === true) return null;
  let after: [at: string, id: string] = ['-infinity', ''];
  for (;;) {
    const [stretch] = await db.rows(walkEntries, ...after, BATCH);
    if (stretch === undefined) return null;
    if (stretch.strayId !== null || stretch.entries < BATCH) return stretch.strayId;
    if (performance.now() > endsAt)
      throw new AppError('UNAVAILABLE', {
        message:
          'All links hold. Whether an entry is in no chain takes too long to say just now: try again in a moment, or have the operator verify.',
      });
    after = [stretch.lastAt, stretch.lastId];
  }
}

/**
 * Verifies the whole chain or, with `limit`, the part after `cursor`; the last part also looks for entries without a
 * link.
 * @param within the most milliseconds, because a client waits for the answer
 * @returns `checked`: the number of correct entries up to the first fault
 * @throws AppError VALIDATION when the chain is too long for one answer, UNAVAILABLE when the search for entries
 * without a link takes too long
 */
export async function verify(
  db: WorkspaceDb,
  { limit, cursor }: VerifyInput = {},
  within = Infinity,
): Promise<Verified> {
  const endsAt = performance.now() + within;
  const isPart = limit !== undefined || cursor !== undefined;
  const most = isPart ? (limit ?? MOST_OF_PART) : Number.MAX_SAFE_INTEGER;
  const { checked, place, isAtHead, ...walked } = await walk(db, placeOf(cursor), most, endsAt);
  const broken = walked.broken ?? (isAtHead ? await unlinked(db, endsAt) : null);
  const isThrough = isAtHead || broken !== null;
  if (!isThrough && !isPart)
    throw invalid(
      'limit',
      `is needed: the chain is too long to verify in ${within / 1000} seconds. Verify it in parts`,
    );
  return {
    ok: broken === null,
    checked,
    firstBrokenId: broken?.id ?? null,
    ...(isPart ? { cursor: isThrough ? null : cursorOf(place) } : {}),
  };
}

function placeOf(cursor: string | undefined): Place {
  const [position, hash] = cursor?.split('.') ?? [];
  if (position === undefined || hash === undefined) return START;
  return { position: BigInt(position), hash: Buffer.from(hash, 'hex') };
}

const cursorOf = ({ position, hash }: Place): string => `${position}.${hash.toString('hex')}`;
