/** What the machine wants to know of many people at once: each a statement over a batch, which looks up row by row. */
import { composedStatement, Parameters, THIS_WORKSPACE, workspaceStatement } from '@/server/db/statement';
import type { StatementTx } from '@/server/db/workspace';
import { FAMILIES, providerEntry, providersOf, type Family, type ProviderId } from '@/server/providers/catalog';
import { wantsNoReminders } from '@/server/resources/abandoned-cart/opted-out';
import { compile } from '@/server/resources/audience-segments/compile';
import { propertyPredicate, sameProperty } from '@/server/resources/audience-segments/conditions';
import type { Definition } from '@/server/resources/audience-segments/schema';
import {
  addressOf,
  OLDEST_FIRST,
  reached,
  subscriptionOf,
  suppressedIn,
} from '@/server/resources/broadcasts/recipients';
import { hasOrdered } from '@/server/resources/integrations/has-bought';
import { FRESH_HOURS } from '@/server/resources/integrations/vocabulary';
import { getsCodes, standsIn } from '@/server/resources/integrations/codes-list';
import type { WaitProperty } from '@/server/resources/funnels/definition-schema';
import { TOLD_LATE_MS } from '@/server/resources/funnels/hear';
import type { CodeInShops, Reach } from '@/server/resources/funnels/machine';
import { shopEventOfRef, type Standing } from '@/server/resources/funnels/standing';
import type { MessageAnswer, WaitEvent } from '@/server/resources/funnels/vocabulary';

type Db = Pick<StatementTx, 'rows'>;

/** How long a step with onePerAddress writes to an address for one contact only. */
const ONE_ADDRESS_MS = 24 * 60 * 60_000;

const newestChannels = workspaceStatement<{ provider: ProviderId; id: string }, [providers: string[]]>(
  'funnels.newest-channels',
  `SELECT DISTINCT ON (c.provider) c.provider, c.id FROM "ChannelIntegration" c WHERE c."accountId" = $1 AND c.provider = ANY ($2::text[]) AND c.status = 'active'
   ORDER BY c.provider, c."createdAt" DESC, c.id DESC`,
);

/** The newest active channel of each provider. */
export async function readChannels(db: Db, providers: readonly ProviderId[]): Promise<ReadonlyMap<ProviderId, string>> {
  return new Map((await db.rows(newestChannels, [...providers])).map(({ provider, id }) => [provider, id]));
}

const reachStatements = new Map(
  FAMILIES.map((family) => [
    family,
    workspaceStatement<{ contactId: string; address: string | null; optedOut: boolean }, [contactIds: string[]]>(
      `funnels.reach.${family}`,
      `WITH audience AS MATERIALIZED (SELECT unnest($2::text[]) AS id)
       SELECT c.id AS "contactId", ${addressOf(family)} AS address,
         (${subscriptionOf(family)} IN ('unsubscribed', 'pending') OR ${suppressedIn(family)}) AS "optedOut" FROM ${reached([family])}`,
    ),
  ]),
);

/** Where contacts are reached in a family, as broadcasts find it. */
export async function readReach(
  db: Db,
  family: Family,
  contactIds: readonly string[],
): Promise<ReadonlyMap<string, Reach>> {
  const statement = reachStatements.get(family);
  if (statement === undefined) throw new Error(`There is no family ${family}.`);
  const rows = await db.rows(statement, [...contactIds]);
  return new Map(
    rows.map(({ contactId, address, optedOut }) => [contactId, { recipient: optedOut ? null : address, optedOut }]),
  );
}

const countMessages = workspaceStatement<{ contactId: string; messages: number }, [contactIds: string[], since: Date]>(
  'funnels.count-messages',
  `SELECT g.id AS "contactId", m.messages FROM unnest($2::text[]) AS g(id)
   CROSS JOIN LATERAL (SELECT count(*)::int AS messages FROM "MarketingMessage" m WHERE m."accountId" = ${THIS_WORKSPACE} AND m."contactId" = g.id AND m."createdAt" > $3::timestamptz
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

/** Those of the contacts who are in the definition now. @param now the service's time */
export async function readMembers(
  db: Db,
  definition: Definition,
  contactIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const parameters = new Parameters();
  const ids = parameters.add([...contactIds], 'text[]');
  const slice = `SELECT k.* FROM unnest(${ids}) AS g(id) CROSS JOIN LATERAL (SELECT * FROM "Contact" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = g.id OFFSET 0) k`;
  const { from, where } = compile(definition, now, parameters, slice);
  const rows = await db.rows(
    composedStatement<{ id: string }>(`SELECT c.id FROM ${from} WHERE ${where}`),
    ...parameters.values,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Of an enrolment, why it may have to end. */
export interface ExitQuestion {
  id: string;
  contactId: string;
  enteredAt: Date;
  reminderId: string | null;
  checkoutId: string | null;
  /** Whether it is about a cart, so that an opt-out from mails about carts counts. */
  isAboutCart: boolean;
  /** The list that it began by; null, or of one that is gone: it does not matter. */
  listId: string | null;
}

export interface ExitFacts {
  isRecovered: boolean;
  /** Bought since they came in. */
  hasBought: boolean;
  cartOptedOut: boolean;
  leftList: boolean;
}

const findExits = workspaceStatement<ExitFacts & { id: string }, [questions: string]>(
  'funnels.exits',
  `SELECT q.id,
     (coalesce(r."isRecovered", false) OR coalesce(k."isCompleted", false)) AS "isRecovered",
     EXISTS (SELECT FROM "Purchase" p WHERE p."accountId" = ${THIS_WORKSPACE} AND p."contactId" = q."contactId" AND p.at > q."enteredAt") AS "hasBought",
     coalesce(o."optedOut", false) AS "cartOptedOut",
     (EXISTS (SELECT FROM "ContactList" l WHERE l."accountId" = ${THIS_WORKSPACE} AND l.id = q."listId") AND NOT EXISTS (SELECT FROM "ContactListMember" m WHERE m."accountId" = ${THIS_WORKSPACE} AND m."listId" = q."listId" AND m."contactId" = q."contactId")) AS "leftList"
   FROM jsonb_to_recordset($2::jsonb) AS q(id text, "contactId" text, "enteredAt" timestamptz, "reminderId" text, "checkoutId" text, "isAboutCart" boolean, "listId" text)
   LEFT JOIN LATERAL (
     SELECT e."recoveredAt" IS NOT NULL OR ${hasOrdered({ contactId: 'q."contactId"', email: 'e.email', phoneE164: 'w."phoneE164"', customerRef: 'e."customerId"' }, 'e."sentAt"')} AS "isRecovered"
     FROM "AbandonedCartReminder" e CROSS JOIN LATERAL (SELECT c."phoneE164" FROM "Contact" c WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = q."contactId" OFFSET 0) w
     WHERE e."accountId" = ${THIS_WORKSPACE} AND e.id = q."reminderId" OFFSET 0) r ON true
   LEFT JOIN LATERAL (SELECT c."completedAt" IS NOT NULL AS "isCompleted" FROM "Checkout" c WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = q."checkoutId" OFFSET 0) k ON true
   LEFT JOIN LATERAL (
     SELECT ${wantsNoReminders('c.email')} AS "optedOut" FROM "Contact" c
     WHERE q."isAboutCart" AND c."accountId" = ${THIS_WORKSPACE} AND c.id = q."contactId" OFFSET 0) o ON true
   WHERE $1 <> ''`,
);

export async function readExits(db: Db, questions: readonly ExitQuestion[]): Promise<ReadonlyMap<string, ExitFacts>> {
  const rows = await db.rows(findExits, JSON.stringify(questions));
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
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
     SELECT m.status, m."sentAt" IS NOT NULL AS sent, (m."deliveredAt" IS NOT NULL OR m."openedAt" IS NOT NULL OR m."clickedAt" IS NOT NULL) AS delivered,
       (m."openedAt" IS NOT NULL OR m."clickedAt" IS NOT NULL) AS opened, m."clickedAt" IS NOT NULL AS clicked
     FROM "MarketingMessage" m WHERE m."accountId" = ${THIS_WORKSPACE} AND m."enrolmentId" = g.id AND m."funnelStepId" = g.step
     ORDER BY m.status = 'skipped', m."createdAt" DESC, m.id DESC LIMIT 1) m ON true
   LEFT JOIN LATERAL (
     SELECT p.outcome FROM "FunnelPassage" p WHERE p."accountId" = ${THIS_WORKSPACE} AND p."enrolmentId" = g.id AND p."stepId" = g.step ORDER BY p.position DESC LIMIT 1) p ON true
   WHERE $1 <> ''`,
);

/** What became of the message of a step: all that is true of it. @returns by `<enrolmentId> <stepId>` */
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
    rows.map(({ enrolmentId, stepId, status, outcome, ...told }) => {
      const answers = new Set<MessageAnswer>();
      for (const each of ['sent', 'delivered', 'opened', 'clicked'] as const)
        if (told[each] === true) answers.add(each);
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
     SELECT k.id, k."createdAt" AS at FROM "MarketingMessage" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k."enrolmentId" = g.id AND k."funnelStepId" = g.step
       AND (k.status <> 'skipped' OR k."doubtedAt" IS NOT NULL) ORDER BY k."createdAt", k.id LIMIT 1) m
   WHERE $1 <> ''`,
);

/**
 * Messages of steps that are not skipped, or that a vendor may have all the same. No unique index says that there is one at
 * most, for it would be one more on the hottest table, with the status in it, which changes on the row's page now: who asks
 * holds the enrolment's row to the end of the transaction that makes the message, so nobody else makes one meanwhile.
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

/** Types of triggers by what waits for them (server/events/triggers.ts). */
const TRIGGER_OF: Readonly<Record<WaitEvent, string>> = {
  purchase: 'purchase',
  'cart.recovered': 'cart_recovered',
  'order.refunded': 'order_refunded',
  'message.opened': 'message_opened',
  'message.clicked': 'message_clicked',
  'message.replied': 'message_replied',
  list_added: 'list_added',
  event: 'shop_event',
};

const findUnheard = workspaceStatement<{ contactId: string; type: string }, [contactIds: string[], by: Date]>(
  'funnels.unheard',
  `SELECT DISTINCT g.id AS "contactId", e.type FROM unnest($2::text[]) AS g(id)
   CROSS JOIN LATERAL (SELECT d.type FROM "DomainEvent" d WHERE d."accountId" = ${THIS_WORKSPACE} AND d."subjectId" = g.id AND d."dueAt" IS NOT NULL AND d."createdAt" <= $3::timestamptz OFFSET 0) e
   WHERE $1 <> ''`,
);

/** What happened to contacts by then and was not taken from the outbox yet. */
export async function readUnheard(
  db: Db,
  contactIds: readonly string[],
  by: Date,
): Promise<(contactId: string, events: readonly WaitEvent[]) => boolean> {
  const rows = await db.rows(findUnheard, [...contactIds], by);
  const found = new Set(rows.map(({ contactId, type }) => `${contactId} ${type}`));
  return (contactId, events) => events.some((event) => found.has(`${contactId} ${TRIGGER_OF[event]}`));
}

/**
 * Of the enrolments, those to whose contact the shop told of such an event since they came in, as `hear` counts it, with
 * properties as asked. The event that let somebody in is not one: it is what the others are compared with.
 * @returns their ids
 */
export async function readTold(
  db: Db & Pick<StatementTx, 'now'>,
  { name, where }: { name: string; where: readonly WaitProperty[] },
  standings: readonly Pick<Standing, 'id' | 'contactId' | 'enteredAt' | 'triggerRef'>[],
): Promise<ReadonlySet<string>> {
  const parameters = new Parameters();
  const asked = parameters.add(
    JSON.stringify(
      standings.map(({ id, contactId, enteredAt, triggerRef }) => ({
        id,
        contactId,
        enteredAt,
        entryId: shopEventOfRef(triggerRef),
      })),
    ),
    'jsonb',
  );
  const event = parameters.add(name, 'text');
  const late = `make_interval(secs => ${parameters.add(TOLD_LATE_MS / 1000, 'int')})`;
  const fresh = `make_interval(hours => ${parameters.add(FRESH_HOURS, 'int')})`;
  const conditions = where.map(({ entryProperty, ...each }) =>
    entryProperty === undefined
      ? propertyPredicate('e.properties', each, db.now, parameters)
      : sameProperty('e.properties', each.property, 'n.properties', entryProperty, parameters),
  );
  const rows = await db.rows(
    composedStatement<{ id: string }>(
      `SELECT q.id FROM jsonb_to_recordset(${asked}) AS q(id text, "contactId" text, "enteredAt" timestamptz, "entryId" text)
       LEFT JOIN LATERAL (
         SELECT e.properties FROM "ShopperEvent" e WHERE e."accountId" = ${THIS_WORKSPACE} AND e."contactId" = q."contactId" AND e.id = q."entryId"
           AND e.at BETWEEN q."enteredAt" - ${fresh} AND q."enteredAt" LIMIT 1) n ON true
       WHERE $1 <> '' AND EXISTS (
         SELECT FROM "ShopperEvent" e WHERE e."accountId" = ${THIS_WORKSPACE} AND e."contactId" = q."contactId" AND e.name = ${event}
           AND e.at >= q."enteredAt" - ${late} AND e."createdAt" >= q."enteredAt" AND e.id IS DISTINCT FROM q."entryId" AND (${conditions.join(') AND (')}))`,
    ),
    ...parameters.values,
  );
  return new Set(rows.map(({ id }) => id));
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
     SELECT q.*, row_number() OVER (PARTITION BY q."funnelId", q."stepId", q.recipient COLLATE "C" ORDER BY ${OLDEST_FIRST('c', 'id')}) AS place
     FROM jsonb_to_recordset($2::jsonb) AS q("enrolmentId" text, "funnelId" text, "stepId" text, "contactId" text, providers jsonb, recipient text)
     CROSS JOIN LATERAL (SELECT k.id, k."createdAt" FROM "Contact" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = q."contactId" OFFSET 0) c) w
   WHERE $1 <> '' AND (w.place > 1 OR EXISTS (
     SELECT FROM (SELECT i.id, i.provider FROM "ChannelIntegration" i WHERE i."accountId" = ${THIS_WORKSPACE} AND w.providers ? i.provider OFFSET 0) i
     CROSS JOIN LATERAL (
       SELECT FROM "MarketingMessage" m WHERE m."channelIntegrationId" = i.id AND m.recipient = w.recipient AND m."createdAt" > $3::timestamptz AND m."enrolmentId" IS NOT NULL
         AND m."accountId" = ${THIS_WORKSPACE} AND m."funnelId" = w."funnelId" AND m."funnelStepId" = w."stepId" AND m."contactId" IS DISTINCT FROM w."contactId"
         AND (m.status <> 'skipped' OR m."doubtedAt" IS NOT NULL) LIMIT 1) m))`,
);

/**
 * Of messages that are about to be made, those whose step wrote to the address for another contact within 24 hours; of several
 * to one address the oldest contact's is not among them. Exact while nobody else leads people through the funnel
 * (lockAddresses). Messages are found by channel and address, which an index has.
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

const findCodes = workspaceStatement<
  { id: string; pushed: number; pending: number; others: number },
  [ids: string[], now: Date]
>(
  'funnels.codes-in-shops',
  `SELECT g.id, s.pushed, s.pending, s.others FROM unnest($2::text[]) AS g(id)
   CROSS JOIN LATERAL (
     SELECT count(*) FILTER (WHERE c.state = 'pushed')::int AS pushed, count(*) FILTER (WHERE c.state = 'pending')::int AS pending, count(*) FILTER (WHERE c.state NOT IN ('pushed', 'pending'))::int AS others
     FROM "Integration" i ${standsIn('i', 'g.id', '$3')} WHERE i."accountId" = ${THIS_WORKSPACE} AND ${getsCodes('i')} OFFSET 0) s
   WHERE $1 <> ''`,
);

/** Where a code stands of which this many shops have it, have still to be told of it, or would not take it. */
function codeStands({ pushed, pending, others }: { pushed: number; pending: number; others: number }): CodeInShops {
  if (pending > 0) return pushed > 0 ? 'partly' : 'pending';
  return pushed > 0 || others === 0 ? 'ready' : 'missing';
}

/**
 * Whether codes are where they can be used: in one of the shops that get them, or no shop gets any. A shop that cannot be
 * told of them now, because it is in error or has not been looked at yet, gets them all the same.
 */
export async function readCodes(
  db: Db & Pick<StatementTx, 'now'>,
  codeIds: readonly string[],
): Promise<ReadonlyMap<string, CodeInShops>> {
  const rows = await db.rows(findCodes, [...codeIds], db.now);
  return new Map(rows.map(({ id, ...shops }) => [id, codeStands(shops)]));
}

const findLists = workspaceStatement<{ id: string }, [ids: string[]]>(
  'funnels.lists',
  `SELECT l.id FROM "ContactList" l WHERE l."accountId" = $1 AND l.id = ANY ($2::text[])`,
);

export async function readLists(db: Db, listIds: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await db.rows(findLists, [...listIds])).map(({ id }) => id));
}
