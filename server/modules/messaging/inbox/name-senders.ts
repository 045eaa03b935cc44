/** Asks vendors for the names of senders, if the vendor sends only an id with a message. Runs in the worker. */
import type { Services } from '@/server/platform/access/context';
import { castStored } from '@/server/platform/db/stored';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import type { Sender } from '@/server/modules/messaging/adapters/channel-message';
import { openConnection } from '@/server/modules/messaging/adapters/connection';
import { inSandbox } from '@/server/platform/vendors/sandbox-mode';
import { clipped } from '@/server/platform/lib/text';
import { LONGEST_NAME } from '@/server/modules/messaging/inbox/vocabulary';

/** An empty name says that the vendor was asked and does not tell. */
const nameless = workspaceStatement<{ id: string; recipient: string }, [channelId: string]>(
  'inbox.nameless',
  `SELECT v.id, v."externalThreadId" AS recipient FROM "Conversation" v
    WHERE v."accountId" = $1 AND v."channelId" = $2 AND v."senderName" IS NULL ORDER BY v."createdAt" DESC LIMIT 50`,
);
const name = workspaceStatement<never, [id: string, name: string, handle: string | null]>(
  'inbox.name',
  `UPDATE "Conversation" v SET "senderName" = $3, "senderHandle" = coalesce($4, v."senderHandle"),
    searched = left(lower(concat_ws(E'\\n', $3::text, coalesce($4::text, v."senderHandle"), v.address,
    v."externalThreadId")), 1000)
   WHERE v."accountId" = ${THIS_WORKSPACE} AND v.id = $2 AND v."senderName" IS NULL`,
);

export async function nameSenders(services: Services, db: WorkspaceDb, channelId: string): Promise<void> {
  const row = await db.prisma.channelIntegration.findFirst({ where: { id: channelId } });
  if (row === null) return;
  const provider = castStored<ProviderId>(row.provider);
  const adapter = ADAPTERS[provider];
  // The sandbox's people have the names that they write under.
  if (adapter.senderOf === undefined || inSandbox(services.settings, provider)) return;
  const connection = openConnection(services.settings, row);
  for (const { id, recipient } of await db.rows(nameless, channelId)) {
    let sender: Sender | null;
    try {
      sender = await adapter.senderOf(recipient, connection, services.transport);
    } catch (error) {
      // A name is no more than a nicety: their next message asks again.
      services.log.info({ err: error, channelId }, 'a sender could not be looked up');
      return;
    }
    const handle = sender?.handle;
    await db.rows(
      name,
      id,
      clipped(sender?.name ?? '', LONGEST_NAME),
      handle === undefined ? null : clipped(handle, LONGEST_NAME),
    );
  }
}
