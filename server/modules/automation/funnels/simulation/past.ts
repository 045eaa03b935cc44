/** Simulates a funnel with the real events of the past (docs/contract/funnels.md#simulate). */
import { DAY_MS } from '@/server/platform/lib/durations';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { TakenTrigger } from '@/server/platform/outbox/trigger-queue';
import { wantsNoReminders } from '@/server/modules/offers/abandoned-cart/opted-out';
import type { FunnelDefinition } from '@/server/modules/automation/funnels/definition-schema';
import { localTime, zoneOf } from '@/server/platform/lib/local-time';
import { simulatedFacts } from '@/server/modules/automation/funnels/simulation/facts';
import { readPastTriggers, type PastTrigger } from '@/server/modules/automation/funnels/past-triggers';
import { readFunnel } from '@/server/modules/automation/funnels/rows';
import type { SimulatedPast } from '@/server/modules/automation/funnels/schema';
import { planSimulation } from '@/server/modules/automation/funnels/simulation/simulate';
import type { Cart } from '@/server/modules/automation/funnels/enrolment-state';
import { simulateEnrolment, type Known, type Script } from '@/server/modules/automation/funnels/simulation/enrolment';
import type { Plan } from '@/server/modules/automation/funnels/versions';
import type { Refusal } from '@/server/modules/automation/funnels/vocabulary';

/** The most people that are simulated at once. */
const AT_ONCE = 500;

interface PersonRow {
  id: string;
  timezone: unknown;
  workspaceZone: string;
  cartOptedOut: boolean;
  purchases: Date[] | null;
}

const findPeople = workspaceStatement<PersonRow, [contactIds: string[], from: Date]>(
  'funnels.replayed-people',
  `SELECT c.id, c.attributes->'timezone' AS timezone, a."timeZone" AS "workspaceZone",
    ${wantsNoReminders('c.email')} AS "cartOptedOut", p.purchases
   FROM "Account" a CROSS JOIN LATERAL (SELECT g.id FROM unnest($2::text[]) AS g(id) OFFSET 0) g
   CROSS JOIN LATERAL (SELECT * FROM "Contact" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = g.id OFFSET 0) c
   CROSS JOIN LATERAL (SELECT array_agg(p.at ORDER BY p.at) AS purchases FROM "Purchase" p
     WHERE p."accountId" = ${THIS_WORKSPACE} AND p."contactId" = g.id AND p.at > $3::timestamptz OFFSET 0) p
   WHERE a.id = $1`,
);

const findZone = workspaceStatement<{ timeZone: string }>(
  'funnels.zone',
  `SELECT a."timeZone" FROM (SELECT $1::text AS id) w JOIN "Account" a ON a.id = w.id`,
);

/** @throws AppError NOT_FOUND, INVALID_FUNNEL */
export async function simulatePast(
  db: WorkspaceDb,
  { id, withinDays }: { id: string; withinDays: number },
): Promise<SimulatedPast> {
  const { plan } = await planSimulation(db, await readFunnel(db, id));
  const to = db.now;
  const from = new Date(to.getTime() - withinDays * DAY_MS);
  const byContact = new Map<string, PastTrigger[]>();
  for (const trigger of await readPastTriggers(db, plan.definition.trigger, { from, to })) {
    const theirs = byContact.get(trigger.contactId);
    if (theirs === undefined) byContact.set(trigger.contactId, [trigger]);
    else theirs.push(trigger);
  }
  const [workspace] = await db.rows(findZone);
  const tally = new Tally(orNotFound(workspace).timeZone, { from, to });
  const ids = [...byContact.keys()];
  const factsOf = simulatedFacts(db, plan, from);
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const people = await db.rows(findPeople, ids.slice(at, at + AT_ONCE), from);
    await Promise.all(
      people.map(({ id: contactId, timezone, workspaceZone, cartOptedOut, purchases }) =>
        replay(plan, {
          known: factsOf({ contactId, zone: zoneOf(timezone, workspaceZone) }),
          triggers: byContact.get(contactId) ?? [],
          purchases: purchases ?? [],
          cartOptedOut,
          to,
          tally,
        }),
      ),
    );
  }
  return tally.result;
}

interface Person {
  known: Known;
  /** The triggers in their order. */
  triggers: readonly PastTrigger[];
  purchases: readonly Date[];
  cartOptedOut: boolean;
  to: Date;
  tally: Tally;
}

async function replay(plan: Plan, { known, triggers, purchases, cartOptedOut, to, tally }: Person): Promise<void> {
  const { definition } = plan;
  const script = scriptOf(known.contactId, triggers, purchases);
  let last: { enteredAt: Date; endsAt: Date | null } | undefined;
  for (const { triggerRef, at, cart, recoveredAt } of triggers) {
    const refusal = await refusalOf();
    if (refusal !== null) {
      tally.refused(refusal);
      continue;
    }
    const { timeline, endsAt } = await simulateEnrolment(plan, known, script, {
      triggerRef,
      enteredAt: at,
      cart,
      until: to,
    });
    last = { enteredAt: at, endsAt };
    tally.entered(at);
    for (const { stepId, outcome } of timeline) if (outcome === 'sent') tally.sent(stepId);

    /** Returns the refusal, checked in the order of the contract, as far as the past is known. */
    async function refusalOf(): Promise<Refusal | null> {
      if (definition.trigger.type === 'abandoned_cart' && cartOptedOut) return 'CART_OPTED_OUT';
      if (recoveredAt !== null && recoveredAt <= at) return 'ALREADY_RECOVERED';
      if (last !== undefined && (last.endsAt === null || last.endsAt > at)) return 'INSIDE';
      if (last !== undefined && !mayComeAgain(definition, last.enteredAt, at)) return 'REENTRY';
      return definition.entry !== null && !(await known.isIn(definition.entry)) ? 'ENTRY_FILTER' : null;
    }
  }
}

const mayComeAgain = ({ reentry }: FunnelDefinition, before: Date, at: Date): boolean =>
  reentry.mode === 'always' ||
  (reentry.mode === 'after_days' && before.getTime() <= at.getTime() - reentry.days * DAY_MS);

/** Returns a script of the person's real past events; whether they would have opened a message is unknown. */
function scriptOf(contactId: string, triggers: readonly PastTrigger[], purchases: readonly Date[]): Script {
  const base = { position: 0n, attempts: 0, contactId };
  const events: TakenTrigger[] = [
    ...triggers.flatMap(({ cart, recoveredAt }): TakenTrigger[] =>
      cart === null || recoveredAt === null
        ? []
        : [{ ...base, at: recoveredAt, type: 'cart_recovered', data: recovered(cart) }],
    ),
    ...purchases.map((at): TakenTrigger => ({ ...base, at, type: 'purchase', data: { checkoutSessionId: '' } })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  return {
    answer: () => undefined,
    holds: () => false,
    next: (_state, after, until) => events.find(({ at }) => at > after && at <= until),
  };
}

const recovered = ({ kind, id }: Cart): { reminderId: string } | { checkoutId: string } =>
  kind === 'reminder' ? { reminderId: id } : { checkoutId: id };

class Tally {
  private readonly days = new Map<string, number>();
  private readonly refusals: Partial<Record<Refusal, number>> = {};
  private readonly messages: Record<string, number> = {};
  private people = 0;

  /** Uses the workspace's time zone for days. */
  constructor(
    private readonly zone: string,
    { from, to }: { from: Date; to: Date },
  ) {
    for (let at = from.getTime(); at < to.getTime(); at += DAY_MS) this.days.set(this.dayOf(new Date(at)), 0);
    this.days.set(this.dayOf(to), 0);
  }

  private dayOf(at: Date): string {
    return localTime(this.zone, at).slice(0, 10);
  }

  entered(at: Date): void {
    const day = this.dayOf(at);
    this.people++;
    this.days.set(day, (this.days.get(day) ?? 0) + 1);
  }

  refused(refusal: Refusal): void {
    this.refusals[refusal] = (this.refusals[refusal] ?? 0) + 1;
  }

  sent(stepId: string): void {
    this.messages[stepId] = (this.messages[stepId] ?? 0) + 1;
  }

  get result(): SimulatedPast {
    return {
      wouldEnter: this.people,
      perDay: [...this.days].map(([date, count]) => ({ date, count })),
      refused: this.refusals,
      messages: this.messages,
    };
  }
}
