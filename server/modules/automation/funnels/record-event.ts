/**
 * The effect of an event on an enrolment (docs/contract/funnels.md#those-inside): the event is noted, reaches the goal,
 * ends the enrolment, or ends a wait. Pure, so that a test covers every rule.
 */
import { DAY_MS } from '@/server/platform/lib/durations';
import type { TakenTrigger } from '@/server/platform/outbox/trigger-queue';
import type { FunnelDefinition } from '@/server/modules/automation/funnels/definition-schema';
import { keyOfCause } from '@/server/modules/automation/funnels/machine';
import { heardKey, type Cart, type Heard, type HeardEvent } from '@/server/modules/automation/funnels/enrolment-state';
import type { Plan } from '@/server/modules/automation/funnels/versions';
import type { GoalEvent } from '@/server/modules/automation/funnels/vocabulary';
import type { EnrolmentStatus } from '@/server/platform/lib/shared-vocabulary';

/**
 * Shops report events together, some time after they happened. An event that is up to this many milliseconds older than
 * the entry belongs to the same visit.
 */
export const REPORTED_LATE_MS = 5 * 60_000;

/** The parts of an enrolment that events can affect. */
export interface Listener {
  id: string;
  status: EnrolmentStatus;
  stepId: string | null;
  enteredAt: Date;
  heard: Heard;
  cart: Cart | null;
  goalAt: Date | null;
}

export interface EventOutcome {
  /** The keys to add to the noted events. */
  heard: Heard;
  /** True when the enrolment waits for this event and must be looked at now. */
  wakes: boolean;
  /** The goal is reached by this event. */
  goal: boolean;
  /** The reason why the enrolment ends here; null: it goes on. */
  exits: string | null;
}

const NOTHING: EventOutcome = { heard: {}, wakes: false, goal: false, exits: null };

interface Relevant {
  event: HeardEvent;
  /** The step or list of the event, or the name of the shop's event. */
  about?: string;
}

/**
 * Returns the event in the terms of waits and goals; undefined when it is no such event, or not about this enrolment.
 */
function relevantPart(event: TakenTrigger, { id, cart }: Listener): Relevant | undefined {
  switch (event.type) {
    case 'list_added':
      return { event: 'list_added', about: event.data.listId };
    case 'shop_event':
      return { event: 'event', about: event.data.name };
    case 'purchase':
      return { event: 'purchase' };
    case 'cart_recovered':
      return cart === null || isCart(cart, event.data) ? { event: 'cart.recovered' } : undefined;
    case 'order_refunded':
      return { event: 'order.refunded' };
    case 'message_opened':
    case 'message_clicked':
    case 'message_replied':
      return event.data.enrolmentId === id
        ? { event: event.type.replace('_', '.') as 'message.opened', about: event.data.stepId }
        : undefined;
    case 'discount_redeemed':
      return event.data.enrolmentId === id ? { event: 'discount.redeemed' } : undefined;
    default:
      return undefined;
  }
}

const isCart = ({ kind, id }: Cart, data: { reminderId: string } | { checkoutId: string }): boolean =>
  kind === 'reminder' ? 'reminderId' in data && data.reminderId === id : 'checkoutId' in data && data.checkoutId === id;

const isGoal = ({ goal }: FunnelDefinition, { event, about }: Relevant): boolean =>
  goal !== null && goal.event === event && (goal.listId === undefined || goal.listId === about);

/** Checks whether the entry is still recent enough for a goal to count. */
export const isWithinGoal = (
  { goal }: FunnelDefinition,
  { enteredAt }: Pick<Listener, 'enteredAt'>,
  at: Date,
): boolean => goal !== null && at.getTime() <= enteredAt.getTime() + goal.withinDays * DAY_MS;

/** The goal events that carry a value. */
export const GOALS_WITH_VALUE: ReadonlySet<GoalEvent> = new Set(['purchase', 'discount.redeemed']);

/** Returns the exit rule of the funnel by which the event ends the enrolment. */
function ruleOf(
  event: TakenTrigger,
  relevant: Relevant | undefined,
  definition: FunnelDefinition,
  cart: Cart | null,
): string | null {
  const isAboutCart = definition.trigger.type === 'abandoned_cart';
  switch (event.type) {
    case 'cart_recovered':
      return isAboutCart && cart !== null && relevant !== undefined ? 'recovered' : null;
    case 'ordered':
      return isAboutCart && cart !== null ? 'recovered' : null;
    case 'purchase':
      return isAboutCart || definition.exits.includes('purchase') ? 'purchase' : null;
    case 'cart_opted_out':
      return isAboutCart ? 'cart_opted_out' : null;
    case 'list_left':
      return definition.exits.includes('left_list') &&
        definition.trigger.type === 'list_added' &&
        definition.trigger.listId === event.data.listId
        ? 'left_list'
        : null;
    default:
      return null;
  }
}

/** True when the shop reports now what happened before the entry. */
const isOfBefore = (event: TakenTrigger, { enteredAt }: Listener): boolean =>
  event.type === 'shop_event' &&
  event.data.at !== undefined &&
  Date.parse(event.data.at) < enteredAt.getTime() - REPORTED_LATE_MS;

/** @param event not older than the enrolment */
export function recordEvent(event: TakenTrigger, listener: Listener, plan: Plan): EventOutcome {
  if (event.at < listener.enteredAt || isOfBefore(event, listener)) return NOTHING;
  const { definition } = plan;
  const relevant = relevantPart(event, listener);
  const isInside = listener.status === 'active';
  const goal =
    relevant !== undefined &&
    listener.goalAt === null &&
    isGoal(definition, relevant) &&
    isWithinGoal(definition, listener, event.at);
  if (!isInside) return { ...NOTHING, goal };
  const rule = ruleOf(event, relevant, definition, listener.cart);
  const exits = rule ?? (goal && definition.goal?.exit === true ? 'goal' : null);
  if (relevant === undefined) return { ...NOTHING, exits };
  const at = event.at.toISOString();
  const keys = [
    heardKey(relevant.event),
    ...(relevant.about === undefined ? [] : [heardKey(relevant.event, relevant.about)]),
  ];
  const heard = Object.fromEntries(keys.filter((key) => !(key in listener.heard)).map((key) => [key, at]));
  const step = plan.step(listener.stepId);
  const wakes =
    step?.kind === 'wait_until' &&
    step.config.any.some((cause) => 'event' in cause && keys.includes(keyOfCause(cause)));
  return { heard, wakes, goal, exits };
}
