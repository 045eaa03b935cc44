/**
 * The effects of triggers on funnels: updates the enrolments of people inside, and enrols new people.
 * server/platform/outbox/take-triggers.ts calls this handler in its transaction.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import type { TriggerHandler } from '@/server/platform/outbox/take-triggers';
import type { TakenTrigger } from '@/server/platform/outbox/trigger-queue';
import { readEffectivePlan } from '@/server/modules/account/billing/effective-plan';
import { readCarts } from '@/server/modules/automation/funnels/carts';
import type { FunnelTrigger } from '@/server/modules/automation/funnels/definition-schema';
import { enter, type Given } from '@/server/modules/automation/funnels/enter';
import { readLists, readReach } from '@/server/modules/automation/funnels/facts';
import { recordEvent, type EventOutcome, type Listener } from '@/server/modules/automation/funnels/record-event';
import { funnelsOverLimit } from '@/server/modules/automation/funnels/over-plan-limit';
import { lockFunnels } from '@/server/modules/automation/funnels/lock';
import { REFS, refOfShopEvent, type Cart } from '@/server/modules/automation/funnels/enrolment-state';
import { plansOf, type Plan } from '@/server/modules/automation/funnels/versions';
import type { FunnelStatus } from '@/server/modules/automation/funnels/vocabulary';

/** A goal that is reached later than this many milliseconds counts for nobody (docs/contract/funnels.md#goals). */
const LONGEST_GOAL_MS = 90 * 24 * 60 * 60_000;

interface FunnelRow {
  id: string;
  status: FunnelStatus;
  version: number;
  trigger: string;
  triggerKey: string;
  activatedAt: Date | null;
  liveSince: Date | null;
  pausedAt: Date | null;
}

const findFunnels = workspaceStatement<FunnelRow>(
  'funnels.begun',
  `SELECT f.id, f.status, f.version, f.trigger, f."triggerKey", f."activatedAt", f."liveSince", f."pausedAt"
    FROM "Funnel" f
   WHERE f."accountId" = $1 AND f.version > 0`,
);

interface ListenerRow extends Listener {
  funnelId: string;
  version: number;
  contactId: string;
}

/** Locks enrolments in the order of their ids, as every transaction that locks several does. */
const lockListeners = workspaceStatement<ListenerRow, [contactIds: string[], since: Date]>(
  'funnels.lock-listeners',
  `SELECT e.id, e."funnelId", e.version, e."contactId", e.status, e."stepId", e."enteredAt", e.heard, e.cart, e."goalAt"
   FROM "FunnelEnrolment" e WHERE e."accountId" = $1 AND e."contactId" = ANY ($2::text[])
     AND (e.status = 'active' OR (e."goalAt" IS NULL AND e."enteredAt" > $3::timestamptz))
       ORDER BY e.id FOR NO KEY UPDATE`,
);

const findWorth = workspaceStatement<
  { session: string; value: bigint | null; currency: string | null },
  [sessions: string[]]
>(
  'funnels.worth-of-purchases',
  `SELECT g.id AS session, CASE WHEN o.amount IS NULL THEN p.value WHEN o.status = 'canceled' THEN 0
    ELSE greatest(o.amount - o.refunded, 0) END AS value, coalesce(o.currency, p.currency) AS currency
   FROM unnest($2::text[]) AS g(id)
   CROSS JOIN LATERAL (SELECT * FROM "Purchase" h
     WHERE h."accountId" = ${THIS_WORKSPACE} AND h."checkoutSessionId" = g.id OFFSET 0) p
   LEFT JOIN LATERAL (SELECT o.amount, o.refunded, o.currency, o.status FROM "Order" o
     WHERE o."accountId" = ${THIS_WORKSPACE} AND o.id = p."orderId" OFFSET 0) o ON true
   WHERE $1 <> ''`,
);

const writeHearings = workspaceStatement<never, [hearings: string, now: Date]>(
  'funnels.write-hearings',
  `UPDATE "FunnelEnrolment" e SET heard = e.heard || n.heard,
     "goalAt" = coalesce(e."goalAt", n."goalAt"), "goalValue" = coalesce(e."goalValue", n."goalValue"),
       "goalCurrency" = coalesce(e."goalCurrency", n."goalCurrency"),
       "goalSession" = coalesce(e."goalSession", n."goalSession"),
     status = CASE WHEN n.exits IS NULL THEN e.status
       ELSE 'exited' END, "exitReason" = coalesce(n.exits, e."exitReason"),
     "endedAt" = CASE WHEN n.exits IS NULL THEN e."endedAt" ELSE $3::timestamptz END, "stepId" = CASE
       WHEN n.exits IS NULL THEN e."stepId" END,
     "waitingFor" = CASE WHEN n.exits IS NULL THEN e."waitingFor" END,
     "dueAt" = CASE WHEN n.exits IS NULL THEN least(e."dueAt", n."wakeAt") END
   FROM (SELECT * FROM jsonb_to_recordset($2::jsonb) AS h(id text, heard jsonb, "goalAt" timestamptz,
     "goalValue" bigint, "goalCurrency" text, "goalSession" text, exits text, "wakeAt" timestamptz)) n
   WHERE e."accountId" = $1 AND e.id = n.id`,
);

/** @param onMoved called when an enrolment may be due now */
export const funnelTriggers = (onMoved: () => void): TriggerHandler => ({
  async act(tx, events) {
    await lockFunnels(tx, 'shared');
    const funnels = new Map((await tx.rows(findFunnels)).map((row) => [row.id, row]));
    if (funnels.size === 0) return;
    for (const wave of wavesOf(events)) {
      await recordInside(tx, funnels, wave);
      await letIn(tx, funnels, wave);
    }
    onMoved();
  },
});

/**
 * Groups events into waves, in order, each with at most one event of a contact, because a contact's next event must see
 * the effects of the one before.
 */
export function wavesOf<Event extends { contactId: string }>(events: readonly Event[]): Event[][] {
  const waves: Event[][] = [];
  const next = new Map<string, number>();
  for (const event of events) {
    const place = next.get(event.contactId) ?? 0;
    next.set(event.contactId, place + 1);
    (waves[place] ??= []).push(event);
  }
  return waves;
}

type Funnels = ReadonlyMap<string, FunnelRow>;

async function recordInside(tx: StatementTx, funnels: Funnels, wave: readonly TakenTrigger[]): Promise<void> {
  const byContact = new Map(wave.map((event) => [event.contactId, event]));
  const listeners = await tx.rows(lockListeners, [...byContact.keys()], new Date(tx.now.getTime() - LONGEST_GOAL_MS));
  if (listeners.length === 0) return;
  const planOf = await plansOf(tx, listeners);
  const gone = await goneLists(tx, wave);
  const wants = await wantsNothing(tx, listeners, planOf, byContact);
  const heard: { listener: ListenerRow; event: TakenTrigger; hearing: EventOutcome }[] = [];
  for (const listener of listeners) {
    const event = byContact.get(listener.contactId);
    const plan = planOf(listener);
    if (event === undefined || plan === undefined) continue;
    if (event.type === 'list_left' && gone.has(event.data.listId)) continue;
    const hearing = recordEvent(event, listener, plan);
    const exits = hearing.exits ?? (wants.has(listener.id) ? 'unsubscribed' : null);
    heard.push({ listener, event, hearing: { ...hearing, exits } });
  }
  const worth = await worthOf(tx, heard);
  const changed = heard.filter(
    ({ hearing }) => hearing.goal || hearing.wakes || hearing.exits !== null || Object.keys(hearing.heard).length > 0,
  );
  if (changed.length === 0) return;
  const hearings = changed.map(({ listener, event, hearing }) => {
    const session = 'checkoutSessionId' in event.data ? event.data.checkoutSessionId : null;
    const value = hearing.goal && session !== null ? worth.get(session) : undefined;
    const pausedAt = funnels.get(listener.funnelId)?.pausedAt ?? null;
    return {
      id: listener.id,
      heard: hearing.heard,
      goalAt: hearing.goal ? event.at : null,
      goalValue: value?.value ?? null,
      goalCurrency: value?.currency ?? null,
      goalSession: hearing.goal ? session : null,
      exits: hearing.exits,
      // Of a paused funnel: due once it goes on, however the pause is counted.
      wakeAt: hearing.wakes ? (pausedAt ?? tx.now) : null,
    };
  });
  await tx.rows(writeHearings, JSON.stringify(hearings, bigintsAsText), tx.now);
}

const bigintsAsText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/** Returns deleted lists: nobody leaves a funnel because their list was deleted. */
async function goneLists(tx: StatementTx, wave: readonly TakenTrigger[]): Promise<ReadonlySet<string>> {
  const left = [...new Set(wave.flatMap((event) => (event.type === 'list_left' ? [event.data.listId] : [])))];
  if (left.length === 0) return new Set();
  const there = await readLists(tx, left);
  return new Set(left.filter((id) => !there.has(id)));
}

/**
 * Finds enrolments whose contact opted out of every message that may still come; for a deleted contact, all enrolments.
 */
async function wantsNothing(
  tx: StatementTx,
  listeners: readonly ListenerRow[],
  planOf: (key: ListenerRow) => Plan | undefined,
  byContact: ReadonlyMap<string, TakenTrigger>,
): Promise<ReadonlySet<string>> {
  const asked = listeners.flatMap((listener) => {
    const event = byContact.get(listener.contactId);
    if (event?.type !== 'unsubscribed' || listener.status !== 'active') return [];
    return [
      {
        listener,
        families: planOf(listener)?.familiesFrom(listener.stepId) ?? new Set(),
        all: event.data.family === null,
      },
    ];
  });
  const wants = new Set(asked.flatMap(({ listener, all }) => (all ? [listener.id] : [])));
  const open = asked.filter(({ all, families }) => !all && families.size > 0);
  const families = new Set(open.flatMap((each) => [...each.families]));
  const optedOut = new Set<string>();
  for (const family of families) {
    const contactIds = open.filter((each) => each.families.has(family)).map(({ listener }) => listener.contactId);
    for (const [contactId, reach] of await readReach(tx, family, [...new Set(contactIds)]))
      if (reach.optedOut) optedOut.add(`${contactId} ${family}`);
  }
  for (const { listener, families: ahead } of open)
    if ([...ahead].every((family) => optedOut.has(`${listener.contactId} ${family}`))) wants.add(listener.id);
  return wants;
}

async function worthOf(
  tx: StatementTx,
  heard: readonly { event: TakenTrigger; hearing: EventOutcome }[],
): Promise<ReadonlyMap<string, { value: bigint | null; currency: string | null }>> {
  const sessions = heard.flatMap(({ event, hearing }) =>
    hearing.goal && 'checkoutSessionId' in event.data ? [event.data.checkoutSessionId] : [],
  );
  if (sessions.length === 0) return new Map();
  const rows = await tx.rows(findWorth, [...new Set(sessions)]);
  return new Map(rows.map(({ session, ...worth }) => [session, worth]));
}

/** Events that enrol people, with the conditions of the funnels. */
interface Entry {
  given: Given;
  fits: (trigger: FunnelTrigger) => boolean;
  /** The trigger type of the funnels that the event can start. */
  type: FunnelTrigger['type'];
  key: string;
  /** The funnels that matched when the event happened; undefined: `fits` decides. */
  funnels?: readonly string[];
}

async function letIn(tx: StatementTx, funnels: Funnels, wave: readonly TakenTrigger[]): Promise<void> {
  const live = [...funnels.values()].filter(({ status }) => status === 'live');
  if (live.length === 0) return;
  const entries = await entriesOf(tx, wave, new Set(live.map(({ trigger }) => trigger)));
  if (entries.length === 0) return;
  const held = funnelsOverLimit(await readEffectivePlan(tx), live);
  const wanted = live.filter((funnel) => entries.some(({ type, key }) => isFor(funnel, type, key)));
  const planOf = await plansOf(
    tx,
    wanted.map(({ id, version }) => ({ funnelId: id, version })),
  );
  for (const funnel of wanted) {
    const plan = planOf({ funnelId: funnel.id, version: funnel.version });
    const { liveSince } = funnel;
    if (plan === undefined || liveSince === null) continue;
    const { definition } = plan;
    const given = entries
      .filter(({ type, key, fits }) => isFor(funnel, type, key) && fits(definition.trigger))
      .filter(({ funnels: those }) => those === undefined || those.includes(funnel.id))
      .map((entry) => entry.given)
      .filter(({ at }) => at >= liveSince);
    await enter(tx, { funnelId: funnel.id, version: funnel.version, definition, isHeld: held.has(funnel.id) }, given);
  }
}

const isFor = ({ trigger, triggerKey }: FunnelRow, type: string, key: string): boolean =>
  trigger === type && triggerKey === key;

async function entriesOf(tx: StatementTx, wave: readonly TakenTrigger[], types: ReadonlySet<string>): Promise<Entry[]> {
  const carts = types.has('abandoned_cart') ? await readCarts(tx, cartsIn(wave)) : new Map<string, Cart>();
  return wave.flatMap((event): Entry[] => {
    const { contactId, at } = event;
    switch (event.type) {
      case 'list_added': {
        const given = { contactId, at, triggerRef: `${REFS.event}${event.position}`, cart: null };
        return types.has(event.type) ? [{ given, type: 'list_added', key: event.data.listId, fits: () => true }] : [];
      }
      case 'abandoned_cart': {
        const isReminder = 'reminderId' in event.data;
        const id = 'reminderId' in event.data ? event.data.reminderId : event.data.checkoutId;
        const cart = carts.get(id);
        if (cart === undefined) return [];
        const given = { contactId, at, triggerRef: `${isReminder ? REFS.reminder : REFS.checkout}${id}`, cart };
        return [
          { given, type: 'abandoned_cart', key: '', fits: (trigger) => isWorth(trigger, cart.value, cart.currency) },
        ];
      }
      case 'order_placed': {
        const { orderId, amount, currency, isFirst } = event.data;
        const given = { contactId, at, triggerRef: `${REFS.order}${orderId}`, cart: null };
        const fits = (trigger: FunnelTrigger): boolean =>
          isWorth(trigger, amount, currency) && (trigger.type !== 'order_placed' || !trigger.firstOnly || isFirst);
        return types.has(event.type) ? [{ given, type: 'order_placed', key: '', fits }] : [];
      }
      case 'shop_event': {
        const { eventId, name, funnels } = event.data;
        const given = { contactId, at, triggerRef: refOfShopEvent(event.position, eventId), cart: null };
        return funnels.length === 0 ? [] : [{ given, type: 'event', key: name, fits: () => true, funnels }];
      }
      default:
        return [];
    }
  });
}

function cartsIn(wave: readonly TakenTrigger[]): { reminderIds: string[]; checkoutIds: string[] } {
  const data = wave.flatMap((event) => (event.type === 'abandoned_cart' ? [event.data] : []));
  return {
    reminderIds: data.flatMap((each) => ('reminderId' in each ? [each.reminderId] : [])),
    checkoutIds: data.flatMap((each) => ('checkoutId' in each ? [each.checkoutId] : [])),
  };
}

/** Checks the least amount, in the trigger's own currency only: amounts of two currencies are not compared. */
export function isWorth(trigger: FunnelTrigger, amount: number, currency: string): boolean {
  if (trigger.type !== 'abandoned_cart' && trigger.type !== 'order_placed') return true;
  return trigger.minValue === null || (trigger.currency === currency && amount >= trigger.minValue);
}
