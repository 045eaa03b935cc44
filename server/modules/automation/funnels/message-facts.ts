/**
 * Facts about the messages of many people, read at once for the machine: how many they got, each message's outcome, and
 * who else got a message at the same address.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { providerEntry, providersOf } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { OLDEST_FIRST } from '@/server/modules/messaging/broadcasts/recipients';
import type { MessageAnswer } from '@/server/modules/automation/funnels/vocabulary';
import type { Db } from '@/server/modules/automation/funnels/facts';

/** The time for which a step with onePerAddress writes to an address for one contact only, in milliseconds. */
const ONE_ADDRESS_MS = 24 * 60 * 60_000;

const countMessages = workspaceStatement<{ contactId: string; messages: number }, [contactIds: string[], since: Date]>(
  'funnels.count-messages',
  `SELECT g.id AS "contactId", m.messages FROM unnest($2::text[]) AS g(id)
   CROSS JOIN LATERAL (SELECT count(*)::int AS messages FROM "MarketingMessage" m
     WHERE m."accountId" = ${THIS_WORKSPACE} AND m."contactId" = g.id AND m."createdAt" > $3::timestamptz
     AND (m."campaignId" IS NOT NULL OR m."funnelId" IS NOT NULL) AND m.status NOT IN ('skipped', 'failed') OFFSET 0) m`,
);

/** Messages of broadcasts and funnels to each that were not skipped and did not fail. */
export async function readMessageCounts(
  db: Db,
  contactIds: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows(countMessages, [...contactIds], since);
  return new Map(rows.map(({ contactId, messages }) => [contactId, messages]));
}

const findMessages = workspaceStatement<
  {
    enrolmentId: string;
    stepId: string;
    status: string | null;
    sent: boolean | null;
    delivered: boolean | null;
    opened: boolean | null;
    clicked: boolean | null;
    outcome: string | null;
  },
  [enrolmentIds: string[], stepIds: string[]]
>(
  'funnels.messages-of-steps',
  `SELECT g.id AS "enrolmentId", g.step AS "stepId", m.status, m.sent, m.delivered, m.opened, m.clicked, p.outcome
   FROM unnest($2::text[], $3::text[]) AS g(id, step)
   LEFT JOIN LATERAL (
     SELECT m.status, m."sentAt" IS NOT NULL AS sent,
       (m."deliveredAt" IS NOT NULL OR m."openedAt" IS NOT NULL OR m."clickedAt" IS NOT NULL) AS delivered,
       (m."openedAt" IS NOT NULL OR m."clickedAt" IS NOT NULL) AS opened, m."clickedAt" IS NOT NULL AS clicked
     FROM "MarketingMessage" m WHERE m."accountId" = ${THIS_WORKSPACE} AND m."enrolmentId" = g.id
       AND m."funnelStepId" = g.step
     ORDER BY m.status = 'skipped', m."createdAt" DESC, m.id DESC LIMIT 1) m ON true
   LEFT JOIN LATERAL (
     SELECT p.outcome FROM "FunnelPassage" p
       WHERE p."accountId" = ${THIS_WORKSPACE} AND p."enrolmentId" = g.id AND p."stepId" = g.step
       ORDER BY p.position DESC LIMIT 1) p ON true
   WHERE $1 <> ''`,
);

/**
 * Reads every answer that is true of a step's message: sent, delivered, opened, and so on. @returns by `<enrolmentId>
 * <stepId>`
 */
export async function readMessageAnswers(
  db: Db,
  asked: readonly { enrolmentId: string; stepId: string }[],
): Promise<ReadonlyMap<string, ReadonlySet<MessageAnswer>>> {
  const rows = await db.rows(
    findMessages,
    asked.map(({ enrolmentId }) => enrolmentId),
    asked.map(({ stepId }) => stepId),
  );
  return new Map(
    rows.map(({ enrolmentId, stepId, status, outcome, ...row }) => {
      const answers = new Set<MessageAnswer>();
      for (const each of ['sent', 'delivered', 'opened', 'clicked'] as const) if (row[each] === true) answers.add(each);
      if (status === 'failed' || status === 'bounced') answers.add('failed');
      if (status === 'skipped' || (status === null && outcome === 'skipped')) answers.add('skipped');
      return [`${enrolmentId} ${stepId}`, answers];
    }),
  );
}

const findMade = workspaceStatement<
  { enrolmentId: string; stepId: string; id: string; at: Date },
  [enrolmentIds: string[], stepIds: string[]]
>(
  'funnels.made-messages',
  `SELECT g.id AS "enrolmentId", g.step AS "stepId", m.id, m.at FROM unnest($2::text[], $3::text[]) AS g(id, step)
   CROSS JOIN LATERAL (
     SELECT k.id, k."createdAt" AS at FROM "MarketingMessage" k
       WHERE k."accountId" = ${THIS_WORKSPACE} AND k."enrolmentId" = g.id AND k."funnelStepId" = g.step
       AND (k.status <> 'skipped' OR k."doubtedAt" IS NOT NULL) ORDER BY k."createdAt", k.id LIMIT 1) m
   WHERE $1 <> ''`,
);

/**
 * Reads the messages of steps that are not skipped, or that a vendor may have. No unique index limits a step to one
 * message, because it would slow the hottest table down. Instead, the caller locks the enrolment's row to the end of
 * the transaction that makes the message, so nobody else makes one meanwhile.
 * @returns by `<enrolmentId> <stepId>`
 */
export async function readMadeMessages(
  db: Db,
  asked: readonly { enrolmentId: string; stepId: string }[],
): Promise<ReadonlyMap<string, { id: string; at: Date }>> {
  const rows = await db.rows(
    findMade,
    asked.map(({ enrolmentId }) => enrolmentId),
    asked.map(({ stepId }) => stepId),
  );
  return new Map(rows.map(({ enrolmentId, stepId, id, at }) => [`${enrolmentId} ${stepId}`, { id, at }]));
}

/** A message that a step is about to make. */
export interface Writing {
  enrolmentId: string;
  funnelId: string;
  stepId: string;
  contactId: string;
  provider: ProviderId;
  recipient: string;
}

const findWrittenTo = workspaceStatement<{ enrolmentId: string }, [writings: string, since: Date]>(
  'funnels.written-to',
  `SELECT w."enrolmentId" FROM (
     SELECT q.*, row_number() OVER (PARTITION BY q."funnelId", q."stepId", q.recipient COLLATE "C"
       ORDER BY ${OLDEST_FIRST('c', 'id')}) AS place
     FROM jsonb_to_recordset($2::jsonb) AS q("enrolmentId" text, "funnelId" text, "stepId" text, "contactId" text,
       providers jsonb, recipient text)
     CROSS JOIN LATERAL (SELECT k.id, k."createdAt" FROM "Contact" k
       WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = q."contactId" OFFSET 0) c) w
   WHERE $1 <> '' AND (w.place > 1 OR EXISTS (
     SELECT FROM (SELECT i.id, i.provider FROM "ChannelIntegration" i
       WHERE i."accountId" = ${THIS_WORKSPACE} AND w.providers ? i.provider OFFSET 0) i
     CROSS JOIN LATERAL (
       SELECT FROM "MarketingMessage" m WHERE m."channelIntegrationId" = i.id AND m.recipient = w.recipient
         AND m."createdAt" > $3::timestamptz AND m."enrolmentId" IS NOT NULL
         AND m."accountId" = ${THIS_WORKSPACE} AND m."funnelId" = w."funnelId" AND m."funnelStepId" = w."stepId"
           AND m."contactId" IS DISTINCT FROM w."contactId"
         AND (m.status <> 'skipped' OR m."doubtedAt" IS NOT NULL) LIMIT 1) m))`,
);

/**
 * Returns the messages about to be made whose step wrote to the same address for another contact within 24 hours. Of
 * several new messages to one address, the oldest contact's is allowed. Exact while nobody else leads people through
 * the funnel (lockAddresses). Finds messages by the index of channel and address.
 * @returns ids of enrolments
 */
export async function readWrittenTo(
  db: Db & Pick<StatementTx, 'now'>,
  writings: readonly Writing[],
): Promise<ReadonlySet<string>> {
  const asked = writings.map(({ provider, ...writing }) => ({
    ...writing,
    providers: providersOf(providerEntry(provider).family),
  }));
  const rows = await db.rows(findWrittenTo, JSON.stringify(asked), new Date(db.now.getTime() - ONE_ADDRESS_MS));
  return new Set(rows.map(({ enrolmentId }) => enrolmentId));
}
