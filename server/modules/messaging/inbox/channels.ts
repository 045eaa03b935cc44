/** The channels of the inbox (docs/contract/inbox.md#channels): whether messages to a channel are received. */
import { reachOf, RECEIVING } from '@/server/modules/messaging/inbox/vocabulary';
import type { Principal } from '@/server/platform/auth/principal';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { addressFor, addressSeenBy } from '@/server/modules/messaging/channels/callback-address';
import { setHookJob } from '@/server/modules/messaging/inbox/jobs';
import type { ShownChannel, SetChannelInput } from '@/server/modules/messaging/inbox/schema';

interface Row {
  id: string;
  provider: ProviderId;
  displayName: string;
  credentialKeys: string[];
  via: string;
  receiving: boolean | null;
  hook: string | null;
  problem: string | null;
  firstInboundAt: Date | null;
  lastInboundAt: Date | null;
}

const find = workspaceStatement<Row, [id: string | null, providers: readonly string[]]>(
  'inbox.channels',
  `SELECT c.id, c.provider, c."displayName", c."credentialKeys", c.via, i.receiving, i.hook, i.problem,
    i."firstInboundAt", i."lastInboundAt"
   FROM "ChannelIntegration" c LEFT JOIN "InboxChannel" i ON i."accountId" = c."accountId" AND i."channelId" = c.id
   WHERE c."accountId" = $1 AND ($2::text IS NULL OR c.id = $2) AND c.provider = ANY ($3::text[])
     AND c.status <> 'revoked' ORDER BY c."createdAt" DESC, c.id DESC LIMIT 500`,
  { isBrief: true },
);
const write = workspaceStatement<never, [id: string, receiving: boolean, hook: string, replace: boolean, now: Date]>(
  'inbox.set-channel',
  `INSERT INTO "InboxChannel" AS i ("accountId", "channelId", receiving, hook, replace, "updatedAt")
    VALUES ($1, $2, $3, $4, $5, $6::timestamptz)
   ON CONFLICT ("accountId", "channelId")
     DO UPDATE SET receiving = excluded.receiving, hook = excluded.hook, replace = excluded.replace, problem = NULL,
     "updatedAt" = excluded."updatedAt"`,
);

/** Only channels whose vendor has our address, or is about to get it. */
const letGo = workspaceStatement<{ channelId: string }, [id: string, now: Date]>(
  'inbox.let-channel-go',
  `UPDATE "InboxChannel" i SET hook = 'wanted', problem = NULL, "updatedAt" = $3::timestamptz
    WHERE i."accountId" = $1 AND i."channelId" = $2 AND i.hook <> 'none' RETURNING i."channelId"`,
);

type Shown = Pick<Settings, 'appSecrets' | 'baseUrl'>;

function present(row: Row, settings: Shown, principal: Principal): ShownChannel {
  const { provider } = row;
  const { url, verifyToken, ready } = addressSeenBy(principal, addressFor(settings, row));
  const receiving = row.receiving ?? reachOf(provider)?.byDefault ?? false;
  // A vendor that is told where to call has to have taken it.
  const isSet = ADAPTERS[provider].hook === undefined || provider.startsWith('social') || row.hook === 'set';
  const otherAddress = row.hook === 'elsewhere' ? row.problem : null;
  return {
    channelId: row.id,
    provider,
    displayName: row.displayName,
    receiving,
    // A program hands in what comes to a webhook: nothing has to be set up.
    ready: provider === 'webhook_generic' || (ready && isSet),
    address: provider === 'webhook_generic' ? `${settings.baseUrl}/api/v1/inbox/inbound` : url,
    verifyToken,
    firstInboundAt: row.firstInboundAt,
    lastInboundAt: row.lastInboundAt,
    problem: otherAddress === null ? row.problem : `The provider calls ${otherAddress} now. Set replace to take over.`,
    otherAddress,
  };
}

/** Returns the channels that can receive, newest first. */
export const listInboxChannels = async (
  db: WorkspaceDb,
  settings: Shown,
  principal: Principal,
): Promise<{ channels: ShownChannel[] }> => ({
  channels: (await db.rows(find, null, RECEIVING)).map((row) => present(row, settings, principal)),
});

/** Switches receiving on or off. @throws AppError NOT_FOUND, also for a channel that cannot receive */
export async function setInboxChannel(
  db: WorkspaceDb,
  settings: Shown,
  principal: Principal,
  { channelId, receiving, replace = false }: SetChannelInput,
): Promise<ShownChannel> {
  return await db.transaction(async (tx) => {
    const before = orNotFound((await tx.rows(find, channelId, RECEIVING))[0]);
    const { hook } = ADAPTERS[before.provider];
    await tx.rows(write, channelId, receiving, hook === undefined ? 'none' : 'wanted', replace, tx.now);
    if (hook !== undefined) await enqueue(tx, setHookJob, { channelId });
    if (before.receiving !== receiving)
      await tx.audit({
        action: 'inbox.update',
        targetType: 'inbox',
        targetId: channelId,
        data: { displayName: before.displayName, receiving },
      });
    return present(orNotFound((await tx.rows(find, channelId, RECEIVING))[0]), settings, principal);
  });
}

/**
 * Gives our address to the vendor of a chosen page, if the inbox receives its messages. Runs in the transaction of the
 * choice.
 */
export async function hookChosen(db: WorkspaceDb, channelId: string): Promise<void> {
  const [row] = await db.rows(find, channelId, RECEIVING);
  if (row === undefined) return;
  const { provider } = row;
  const receiving = row.receiving ?? reachOf(provider)?.byDefault ?? false;
  if (!receiving || ADAPTERS[provider].hook === undefined) return;
  await db.transaction(async (tx) => {
    await tx.rows(write, channelId, true, 'wanted', false, tx.now);
    await enqueue(tx, setHookJob, { channelId });
  });
}

/**
 * Removes our address from the vendor of a revoked channel. The merchant's setting stays, for connecting the provider
 * by OAuth again. Runs in the transaction of the revoke.
 */
export async function hookRevoked(tx: StatementTx, channelId: string): Promise<void> {
  if ((await tx.rows(letGo, channelId, tx.now)).length > 0) await enqueue(tx, setHookJob, { channelId });
}
