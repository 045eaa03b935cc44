/**
 * Send (docs/contract/broadcasts.md#sending): one INSERT … SELECT makes the messages of a whole audience, which the
 * worker then delivers.
 */
import { composedStatement, Parameters, workspaceStatement } from '@/server/db/statement';
import { found, type StatementTx, type WorkspaceDb } from '@/server/db/workspace';
import { AppError } from '@/server/errors';
import { providerEntry, type ProviderId } from '@/server/providers/catalog';
import { contentAtSend, type CompileServices } from '@/server/resources/broadcasts/compile-content';
import { contentOf } from '@/server/resources/broadcasts/content';
import { lockBroadcast } from '@/server/resources/broadcasts/lock';
import {
  audienceRelations,
  recipientsOf,
  segmentsOf,
  type AudienceSegments,
} from '@/server/resources/broadcasts/recipients';
import { presentBroadcast } from '@/server/resources/broadcasts/rows';
import type { Broadcast } from '@/server/resources/broadcasts/schema';

/** Of several active channels of one provider the newest. */
const newestChannels = workspaceStatement<{ provider: ProviderId; id: string }, [providers: string[]]>(
  'broadcasts.newest-channels',
  `SELECT DISTINCT ON (c.provider) c.provider, c.id FROM "ChannelIntegration" c WHERE c."accountId" = $1 AND c.provider = ANY ($2::text[]) AND c.status = 'active'
   ORDER BY c.provider, c."createdAt" DESC, c.id DESC`,
);

const insertContents = workspaceStatement<
  { id: string; family: string },
  [families: string[], contents: string[], at: Date]
>(
  'broadcasts.insert-contents',
  `INSERT INTO "MessageContent" ("accountId", family, content, "createdAt")
   SELECT $1, f.family, f.content::jsonb, $4::timestamptz FROM unnest($2::text[], $3::text[]) AS f (family, content) RETURNING id, family`,
);

const markSending = workspaceStatement<never, [id: string, at: Date]>(
  'broadcasts.mark-sending',
  `UPDATE "Broadcast" b SET status = 'sending', "startedAt" = $3::timestamptz, "updatedAt" = $3::timestamptz WHERE b."accountId" = $1 AND b.id = $2`,
);

/** One picked provider with the channel that it goes over. */
export interface Route {
  provider: ProviderId;
  channelId: string;
}

/**
 * The channels that a broadcast goes over, in the order of its providers.
 * @throws AppError NO_PROVIDER, NO_CHANNEL
 */
export async function routesOf(db: Pick<WorkspaceDb, 'rows'>, providers: ProviderId[]): Promise<Route[]> {
  if (providers.length === 0) throw new AppError('NO_PROVIDER');
  const channels = new Map((await db.rows(newestChannels, providers)).map((row) => [row.provider, row.id]));
  const missing = providers.filter((provider) => !channels.has(provider));
  if (missing.length > 0) {
    const names = missing.map((provider) => providerEntry(provider).label).join(', ');
    throw new AppError('NO_CHANNEL', {
      message: `There is no active channel for ${names}.`,
      details: { providers: missing },
    });
  }
  return providers.map((provider) => ({ provider, channelId: found(channels.get(provider)) }));
}

/** Makes the snapshot rows that messages refer to. @returns their ids by family */
async function snapshot(
  tx: StatementTx,
  services: CompileServices,
  { providers, content }: Broadcast,
): Promise<Map<string, string>> {
  const families = [...new Set(providers.map((provider) => providerEntry(provider).family))];
  const leaving = families.includes('email') ? await contentAtSend(tx, services, content) : content;
  // A family without content gets an empty one: its messages are skipped by the worker, with that reason.
  const rows = await tx.rows(
    insertContents,
    families,
    families.map((family) => JSON.stringify(contentOf(leaving, family) ?? {})),
    tx.now,
  );
  return new Map(rows.map((row) => [row.family, row.id]));
}

/** Inserts a message for each recipient over each route. @returns how many */
async function queueMessages(
  tx: StatementTx,
  broadcast: Broadcast,
  segments: AudienceSegments,
  routes: Route[],
  contents: ReadonlyMap<string, string>,
): Promise<number> {
  const parameters = new Parameters();
  const { relations: audience } = audienceRelations(broadcast.audience, segments, tx.now, parameters);
  const id = parameters.add(broadcast.id, 'text');
  const at = parameters.add(tx.now, 'timestamptz');
  const due = parameters.add(broadcast.scheduledAt, 'timestamptz');
  const messages = routes.map(({ provider, channelId }) => {
    const contentId = parameters.add(contents.get(providerEntry(provider).family), 'text');
    const sameContact =
      providerEntry(provider).perBroadcast === true ? 'm."contactId" IS NULL' : 'm."contactId" = r."contactId"';
    // A pair that has a message of an earlier send in any state but skipped is never sent to again; nor is one whose
    // skipped message the vendor may have.
    const again = `NOT EXISTS (SELECT FROM "MarketingMessage" m WHERE m."accountId" = $1 AND m."campaignId" = ${id} AND m.provider = '${provider}' AND (m.status <> 'skipped' OR m."doubtedAt" IS NOT NULL) AND ${sameContact})`;
    return `SELECT r."contactId", ${parameters.add(channelId, 'text')} AS "channelId", '${provider}' AS provider, r.recipient, ${contentId} AS "contentId"
      FROM (${recipientsOf(provider)}) r${broadcast.startedAt === null ? '' : ` WHERE ${again}`}`;
  });
  const statement = composedStatement<{ queued: number }>(
    `WITH ${audience},
     inserted AS (
       INSERT INTO "MarketingMessage" ("accountId", "campaignId", "contactId", "channelIntegrationId", provider, recipient, "contentId", status, "scheduledAt", "createdAt", "updatedAt", "claimableAt")
       SELECT $1, ${id}, r."contactId", r."channelId", r.provider, r.recipient, r."contentId", 'queued', ${due}, ${at}, ${at}, ${at} FROM (${messages.join('\nUNION ALL\n')}) r
       RETURNING 1)
     SELECT count(*)::int AS queued FROM inserted`,
    { joinsSets: true },
  );
  const [row] = await tx.rows(statement, ...parameters.values);
  return row?.queued ?? 0;
}

/** Why nothing was queued; returns when that is all right, because everybody has a message of an earlier send. */
async function requireRecipients(
  tx: StatementTx,
  { audience, providers }: Broadcast,
  segments: AudienceSegments,
): Promise<void> {
  const parameters = new Parameters();
  const { relations } = audienceRelations(audience, segments, tx.now, parameters);
  const recipients = providers.map((provider) => `EXISTS (${recipientsOf(provider)})`).join(' OR ');
  const [row] = await tx.rows(
    composedStatement<{ people: boolean; recipients: boolean }>(
      `WITH ${relations} SELECT EXISTS (SELECT FROM audience) AS people, ${recipients} AS recipients`,
      { joinsSets: true },
    ),
    ...parameters.values,
  );
  if (row?.people !== true) throw new AppError('EMPTY_AUDIENCE');
  if (!row.recipients) throw new AppError('NO_RECIPIENTS');
}

/**
 * Fans a locked broadcast out, in the caller's transaction.
 * @throws AppError BAD_STATE, NO_PROVIDER, NO_CHANNEL, EMPTY_AUDIENCE, NO_RECIPIENTS, looked at in this order
 */
export async function fanOut(tx: StatementTx, services: CompileServices, broadcast: Broadcast): Promise<number> {
  if (broadcast.status === 'sending' || broadcast.status === 'sent')
    throw new AppError('BAD_STATE', { message: `The broadcast is ${broadcast.status} already.` });
  const routes = await routesOf(tx, broadcast.providers);
  const segments = await segmentsOf(tx, broadcast.audience);
  const queued = await queueMessages(tx, broadcast, segments, routes, await snapshot(tx, services, broadcast));
  if (queued === 0) await requireRecipients(tx, broadcast, segments);
  await tx.rows(markSending, broadcast.id, tx.now);
  await tx.audit({
    action: 'broadcast.send',
    targetType: 'broadcast',
    targetId: broadcast.id,
    data: { name: broadcast.name, queued },
  });
  return queued;
}

/**
 * Sends, or sends again after a cancel: then only to pairs of contact and provider that have no message yet, or a
 * skipped one. Two at once: the second finds it sending.
 * @throws AppError NOT_FOUND, and those of fanOut
 */
export async function send(
  db: WorkspaceDb,
  services: CompileServices,
  id: string,
): Promise<{ id: string; queued: number }> {
  return await db.longTransaction(async (tx) => {
    const broadcast = presentBroadcast(found((await tx.rows(lockBroadcast, id))[0]));
    return { id, queued: await fanOut(tx, services, broadcast) };
  });
}
