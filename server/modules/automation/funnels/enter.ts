/**
 * Letting people into funnels (docs/contract/funnels.md#entering): one statement checks all given triggers and enrols
 * the people who may enter.
 */
import { DAY_MS, HOUR_MS } from '@/server/platform/lib/durations';
import { composedStatement, Parameters, THIS_WORKSPACE } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { wantsNoReminders } from '@/server/modules/offers/abandoned-cart/opted-out';
import { compile } from '@/server/modules/audience/audience-segments/compile';
import type { FunnelDefinition } from '@/server/modules/automation/funnels/definition-schema';
import { hasOrdered } from '@/server/modules/shops/orders/has-bought';
import type { Cart } from '@/server/modules/automation/funnels/enrolment-state';
import { MOST_AT_A_TIME, type Refusal } from '@/server/modules/automation/funnels/vocabulary';

/** A person whom a trigger would let in. A call contains each contact only once. */
export interface Given {
  contactId: string;
  /** Unique with funnel and contact: the same trigger never enrols the same contact twice. */
  triggerRef: string;
  /** The time of the trigger; the person stands at the first step since then. */
  at: Date;
  cart: Cart | null;
}

/** The parts of a funnel that decide about new people. */
export interface Entrance {
  funnelId: string;
  version: number;
  definition: Pick<FunnelDefinition, 'trigger' | 'entry' | 'reentry' | 'start'>;
  /** True when the plan has no room for the funnel: nobody is enrolled. */
  isHeld: boolean;
}

export interface Entered {
  entered: number;
  refused: Partial<Record<Refusal, number>>;
}

/**
 * Returns the age in milliseconds beyond which a trigger enrols nobody. List triggers may be older, because members can
 * come by imports.
 */
const freshMs = (trigger: FunnelDefinition['trigger']): number => (trigger.type === 'list_added' ? 7 * DAY_MS : DAY_MS);

/**
 * SQL: true when the contact has an enrolment `e` in the funnel for which `condition` holds. Searches by contact, who
 * has few enrolments. A search by funnel could read the whole funnel for each contact, because PostgreSQL has no
 * statistics yet for a new one.
 */
const hasEnrolment = (contact: string, funnel: string, condition: string): string =>
  `EXISTS (SELECT FROM (SELECT * FROM "FunnelEnrolment" n
    WHERE n."accountId" = ${THIS_WORKSPACE} AND n."contactId" = ${contact} OFFSET 0) e
    WHERE e."funnelId" = ${funnel} AND ${condition})`;

/** SQL: whether the contact of `f` was in the funnel too lately. */
function reentryPredicate({ reentry }: Entrance['definition'], funnel: string, parameters: Parameters): string {
  if (reentry.mode === 'always') return 'false';
  const since =
    reentry.mode === 'once'
      ? 'true'
      : `e."enteredAt" > f.at - make_interval(days => ${parameters.add(reentry.days, 'int')})`;
  return hasEnrolment('f."contactId"', funnel, since);
}

/**
 * SQL of CTEs. `judged` has a row for each new trigger; `fresh` adds the reason why the trigger would not enrol its
 * contact.
 */
interface Judgement {
  ctes: string;
  /** The parameter with the funnel's id. */
  funnel: string;
}

function judgement(
  { funnelId, definition, isHeld }: Entrance,
  given: readonly Given[],
  { now, staleBefore }: { now: Date; staleBefore: Date },
  parameters: Parameters,
): Judgement {
  const funnel = parameters.add(funnelId, 'text');
  const rows = parameters.add(
    JSON.stringify(
      given.map(({ contactId, triggerRef, at, cart }) => ({
        contactId,
        triggerRef,
        at,
        cart,
        reminderId: cart?.kind === 'reminder' ? cart.id : null,
        checkoutId: cart?.kind === 'checkout' ? cart.id : null,
      })),
    ),
    'jsonb',
  );
  const stale = parameters.add(staleBefore, 'timestamptz');
  const isAboutCart = definition.trigger.type === 'abandoned_cart';
  const filter =
    definition.entry === null
      ? undefined
      : compile(
          definition.entry,
          now,
          parameters,
          `SELECT k.* FROM fresh g
            CROSS JOIN LATERAL (SELECT * FROM "Contact" k
            WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = g."contactId" OFFSET 0) k`,
        );
  const cases: readonly (readonly [Refusal, string])[] = [
    ['PLAN_LIMIT', isHeld ? 'true' : 'false'],
    ['STALE', `f.at < ${stale}`],
    ['CART_OPTED_OUT', isAboutCart ? wantsNoReminders('f.email') : 'false'],
    [
      'ALREADY_RECOVERED',
      isAboutCart
        ? `EXISTS (SELECT FROM "AbandonedCartReminder" r
          WHERE r."accountId" = ${THIS_WORKSPACE} AND r.id = f."reminderId" AND (r."recoveredAt" IS NOT NULL
             OR ${hasOrdered({ contactId: 'f."contactId"', email: 'r.email', phoneE164: 'f."phoneE164"', customerRef: 'r."customerId"' }, 'r."sentAt"')}))
           OR EXISTS (SELECT FROM "Checkout" c
             WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = f."checkoutId" AND c."completedAt" IS NOT NULL)`
        : 'false',
    ],
    ['INSIDE', hasEnrolment('f."contactId"', funnel, `e.status = 'active'`)],
    ['REENTRY', reentryPredicate(definition, funnel, parameters)],
    ['ENTRY_FILTER', filter === undefined ? 'false' : `NOT EXISTS (SELECT FROM filtered m WHERE m.id = f."contactId")`],
    [
      'TOO_MANY',
      `(SELECT count(*) FROM "FunnelEnrolment" e
        WHERE e."accountId" = ${THIS_WORKSPACE} AND e."contactId" = f."contactId"
        AND e.status = 'active') >= ${MOST_AT_A_TIME}`,
    ],
  ];
  return {
    funnel,
    ctes: `fresh AS MATERIALIZED (
       SELECT g."contactId", g."triggerRef", g.at, nullif(g.cart, 'null') AS cart, g."reminderId", g."checkoutId",
         c.email, c."phoneE164"
       FROM jsonb_to_recordset(${rows}) AS g("contactId" text, "triggerRef" text, at timestamptz, cart jsonb,
         "reminderId" text, "checkoutId" text)
       CROSS JOIN LATERAL (SELECT k.email, k."phoneE164" FROM "Contact" k
         WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = g."contactId" OFFSET 0) c
       WHERE NOT ${hasEnrolment('g."contactId"', funnel, 'e."triggerRef" = g."triggerRef"')}),
     ${filter === undefined ? '' : `filtered AS MATERIALIZED (SELECT c.id FROM ${filter.from} WHERE ${filter.where}),`}
     judged AS MATERIALIZED (
       SELECT f.*, CASE ${cases
         .filter(([, sql]) => sql !== 'false')
         .map(([refusal, sql]) => `WHEN ${sql} THEN '${refusal}'`)
         .join('\n')} END AS refusal FROM fresh f)`,
  };
}

/**
 * Returns why a trigger would not enrol its contact at the trigger's time, however long ago; null when it would. Writes
 * and counts nothing.
 */
export async function judge(
  db: Pick<StatementTx, 'rows' | 'now'>,
  entrance: Entrance,
  given: Given,
): Promise<Refusal | null> {
  const parameters = new Parameters();
  const { ctes } = judgement(entrance, [given], { now: db.now, staleBefore: given.at }, parameters);
  const [judged] = await db.rows(
    composedStatement<{ refusal: Refusal | null }>(`WITH ${ctes} SELECT j.refusal FROM judged j WHERE $1 <> ''`),
    ...parameters.values,
  );
  return judged?.refusal ?? null;
}

/**
 * Enrols the people who may enter, counts the others by their first refusal reason, and updates the cart of people
 * inside. A repeated trigger is ignored and not counted. The caller holds the shared lock of funnels.
 */
export async function enter(tx: StatementTx, entrance: Entrance, given: readonly Given[]): Promise<Entered> {
  if (given.length === 0) return { entered: 0, refused: {} };
  const { now } = tx;
  const { version, definition } = entrance;
  const parameters = new Parameters();
  const staleBefore = new Date(now.getTime() - freshMs(definition.trigger));
  const { ctes, funnel } = judgement(entrance, given, { now, staleBefore }, parameters);
  const hour = parameters.add(new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS), 'timestamptz');
  const statement = composedStatement<{ refusal: Refusal | null; people: number }>(
    `WITH ${ctes},
     entered AS (
       INSERT INTO "FunnelEnrolment" ("accountId", "funnelId", version, "contactId", "triggerRef", status, "stepId",
         "stepSince", "dueAt", cart, "enteredAt")
       SELECT $1, ${funnel}, ${parameters.add(version, 'int')}, j."contactId", j."triggerRef", 'active',
         ${parameters.add(definition.start, 'text')}, j.at, j.at, j.cart, j.at
       FROM judged j WHERE j.refusal IS NULL ORDER BY j."contactId"
       ON CONFLICT DO NOTHING RETURNING "contactId", "triggerRef"),
     replaced AS (
       UPDATE "FunnelEnrolment" e SET cart = g.cart, heard = e.heard - 'cart.recovered' FROM (
         SELECT i.id, j.cart FROM judged j CROSS JOIN LATERAL (
           SELECT n.id FROM "FunnelEnrolment" n
             WHERE n."accountId" = ${THIS_WORKSPACE} AND n."contactId" = j."contactId" AND n."funnelId" = ${funnel}
             AND n.status = 'active' OFFSET 0) i
         WHERE j.refusal = 'INSIDE' AND j.cart IS NOT NULL) g
       WHERE e."accountId" = $1 AND e.id = g.id),
     -- Whom somebody else let in at the same time is inside by now. Looked up in a hash: joined, each would be compared with each.
     outcome AS (
       SELECT CASE WHEN j.refusal IS NULL
         AND (j."contactId", j."triggerRef") NOT IN (SELECT n."contactId", n."triggerRef" FROM entered n) THEN 'INSIDE'
         ELSE j.refusal END AS refusal, count(*)::int AS people
       FROM judged j GROUP BY 1 ORDER BY 1),
     counted AS (
       INSERT INTO "FunnelRefusal" AS r ("accountId", "funnelId", at, reason, people)
       SELECT $1, ${funnel}, ${hour}, o.refusal, o.people FROM outcome o WHERE o.refusal IS NOT NULL
       ON CONFLICT ("accountId", "funnelId", at, reason) DO UPDATE SET people = r.people + excluded.people)
     SELECT o.refusal, o.people FROM outcome o`,
  );
  const outcomes = await tx.rows(statement, ...parameters.values);
  const entered = outcomes.find(({ refusal }) => refusal === null)?.people ?? 0;
  const refused = Object.fromEntries(
    outcomes.flatMap(({ refusal, people }) => (refusal === null ? [] : [[refusal, people]])),
  ) as Entered['refused'];
  return { entered, refused };
}
