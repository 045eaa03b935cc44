/**
 * Visits to tracked links and pictures (docs/contract/broadcasts.md#tracking): finds the address of a link, and records
 * who followed it.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { Services } from '@/server/platform/access/context';
import { noteClicks, noteMachines } from '@/server/modules/messaging/broadcasts/clicks';
import { machineOf } from '@/server/modules/messaging/broadcasts/machines';
import type { TrackedLink } from '@/server/modules/messaging/broadcasts/tracking-token';
import { applyEvents, type StatusEvent } from '@/server/modules/messaging/channels/apply-events';
import type { RawCall } from '@/server/platform/access/route';

/** The message of a visit, with its link and state. */
interface Found {
  /** Null for the picture, and for a link that the content does not have. */
  link: string | null;
  broadcastId: string | null;
  /** Null when the person was erased: nothing is recorded about them any more. */
  contactId: string | null;
  channelId: string;
  /** The time when the message was delivered, else when it left or may have left; null: it is on its way. */
  deliveredAt: Date | null;
  isOpened: boolean;
  /** True when a person has already followed this link of the message. */
  isClicked: boolean;
}

const findVisited = workspaceStatement<Found, [messageId: string, index: number | null]>(
  'broadcasts.visited',
  `SELECT l.link, m."campaignId" AS "broadcastId", m."contactId", m."channelIntegrationId" AS "channelId",
    coalesce(m."deliveredAt", m."sentAt", m."failedAt", m."doubtedAt") AS "deliveredAt",
     m."openedAt" IS NOT NULL AS "isOpened",
     m."clickedAt" IS NOT NULL AND EXISTS (SELECT FROM "MessageClick" k
       WHERE k."accountId" = ${THIS_WORKSPACE} AND k."broadcastId" = m."campaignId" AND k."linkHash" = l."linkHash"
       AND k."messageId" = m.id) AS "isClicked"
   FROM (SELECT * FROM "MarketingMessage" m WHERE m."accountId" = $1 AND m.id = $2) m
   LEFT JOIN LATERAL (SELECT l.link, l."linkHash" FROM "MessageLink" l
     WHERE l."accountId" = ${THIS_WORKSPACE} AND l."contentId" = m."contentId" AND l.index = $3::int OFFSET 0) l ON true`,
  { isBrief: true },
);

/** Reads all that the answer needs, in one read. @param index of the link in its content; null: the picture */
export const findVisit = async (
  db: Pick<WorkspaceDb, 'rows'>,
  messageId: string,
  index: number | null,
): Promise<Found | undefined> => (await db.rows(findVisited, messageId, index))[0];

/**
 * Finds the link of a verified token, and records the visit after the answer: a visitor waits for one read only.
 * @returns the stored address of a link; null for an unknown link, and for the picture
 */
export async function visit(
  services: Services,
  call: Pick<RawCall, 'method' | 'headers' | 'clientAddress' | 'now' | 'log'>,
  { accountId, messageId, index }: TrackedLink,
): Promise<string | null> {
  const db = systemDb(services.database, accountId, call.now);
  const found = await findVisit(db, messageId, index);
  if (found === undefined) return null;
  if (index === null || found.link !== null)
    note(db, services, call, messageId, found).catch((error: unknown) =>
      call.log.warn({ err: error, messageId }, 'a visit could not be noted'),
    );
  return found.link;
}

async function note(
  db: WorkspaceDb,
  services: Pick<Services, 'settings'>,
  call: Pick<RawCall, 'method' | 'headers' | 'clientAddress' | 'now'>,
  messageId: string,
  { link, broadcastId, contactId, channelId, deliveredAt, isOpened, isClicked }: Found,
): Promise<void> {
  if (broadcastId === null || contactId === null) return;
  const machine = machineOf(call, deliveredAt);
  if (machine !== null)
    return await noteMachines(db, [{ messageId, link, machine, at: db.now }], services.settings.baseUrl);
  if (link === null ? isOpened : isClicked) return;
  const event = (status: 'opened' | 'clicked'): StatusEvent => ({
    kind: 'status',
    providerMessageId: '',
    messageId,
    status,
    at: db.now,
  });
  await applyEvents(db, channelId, [event('opened'), ...(link === null ? [] : [event('clicked')])]);
  if (link !== null) await noteClicks(db, [{ messageId, link, at: db.now }], services.settings.baseUrl);
}
