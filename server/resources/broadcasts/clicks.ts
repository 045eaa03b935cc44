/** Which links of a broadcast were clicked (docs/contract/broadcasts.md#clicks), where the vendor tells it. */
import { createHash } from 'node:crypto';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/db/statement';
import type { WorkspaceDb } from '@/server/db/workspace';
import { isUrl } from '@/server/lib/is-url';
import type { Links } from '@/server/resources/broadcasts/schema';
import { broadcastStart } from '@/server/resources/broadcasts/started';

/** A click that a vendor tells of. */
export interface Click {
  messageId: string;
  link: string;
  at: Date;
}

/** Longer addresses are none that a person would recognise. */
const LONGEST_LINK = 2_048;
const SHOWN = 20;

/** What tells addresses apart that may be longer than an index takes. */
export const linkHashOf = (link: string): string => createHash('sha256').update(link).digest('base64url');

/** Rows in one order, so that two callbacks at once never wait for each other in a circle. */
const insertClicks = workspaceStatement<never, [messageIds: string[], hashes: string[], links: string[], at: Date[]]>(
  'broadcasts.note-clicks',
  `INSERT INTO "MessageClick" ("accountId", "broadcastId", "linkHash", "messageId", link, at)
   SELECT $1, m."campaignId", c.hash, m.id, c.link, c.at
   FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) AS c("messageId", hash, link, at)
     CROSS JOIN LATERAL (SELECT m.id, m."campaignId" FROM "MarketingMessage" m WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = c."messageId" AND m."campaignId" IS NOT NULL AND m."contactId" IS NOT NULL OFFSET 0) m
   ORDER BY m."campaignId", c.hash, m.id
   ON CONFLICT DO NOTHING`,
);

/**
 * Notes clicks on messages of broadcasts, each address once a message. Left out is what is no address of the web, and the
 * way out, which has a page and a figure of its own.
 * @param baseUrl of the service, without a slash at its end
 */
export async function noteClicks(db: WorkspaceDb, clicks: readonly Click[], baseUrl: string): Promise<void> {
  const kept = clicks.flatMap(({ messageId, at, link }) => {
    const text = link.replaceAll('\0', '').toWellFormed();
    const counts =
      text.length <= LONGEST_LINK && /^https?:/i.test(text) && isUrl(text) && !text.startsWith(`${baseUrl}/u/`);
    return counts ? [{ messageId, at, link: text, hash: linkHashOf(text) }] : [];
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

const mostClicked = workspaceStatement<Links['links'][number], [broadcastId: string]>(
  'broadcasts.most-clicked',
  `SELECT min(c.link) AS link, count(*)::int AS people FROM "MessageClick" c WHERE c."accountId" = $1 AND c."broadcastId" = $2
   GROUP BY c."linkHash" ORDER BY 2 DESC, 1 LIMIT ${SHOWN}`,
);

/** The links that most people clicked. @throws AppError NOT_FOUND */
export async function links(db: WorkspaceDb, id: string): Promise<Links> {
  await broadcastStart(db, id);
  return { links: await db.rows(mostClicked, id) };
}
