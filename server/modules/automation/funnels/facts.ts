/**
 * The facts about a batch of people that the machine reads: one statement a question, each with one index lookup per
 * person.
 */
import { composedStatement, Parameters, THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { FAMILIES, type Family, type ProviderId } from '@/server/platform/vendors/provider-ids';
import { wantsNoReminders } from '@/server/modules/offers/abandoned-cart/opted-out';
import { compile } from '@/server/modules/audience/audience-segments/compile';
import { propertyPredicate, sameProperty } from '@/server/modules/audience/audience-segments/conditions';
import type { Definition } from '@/server/modules/audience/audience-segments/schema';
import { addressOf, reached, subscriptionOf, suppressedIn } from '@/server/modules/messaging/broadcasts/recipients';
import { hasOrdered } from '@/server/modules/shops/orders/has-bought';
import { FRESH_HOURS } from '@/server/modules/shops/connections/vocabulary';
import { getsCodes, standsIn } from '@/server/modules/shops/connections/codes-list';
import type { WaitProperty } from '@/server/modules/automation/funnels/step-schema';
import { REPORTED_LATE_MS } from '@/server/modules/automation/funnels/record-event';
import type { CodeInShops, Reach } from '@/server/modules/automation/funnels/machine';
import { shopEventOfRef, type EnrolmentState } from '@/server/modules/automation/funnels/enrolment-state';
import type { WaitEvent } from '@/server/modules/automation/funnels/vocabulary';

export type Db = Pick<StatementTx, 'rows'>;

const newestChannels = workspaceStatement<{ provider: ProviderId; id: string }, [providers: string[]]>(
  'funnels.newest-channels',
  `SELECT DISTINCT ON (c.provider) c.provider, c.id FROM "ChannelIntegration" c
    WHERE c."accountId" = $1 AND c.provider = ANY ($2::text[]) AND c.status = 'active'
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
         (${subscriptionOf(family)} IN ('unsubscribed', 'pending') OR ${suppressedIn(family)}) AS "optedOut"
           FROM ${reached([family])}`,
    ),
  ]),
);

/** Reads how contacts can be reached in a family, by the same rules as broadcasts. */
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

/** Returns the contacts who match the definition now. @param now the service's time */
export async function readMembers(
  db: Db,
  definition: Definition,
  contactIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const parameters = new Parameters();
  const ids = parameters.add([...contactIds], 'text[]');
  const slice = `SELECT k.* FROM unnest(${ids}) AS g(id)
    CROSS JOIN LATERAL (SELECT * FROM "Contact" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = g.id OFFSET 0) k`;
  const { from, where } = compile(definition, now, parameters, slice);
  const rows = await db.rows(
    composedStatement<{ id: string }>(`SELECT c.id FROM ${from} WHERE ${where}`),
    ...parameters.values,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The facts about an enrolment that decide whether it must end. */
export interface ExitQuestion {
  id: string;
  contactId: string;
  enteredAt: Date;
  reminderId: string | null;
  checkoutId: string | null;
  /** True when the funnel is about a cart, so that an opt-out from cart reminders counts. */
  isAboutCart: boolean;
  /** The list whose trigger enrolled the person; null, or the id of a deleted list, means that no list counts. */
  listId: string | null;
}

export interface ExitFacts {
  isRecovered: boolean;
  /** True when the contact has bought since entering the funnel. */
  hasBought: boolean;
  cartOptedOut: boolean;
  leftList: boolean;
}

const findExits = workspaceStatement<ExitFacts & { id: string }, [questions: string]>(
  'funnels.exits',
  `SELECT q.id,
     (coalesce(r."isRecovered", false) OR coalesce(k."isCompleted", false)) AS "isRecovered",
     EXISTS (SELECT FROM "Purchase" p WHERE p."accountId" = ${THIS_WORKSPACE} AND p."contactId" = q."contactId"
       AND p.at > q."enteredAt") AS "hasBought",
     coalesce(o."optedOut", false) AS "cartOptedOut",
     (EXISTS (SELECT FROM "ContactList" l WHERE l."accountId" = ${THIS_WORKSPACE} AND l.id = q."listId")
       AND NOT EXISTS (SELECT FROM "ContactListMember" m
       WHERE m."accountId" = ${THIS_WORKSPACE} AND m."listId" = q."listId"
       AND m."contactId" = q."contactId")) AS "leftList"
   FROM jsonb_to_recordset($2::jsonb) AS q(id text, "contactId" text, "enteredAt" timestamptz, "reminderId" text,
     "checkoutId" text, "isAboutCart" boolean, "listId" text)
   LEFT JOIN LATERAL (
     SELECT e."recoveredAt" IS NOT NULL OR ${hasOrdered({ contactId: 'q."contactId"', email: 'e.email', phoneE164: 'w."phoneE164"', customerRef: 'e."customerId"' }, 'e."sentAt"')} AS "isRecovered"
     FROM "AbandonedCartReminder" e
       CROSS JOIN LATERAL (SELECT c."phoneE164" FROM "Contact" c
       WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = q."contactId" OFFSET 0) w
     WHERE e."accountId" = ${THIS_WORKSPACE} AND e.id = q."reminderId" OFFSET 0) r ON true
   LEFT JOIN LATERAL (SELECT c."completedAt" IS NOT NULL AS "isCompleted" FROM "Checkout" c
     WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = q."checkoutId" OFFSET 0) k ON true
   LEFT JOIN LATERAL (
     SELECT ${wantsNoReminders('c.email')} AS "optedOut" FROM "Contact" c
     WHERE q."isAboutCart" AND c."accountId" = ${THIS_WORKSPACE} AND c.id = q."contactId" OFFSET 0) o ON true
   WHERE $1 <> ''`,
);

export async function readExits(db: Db, questions: readonly ExitQuestion[]): Promise<ReadonlyMap<string, ExitFacts>> {
  const rows = await db.rows(findExits, JSON.stringify(questions));
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

/** The trigger types, by the event that a wait waits for (server/platform/outbox/triggers.ts). */
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
   CROSS JOIN LATERAL (SELECT d.type FROM "DomainEvent" d
     WHERE d."accountId" = ${THIS_WORKSPACE} AND d."subjectId" = g.id AND d."dueAt" IS NOT NULL
     AND d."createdAt" <= $3::timestamptz OFFSET 0) e
   WHERE $1 <> ''`,
);

/** Reads the contacts' events that happened by then and still wait in the outbox. */
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
 * Returns the enrolments whose contact had such an event, with matching properties, since entering; counted as
 * `recordEvent` does. The event that enrolled the person does not count: the others are compared with it.
 * @returns ids of enrolments
 */
export async function readHappened(
  db: Db & Pick<StatementTx, 'now'>,
  { name, where }: { name: string; where: readonly WaitProperty[] },
  states: readonly Pick<EnrolmentState, 'id' | 'contactId' | 'enteredAt' | 'triggerRef'>[],
): Promise<ReadonlySet<string>> {
  const parameters = new Parameters();
  const asked = parameters.add(
    JSON.stringify(
      states.map(({ id, contactId, enteredAt, triggerRef }) => ({
        id,
        contactId,
        enteredAt,
        entryId: shopEventOfRef(triggerRef),
      })),
    ),
    'jsonb',
  );
  const event = parameters.add(name, 'text');
  const late = `make_interval(secs => ${parameters.add(REPORTED_LATE_MS / 1000, 'int')})`;
  const fresh = `make_interval(hours => ${parameters.add(FRESH_HOURS, 'int')})`;
  const conditions = where.map(({ entryProperty, ...each }) =>
    entryProperty === undefined
      ? propertyPredicate('e.properties', each, db.now, parameters)
      : sameProperty('e.properties', each.property, 'n.properties', entryProperty, parameters),
  );
  const rows = await db.rows(
    composedStatement<{ id: string }>(
      `SELECT q.id FROM jsonb_to_recordset(${asked}) AS q(id text, "contactId" text, "enteredAt" timestamptz,
        "entryId" text)
       LEFT JOIN LATERAL (
         SELECT e.properties FROM "ShopperEvent" e
           WHERE e."accountId" = ${THIS_WORKSPACE} AND e."contactId" = q."contactId" AND e.id = q."entryId"
           AND e.at BETWEEN q."enteredAt" - ${fresh} AND q."enteredAt" LIMIT 1) n ON true
       WHERE $1 <> '' AND EXISTS (
         SELECT FROM "ShopperEvent" e WHERE e."accountId" = ${THIS_WORKSPACE} AND e."contactId" = q."contactId"
           AND e.name = ${event}
           AND e.at >= q."enteredAt" - ${late} AND e."createdAt" >= q."enteredAt" AND e.id
             IS DISTINCT FROM q."entryId" AND (${conditions.join(') AND (')}))`,
    ),
    ...parameters.values,
  );
  return new Set(rows.map(({ id }) => id));
}

const findCodes = workspaceStatement<
  { id: string; pushed: number; pending: number; others: number },
  [ids: string[], now: Date]
>(
  'funnels.codes-in-shops',
  `SELECT g.id, s.pushed, s.pending, s.others FROM unnest($2::text[]) AS g(id)
   CROSS JOIN LATERAL (
     SELECT count(*) FILTER (WHERE c.state = 'pushed')::int AS pushed,
       count(*) FILTER (WHERE c.state = 'pending')::int AS pending,
       count(*) FILTER (WHERE c.state NOT IN ('pushed', 'pending'))::int AS others
     FROM "Integration" i ${standsIn('i', 'g.id', '$3')}
       WHERE i."accountId" = ${THIS_WORKSPACE} AND ${getsCodes('i')} OFFSET 0) s
   WHERE $1 <> ''`,
);

/** Returns the state of a code that this many shops have, still wait for, or would not take. */
function codeStands({ pushed, pending, others }: { pushed: number; pending: number; others: number }): CodeInShops {
  if (pending > 0) return pushed > 0 ? 'partly' : 'pending';
  return pushed > 0 || others === 0 ? 'ready' : 'missing';
}

/**
 * Reads whether codes can be used yet: the code is in one of the shops that get codes, or no shop gets any. A shop that
 * cannot be notified at the moment, because it is in error or was not checked yet, still counts as a shop that gets the
 * code.
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
