/**
 * Suppresses addresses that bounce softly again and again (docs/contract/channels.md#callbacks): nobody uses a mailbox
 * that stays full. Five soft bounces in a row within 30 days count as one hard bounce.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { providerEntry, providersOf } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';

const IN_A_ROW = 5;

/**
 * Reads the messages to the same contact at the same address in the same family, because SMS and WhatsApp share a
 * number. A message without a reported outcome does not break the row of bounces.
 */
const findWornOut = workspaceStatement<{ recipient: string }, [messageIds: string[], now: Date, family: ProviderId[]]>(
  'channels.worn-out',
  `SELECT DISTINCT m.recipient FROM unnest($2::text[]) reported (id)
   CROSS JOIN LATERAL (SELECT x."contactId", x.recipient FROM "MarketingMessage" x
     WHERE x."accountId" = ${THIS_WORKSPACE} AND x.id = reported.id OFFSET 0) m
   CROSS JOIN LATERAL (
     SELECT count(*) FILTER (WHERE o.status = 'bounced') AS bounced FROM (
       SELECT x.status FROM "MarketingMessage" x
       WHERE x."accountId" = ${THIS_WORKSPACE} AND x."contactId" = m."contactId" AND x.recipient = m.recipient
         AND x.provider = ANY ($4::text[])
         AND x.status IN ('delivered', 'bounced', 'opened', 'clicked')
           AND x."createdAt" > $3::timestamptz - interval '30 days'
       ORDER BY x."createdAt" DESC, x.id DESC LIMIT ${IN_A_ROW}) o OFFSET 0) r
   WHERE r.bounced = ${IN_A_ROW}`,
);

/**
 * @param messageIds messages of the provider that bounced softly just now
 * @returns recipients that get no more messages
 */
export async function wornOut(db: WorkspaceDb, provider: ProviderId, messageIds: string[]): Promise<string[]> {
  if (messageIds.length === 0) return [];
  const family = providersOf(providerEntry(provider).family);
  return (await db.rows(findWornOut, messageIds, db.now, family)).map(({ recipient }) => recipient);
}
