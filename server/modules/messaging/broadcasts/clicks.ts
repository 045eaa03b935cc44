/**
 * The clicked links of a broadcast (docs/contract/broadcasts.md#clicks), if the vendor reports clicks or we track the
 * link.
 */
import { createHash } from 'node:crypto';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { isUrl } from '@/server/platform/lib/is-url';
import type { ClickedLink, Links, Machines } from '@/server/modules/messaging/broadcasts/report-schema';
import { broadcastStart } from '@/server/modules/messaging/broadcasts/started';
import type { Machine } from '@/server/modules/messaging/broadcasts/vocabulary';

/** A click that a vendor reports, or a visit to a tracked link. */
export interface Click {
  messageId: string;
  link: string;
  at: Date;
}

/** Longer addresses are none that a person would recognise. */
const LONGEST_LINK = 2_048;
const SHOWN = 20;
/** The way out, and tracked links, whose clicks are counted as they come. */
const OUR_OWN = ['/u/', '/l/'];

/** Returns a hash that identifies a link, because links may be longer than an index allows. */
export const linkHashOf = (link: string): string => createHash('sha256').update(link).digest('base64url');

/** The form in which a link is counted; null for a link that is not counted. */
function countedLink(link: string, baseUrl: string): string | null {
  const text = link.replaceAll('\0', '').toWellFormed();
  const counts =
    text.length <= LONGEST_LINK &&
    /^https?:/i.test(text) &&
    isUrl(text) &&
    !OUR_OWN.some((path) => text.startsWith(baseUrl + path));
  return counts ? text : null;
}

/** Rows in one order, so that two callbacks at once never wait for each other in a circle. */
const insertClicks = workspaceStatement<never, [messageIds: string[], hashes: string[], links: string[], at: Date[]]>(
  'broadcasts.note-clicks',
  `INSERT INTO "MessageClick" ("accountId", "broadcastId", "linkHash", "messageId", link, at)
   SELECT $1, m."campaignId", c.hash, m.id, c.link, c.at
   FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) AS c("messageId", hash, link, at)
     CROSS JOIN LATERAL (SELECT m.id, m."campaignId" FROM "MarketingMessage" m
       WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = c."messageId" AND m."campaignId" IS NOT NULL
       AND m."contactId" IS NOT NULL OFFSET 0) m
   ORDER BY m."campaignId", c.hash, m.id
   ON CONFLICT DO NOTHING`,
);

/**
 * Stores clicks on messages of broadcasts, each link once a message. It ignores links that are no web address,
 * unsubscribe links (they have their own page and figure), and vendor reports of links that we track.
 * @param baseUrl the service's base URL, without a slash at its end
 */
export async function noteClicks(db: WorkspaceDb, clicks: readonly Click[], baseUrl: string): Promise<void> {
  const kept = clicks.flatMap(({ messageId, at, link }) => {
    const counted = countedLink(link, baseUrl);
    return counted === null ? [] : [{ messageId, at, link: counted, hash: linkHashOf(counted) }];
  });
  if (kept.length === 0) return;
  await db.rows(
    insertClicks,
    kept.map(({ messageId }) => messageId),
    kept.map(({ hash }) => hash),
    kept.map(({ link }) => link),
    kept.map(({ at }) => at),
  );
}

/** A picture or link that a machine loaded instead of a person. */
export interface MachineVisit {
  messageId: string;
  /** Null for the picture. */
  link: string | null;
  machine: Machine;
  at: Date;
}

const insertVisits = workspaceStatement<
  never,
  [messageIds: string[], hashes: string[], machines: Machine[], at: Date[]]
>(
  'broadcasts.note-machines',
  `INSERT INTO "MachineVisit" ("accountId", "broadcastId", "linkHash", "messageId", machine, at)
   SELECT $1, m."campaignId", v.hash, m.id, v.machine, v.at
   FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) AS v("messageId", hash, machine, at)
     CROSS JOIN LATERAL (SELECT m.id, m."campaignId" FROM "MarketingMessage" m
       WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = v."messageId" AND m."campaignId" IS NOT NULL
       AND m."contactId" IS NOT NULL OFFSET 0) m
   ORDER BY m."campaignId", v.hash, m.id
   ON CONFLICT DO NOTHING`,
);

/** Notes visits of machines to messages of broadcasts: of each message and link, as clicks are counted, the first. */
export async function noteMachines(
  db: Pick<WorkspaceDb, 'rows'>,
  visits: readonly MachineVisit[],
  baseUrl: string,
): Promise<void> {
  const kept = visits.flatMap((visit) => {
    if (visit.link === null) return [{ ...visit, hash: '' }];
    const counted = countedLink(visit.link, baseUrl);
    return counted === null ? [] : [{ ...visit, hash: linkHashOf(counted) }];
  });
  if (kept.length === 0) return;
  await db.rows(
    insertVisits,
    kept.map(({ messageId }) => messageId),
    kept.map(({ hash }) => hash),
    kept.map(({ machine }) => machine),
    kept.map(({ at }) => at),
  );
}

/** The clicked links, and the tracked links of the sent messages, which nobody may have clicked. */
const mostClicked = workspaceStatement<ClickedLink, [broadcastId: string, most: number]>(
  'broadcasts.most-clicked',
  `WITH clicked AS (
     SELECT c."linkHash", min(c.link) AS link, count(*)::int AS people FROM "MessageClick" c
       WHERE c."accountId" = $1 AND c."broadcastId" = $2 GROUP BY 1
   ), visited AS (
     SELECT v."linkHash", count(*)::int AS machines FROM "MachineVisit" v
       WHERE v."accountId" = $1 AND v."broadcastId" = $2 AND v."linkHash" <> '' GROUP BY 1
   ), tracked AS (
     SELECT l."linkHash", min(l.link) AS link FROM "MessageLink" l WHERE l."accountId" = $1 AND l."broadcastId" = $2
       GROUP BY 1
   )
   SELECT coalesce(c.link, t.link) AS link, coalesce(c.people, 0) AS people, coalesce(v.machines, 0) AS machines
   FROM clicked c FULL JOIN tracked t USING ("linkHash") LEFT JOIN visited v USING ("linkHash")
   ORDER BY 2 DESC, 3 DESC, 1 LIMIT $3::int`,
  { joinsSets: true },
);

/** Returns the links that most people clicked; none for an unknown broadcast. */
export const linksClicked = (db: WorkspaceDb, broadcastId: string, most: number): Promise<ClickedLink[]> =>
  db.rows(mostClicked, broadcastId, most);

const countVisits = workspaceStatement<{ isOpen: boolean; machine: Machine; messages: number }, [broadcastId: string]>(
  'broadcasts.machine-visits',
  `SELECT v."linkHash" = '' AS "isOpen", v.machine, count(DISTINCT v."messageId")::int AS messages FROM "MachineVisit" v
   WHERE v."accountId" = $1 AND v."broadcastId" = $2 GROUP BY 1, 2 ORDER BY 3 DESC, 2`,
  { isLong: true },
);

/** Counts messages that machines opened or clicked; none for an unknown broadcast. */
export async function machinesOf(db: WorkspaceDb, broadcastId: string): Promise<Machines> {
  const rows = await db.rows(countVisits, broadcastId);
  const of = (opened: boolean): Machines['opened'] =>
    rows.filter(({ isOpen }) => isOpen === opened).map(({ machine, messages }) => ({ machine, messages }));
  return { opened: of(true), clicked: of(false) };
}

/** For the page of a broadcast. @throws AppError NOT_FOUND */
export async function links(db: WorkspaceDb, id: string): Promise<Links> {
  await broadcastStart(db, id);
  return { links: await linksClicked(db, id, SHOWN), machines: await machinesOf(db, id) };
}
