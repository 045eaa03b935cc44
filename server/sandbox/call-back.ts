/**
 * Makes the vendors' callbacks of the sandbox and hands them to what the callbacks' door hands its own to. Not over
 * HTTP: a worker need not reach BASE_URL, and 50,000 lively recipients come in batches.
 */
import type { Services } from '@/server/platform/access/context';
import { madeId } from '@/server/platform/db/new-id';
import { castStored } from '@/server/platform/db/stored';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { realTimeOf } from '@/server/platform/lib/clock';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { openConnection } from '@/server/modules/messaging/adapters/connection';
import type { Connection } from '@/server/platform/vendors/provider';
import { callbackToken, callbackUrl } from '@/server/modules/messaging/channels/callback-address';
import { receiveCallbacks } from '@/server/modules/messaging/channels/receive-callback';
import type { SandboxAnswer } from '@/server/sandbox/vocabulary';

/** One event of one message in the outbox. */
export interface ToCallBack {
  id: string;
  channelId: string;
  provider: ProviderId;
  recipient: string;
  providerMessageId: string;
  event: SandboxAnswer;
  at: Date;
}

/** As far as it has got, like the message itself (apply-events.ts). */
const markCalledBack = workspaceStatement<never, [ids: string[], events: string[], now: Date]>(
  'sandbox.mark-called-back',
  `UPDATE "SandboxMessage" s SET status = e.event, "updatedAt" = $4::timestamptz
   FROM (SELECT DISTINCT ON (id) id, event, rank
     FROM (SELECT id, event, array_position(ARRAY['sent', 'failed', 'delivered', 'bounced', 'opened', 'clicked'],
     event) AS rank FROM unnest($2::text[], $3::text[]) AS u(id, event)) r ORDER BY id, rank DESC) e
   WHERE s."accountId" = $1 AND s.id = e.id
     AND e.rank > coalesce(array_position(ARRAY['sent', 'failed', 'delivered', 'bounced', 'opened', 'clicked'],
     s.status), 0)`,
);

async function connectionsOf(
  services: Services,
  db: WorkspaceDb,
  messages: readonly ToCallBack[],
): Promise<Map<string, Connection>> {
  const rows = await db.prisma.channelIntegration.findMany({
    where: { id: { in: [...new Set(messages.map(({ channelId }) => channelId))] } },
  });
  return new Map(rows.map((row) => [row.id, openConnection(services.settings, row)]));
}

/** Somebody writes to a channel: the vendor's callback of it is made and received like any other. */
export async function writeIn(
  services: Services,
  db: WorkspaceDb,
  { channelId, sender, name, text }: { channelId: string; sender: string; name: string; text: string },
): Promise<void> {
  const row = await db.prisma.channelIntegration.findFirst({ where: { id: channelId } });
  if (row === null) return;
  const provider = castStored<ProviderId>(row.provider);
  const callback = ADAPTERS[provider].sandbox.inbound?.(
    { sender, name, text, providerMessageId: madeId(), at: realTimeOf(db.now) },
    openConnection(services.settings, row),
    callbackUrl(services.settings, { id: channelId, provider }),
    callbackToken(services.settings.appSecrets[0], channelId),
  );
  if (callback !== undefined && callback !== null)
    await receiveCallbacks(services, [{ ...callback, channelId, receivedAt: db.now }]);
}

/** Calls back about messages, except those that their vendor has no callback for. */
export async function callBack(services: Services, db: WorkspaceDb, messages: readonly ToCallBack[]): Promise<void> {
  const connections = await connectionsOf(services, db, messages);
  const made = messages.flatMap((message) => {
    const connection = connections.get(message.channelId);
    const { provider, channelId, event: status, providerMessageId, recipient, at } = message;
    const url = callbackUrl(services.settings, { id: channelId, provider });
    const callback =
      connection === undefined
        ? null
        : (ADAPTERS[provider].sandbox.callback?.(
            { status, providerMessageId, recipient, at: realTimeOf(at) },
            connection,
            url,
          ) ?? null);
    return callback === null ? [] : [{ message, callback: { ...callback, channelId, receivedAt: db.now } }];
  });
  if (made.length === 0) return;
  await receiveCallbacks(
    services,
    made.map(({ callback }) => callback),
  );
  await db.rows(
    markCalledBack,
    made.map(({ message }) => message.id),
    made.map(({ message }) => message.event),
    db.now,
  );
}
