/**
 * Send (docs/contract/broadcasts.md#sending): one INSERT … SELECT makes the messages of a whole audience. The worker
 * then delivers them.
 */
import { composedStatement, Parameters, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { Family, ProviderId } from '@/server/platform/vendors/provider-ids';
import type { AbVariant } from '@/server/modules/messaging/broadcasts/ab-schema';
import { beginTest, splitMessages, type ContentIds } from '@/server/modules/messaging/broadcasts/ab-split';
import { contentAtSend, type CompileServices } from '@/server/modules/messaging/broadcasts/compile-content';
import { contentOf } from '@/server/modules/messaging/broadcasts/content';
import { storedWays, storeLinks } from '@/server/modules/messaging/broadcasts/content-links';
import { lockBroadcast } from '@/server/modules/messaging/broadcasts/lock';
import {
  audienceRelations,
  OLDEST_FIRST,
  recipientsOf,
  SAME_ADDRESS,
  segmentsOf,
  type AudienceSegments,
} from '@/server/modules/messaging/broadcasts/recipients';
import { presentBroadcast } from '@/server/modules/messaging/broadcasts/rows';
import type { Broadcast } from '@/server/modules/messaging/broadcasts/schema';
import { timingOf } from '@/server/modules/messaging/broadcasts/timing';
import { contentOfVariant } from '@/server/modules/messaging/broadcasts/vocabulary';

/** The newest active channel of each provider. */
const newestChannels = workspaceStatement<{ provider: ProviderId; id: string }, [providers: string[]]>(
  'broadcasts.newest-channels',
  `SELECT DISTINCT ON (c.provider) c.provider, c.id FROM "ChannelIntegration" c
    WHERE c."accountId" = $1 AND c.provider = ANY ($2::text[]) AND c.status = 'active'
   ORDER BY c.provider, c."createdAt" DESC, c.id DESC`,
);

const insertContents = workspaceStatement<
  { id: string; family: string },
  [families: string[], contents: string[], at: Date, links: string | null]
>(
  'broadcasts.insert-contents',
  `INSERT INTO "MessageContent" ("accountId", family, content, links, "createdAt")
   SELECT $1, f.family, f.content::jsonb, CASE f.family WHEN 'email' THEN $5::jsonb END, $4::timestamptz
     FROM unnest($2::text[], $3::text[]) AS f (family, content) RETURNING id, family`,
);

const markSending = workspaceStatement<never, [id: string, at: Date]>(
  'broadcasts.mark-sending',
  `UPDATE "Broadcast" b SET status = 'sending', "startedAt" = $3::timestamptz, "updatedAt" = $3::timestamptz
    WHERE b."accountId" = $1 AND b.id = $2`,
);

/** A picked provider and the channel that its messages use. */
export interface Route {
  provider: ProviderId;
  channelId: string;
}

/**
 * Returns the channel for each provider of a broadcast, in the order of the providers.
 * @throws AppError NO_PROVIDER, NO_CHANNEL
 */
export async function routesOf(db: Pick<WorkspaceDb, 'rows'>, providers: ProviderId[]): Promise<Route[]> {
  if (providers.length === 0) throw new AppError('NO_PROVIDER');
  const channels = new Map((await db.rows(newestChannels, providers)).map((row) => [row.provider, row.id]));
  const missing = providers.filter((provider) => !channels.has(provider));
  if (missing.length > 0) {
    const names = missing.map((provider) => providerEntry(provider).label).join(', ');
    throw new AppError('NO_CHANNEL', {
      message: `There is no active channel for ${names}. Connect one, or remove the provider from the broadcast.`,
      details: { providers: missing },
    });
  }
  return providers.map((provider) => ({ provider, channelId: orNotFound(channels.get(provider)) }));
}

/**
 * Inserts the content snapshots that messages refer to.
 * @param variant a variant of an A/B test, whose content replaces the broadcast's own
 */
async function snapshot(
  tx: StatementTx,
  services: CompileServices,
  broadcast: Broadcast,
  variant: AbVariant = {},
): Promise<ContentIds> {
  const { providers, content } = broadcast;
  const families = [...new Set(providers.map((provider) => providerEntry(provider).family))];
  const said = contentOfVariant(content, variant);
  const leaving = families.includes('email')
    ? await contentAtSend(tx, services, said, variant.subject !== undefined || variant.content !== undefined)
    : said;
  // A family without content gets an empty one: its messages are skipped by the worker, with that reason.
  const rows = await tx.rows(
    insertContents,
    families,
    families.map((family) => JSON.stringify(contentOf(leaving, family) ?? {})),
    tx.now,
    storedWays(broadcast),
  );
  const ids = new Map(rows.map((row) => [row.family, row.id]));
  const email = ids.get('email');
  if (email !== undefined) await storeLinks(tx, services.settings, broadcast, email, contentOf(leaving, 'email') ?? {});
  return Object.fromEntries(ids);
}

/**
 * Returns the contents to send: one content, or the content of each variant of a test. A decided test does not begin
 * again.
 */
async function contentsOf(tx: StatementTx, services: CompileServices, broadcast: Broadcast): Promise<ContentIds[]> {
  const { test, testResult } = broadcast;
  const variants = testResult === undefined ? (test?.variants ?? [{}]) : [test?.variants[testResult.sent] ?? {}];
  const contents: ContentIds[] = [];
  for (const variant of variants) contents.push(await snapshot(tx, services, broadcast, variant));
  return contents;
}

/**
 * The parts of the statement that pick only the oldest of several contacts with one address
 * (docs/contract/broadcasts.md#sending). The other contacts get a skipped message. A contact that got the address's
 * message in an earlier send stays the chosen one, and nobody is recorded as skipped twice.
 * @param recipients a query as splitMessages requires it, with createdAt
 */
function sameAddresses(
  recipients: string,
  { id, at, due }: { id: string; at: string; due: string },
  isTest: boolean,
  isAgain: boolean,
): { relations: string; recipients: string } {
  const earlier = (columns: string, condition: string): string =>
    `SELECT DISTINCT ${columns} FROM "MarketingMessage" m
      WHERE m."accountId" = $1 AND m."campaignId" = ${id} AND m."contactId" IS NOT NULL AND ${condition}`;
  return {
    relations: `
     ranked AS MATERIALIZED (
       SELECT r.*, (row_number() OVER (PARTITION BY r.provider, r.recipient COLLATE "C"
         ORDER BY ${OLDEST_FIRST('r', '"contactId"')}) > 1${isAgain ? ' OR e.recipient IS NOT NULL' : ''}) AS "isSame"
       FROM (${recipients}) r${
         isAgain
           ? ` LEFT JOIN (${earlier('m.provider, m.recipient', `(m.status <> 'skipped' OR m."doubtedAt" IS NOT NULL)`)}) e ON e.provider = r.provider AND e.recipient = r.recipient`
           : ''
       }),
     left_out AS (
       INSERT INTO "MarketingMessage" ("accountId", "campaignId", "contactId", "channelIntegrationId", provider,
         recipient, "contentId", status, "scheduledAt", "createdAt", "updatedAt", "lastError")
       SELECT $1, ${id}, r."contactId", r."channelId", r.provider, r.recipient, ${isTest ? 'r.contents[1]' : 'r."contentId"'}, 'skipped', ${due}, ${at}, ${at}, '${SAME_ADDRESS}' FROM ranked r${
         isAgain
           ? ` LEFT JOIN (${earlier('m.provider, m."contactId"', `m.status = 'skipped' AND m."lastError" = '${SAME_ADDRESS}'`)}) k ON k.provider = r.provider AND k."contactId" = r."contactId" WHERE r."isSame" AND k."contactId" IS NULL`
           : ' WHERE r."isSame"'
       }),`,
    recipients: 'SELECT r.* FROM ranked r WHERE NOT r."isSame"',
  };
}

/**
 * Inserts a message for each recipient and route.
 * @param contents the content of each variant, or the one content
 * @returns the number of messages
 */
async function queueMessages(
  tx: StatementTx,
  broadcast: Broadcast,
  segments: AudienceSegments,
  routes: Route[],
  contents: readonly ContentIds[],
): Promise<number> {
  const parameters = new Parameters();
  const { relations: audience } = audienceRelations(broadcast.audience, segments, tx.now, parameters);
  const id = parameters.add(broadcast.id, 'text');
  const at = parameters.add(tx.now, 'timestamptz');
  const due = parameters.add(broadcast.scheduledAt, 'timestamptz');
  const [only] = contents;
  const test = contents.length > 1 ? broadcast.test : undefined;
  // The messages of a test leave at once as far as the broadcast's pace lets them, which its lanes ask.
  const timing = test === undefined ? await timingOf(tx, broadcast, parameters) : undefined;
  const contentOfFamily = (family: Family): string =>
    test === undefined
      ? `${parameters.add(only?.[family], 'text')} AS "contentId"`
      : `${parameters.add(
          contents.map((each) => each[family]),
          'text[]',
        )} AS contents`;
  const everybody = routes
    .map(({ provider, channelId }) => {
      const { family, perBroadcast } = providerEntry(provider);
      const content = contentOfFamily(family);
      const sameContact = perBroadcast === true ? 'm."contactId" IS NULL' : 'm."contactId" = r."contactId"';
      // A pair that has a message of an earlier send in any state but skipped is never sent to again; nor is one whose
      // skipped message the vendor may have.
      const again = `NOT EXISTS (SELECT FROM "MarketingMessage" m
        WHERE m."accountId" = $1 AND m."campaignId" = ${id} AND m.provider = '${provider}'
        AND (m.status <> 'skipped' OR m."doubtedAt" IS NOT NULL) AND ${sameContact})`;
      return `SELECT r."contactId", ${parameters.add(channelId, 'text')} AS "channelId", '${provider}' AS provider,
        r.recipient, r."createdAt", ${content}${timing?.zones === undefined ? '' : ', r.zone'}
      FROM (${recipientsOf(provider, timing?.zones)}) r${broadcast.startedAt === null ? '' : ` WHERE ${again}`}`;
    })
    .join('\nUNION ALL\n');
  const onePerAddress =
    broadcast.audience.onePerAddress === true
      ? sameAddresses(everybody, { id, at, due }, test !== undefined, broadcast.startedAt !== null)
      : undefined;
  const recipients = onePerAddress?.recipients ?? everybody;
  const spread = timing?.spread(recipients);
  const messages =
    test === undefined
      ? {
          relations: spread === undefined ? '' : `\n     ${spread.relations},`,
          columns: '',
          rows: `r."contentId", 'queued', ${due}, ${at}, ${at}, ${spread === undefined ? at : 'r."claimableAt"'}
            FROM (${spread?.timed ?? recipients}) r`,
        }
      : splitMessages(recipients, test, { id, at, due, isAnew: broadcast.testEndsAt !== undefined });
  const statement = composedStatement<{ queued: number }>(
    `WITH ${audience},${onePerAddress?.relations ?? ''}${messages.relations}
     inserted AS (
       INSERT INTO "MarketingMessage" ("accountId", "campaignId", "contactId", "channelIntegrationId", provider,
         recipient, "contentId", status, "scheduledAt", "createdAt", "updatedAt", "claimableAt"${messages.columns})
       SELECT $1, ${id}, r."contactId", r."channelId", r.provider, r.recipient, ${messages.rows}
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
 * Makes the messages of a locked broadcast, in the caller's transaction.
 * @throws AppError BAD_STATE, NO_PROVIDER, NO_CHANNEL, EMPTY_AUDIENCE, NO_RECIPIENTS, checked in this order
 */
export async function fanOut(tx: StatementTx, services: CompileServices, broadcast: Broadcast): Promise<number> {
  if (broadcast.status === 'sending' || broadcast.status === 'sent')
    throw new AppError('BAD_STATE', {
      message: `The broadcast is ${broadcast.status} already. To send it again, cancel it first.`,
    });
  const routes = await routesOf(tx, broadcast.providers);
  const segments = await segmentsOf(tx, broadcast.audience);
  const contents = await contentsOf(tx, services, broadcast);
  const queued = await queueMessages(tx, broadcast, segments, routes, contents);
  if (queued === 0) await requireRecipients(tx, broadcast, segments);
  await tx.rows(markSending, broadcast.id, tx.now);
  if (contents.length > 1 && queued > 0) await beginTest(tx, broadcast, contents);
  await tx.audit({
    action: 'broadcast.send',
    targetType: 'broadcast',
    targetId: broadcast.id,
    data: { name: broadcast.name, queued },
  });
  return queued;
}

/**
 * Sends a broadcast. After a cancel it sends again, only to pairs of contact and provider that have no message yet, or
 * a skipped one. Of two sends at once, the second finds the broadcast already sending.
 * @throws AppError NOT_FOUND, and the errors of fanOut
 */
export async function send(
  db: WorkspaceDb,
  services: CompileServices,
  id: string,
): Promise<{ id: string; queued: number }> {
  return await db.longTransaction(async (tx) => {
    const broadcast = presentBroadcast(orNotFound((await tx.rows(lockBroadcast, id))[0]));
    return { id, queued: await fanOut(tx, services, broadcast) };
  });
}
