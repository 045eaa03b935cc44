/**
 * Leads a person through a funnel as far as possible at this moment (docs/contract/funnels.md#steps). The machine reads
 * facts and causes effects through a `World`: the worker's is the database, simulate's is a guess.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/server/platform/lib/durations';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { Family, ProviderId } from '@/server/platform/vendors/provider-ids';
import type { Definition } from '@/server/modules/audience/audience-segments/schema';
import type { Step, StepOf, WaitCause, WaitProperty } from '@/server/modules/automation/funnels/step-schema';
import { delayEnds, windowOpens } from '@/server/platform/lib/local-time';
import { isHeldOut, variantOf, WHOLE_FUNNEL } from '@/server/modules/automation/funnels/variant-assignment';
import {
  heardKey,
  type MintedCode,
  type Passage,
  type EnrolmentState,
} from '@/server/modules/automation/funnels/enrolment-state';
import type { Plan } from '@/server/modules/automation/funnels/versions';
import type { MessageAnswer, Skip, WaitEvent, WaitingFor } from '@/server/modules/automation/funnels/vocabulary';

/** The time between two checks of a condition that a wait waits for, in milliseconds. */
export const DEFINITION_EVERY_MS = 15 * MINUTE_MS;
/** The times between two checks for a missing channel, and until the machine gives up, in milliseconds. */
export const CHANNEL_EVERY_MS = 5 * MINUTE_MS;
export const CHANNEL_WITHIN_MS = 24 * HOUR_MS;
/**
 * The times between two checks for a code in the shops that get it, and until the machine gives up after minting, in
 * milliseconds.
 */
export const CODE_EVERY_MS = 15 * SECOND_MS;
export const CODE_WITHIN_MS = 15 * MINUTE_MS;
/** The time between two checks for an event that came before a timeout and is still in the outbox, in milliseconds. */
const UNTAKEN_EVERY_MS = SECOND_MS;

/** The address at which a person can be reached. */
export interface Reach {
  /** Null: the person has no address. */
  recipient: string | null;
  /** True when the person opted out of this family. */
  optedOut: boolean;
}

/** `pending`: no shop has the code yet; `partly`: one shop has it, and another must still be notified. */
export type CodeInShops = 'ready' | 'partly' | 'pending' | 'missing';

/** A code, and whether it was minted for this enrolment and step. */
export interface Minted {
  code: MintedCode;
  outcome: 'minted' | 'reused';
  /** The earlier time when this step gave this enrolment the code; null: it has the code only now. */
  at: Date | null;
}

/** The facts about the contact at this moment, and the effects that a step can have. */
export interface World {
  readonly now: Date;
  /** The contact's time zone. */
  readonly zone: string;
  /**
   * Returns why the person leaves before a message: an exit rule holds, the cart was recovered, or they want no cart
   * reminders.
   */
  exitRule(): Promise<string | null>;
  /** The newest active channel of a provider. */
  channelOf(provider: ProviderId): Promise<string | null>;
  reachIn(family: Family): Promise<Reach>;
  /** Counts messages of broadcasts and funnels to the person, without skipped and failed ones. */
  messagesSince(since: Date): Promise<number>;
  isIn(definition: Definition): Promise<boolean>;
  messageIs(stepId: string, is: MessageAnswer): Promise<boolean>;
  cartIsRecovered(): Promise<boolean>;
  /**
   * Tells whether the shop reported such an event, with matching properties, since the person entered. The event that
   * enrolled them does not count.
   */
  hasHappened(name: string, where: readonly WaitProperty[]): Promise<boolean>;
  /** Tells whether one of these events happened by then and still waits in the outbox. */
  hasUnheard(events: readonly WaitEvent[], by: Date): Promise<boolean>;
  /**
   * Tells whether this step wrote to the address within 24 hours for another contact, or is about to. Asked right
   * before the message is made.
   */
  isWrittenTo(step: StepOf<'send'>, recipient: string): Promise<boolean>;
  codeInShops(code: MintedCode): Promise<CodeInShops>;
  /** The message of a step that is made already and that a vendor has, may have or will have. */
  messageOf(stepId: string): Promise<{ id: string; at: Date } | null>;
  /** Makes the message. @returns its id */
  send(
    step: StepOf<'send'>,
    to: { channelId: string; recipient: string; code: MintedCode | null; withoutCode: boolean },
  ): string;
  mint(step: StepOf<'mint_code'>): Promise<Minted>;
  updateContact(attributes: Readonly<Record<string, unknown>>): void;
  /** @returns whether there is such a list */
  putOnList(listId: string): Promise<boolean>;
  takeOffList(listId: string): Promise<boolean>;
}

/** The recipient of webhook-style providers, which get one message an enrolment. */
const EVERYBODY = 'broadcast';

/** The outcome of a step: the person leaves it, waits there, or the funnel ends. */
type Way =
  | {
      next: string | null;
      outcome: string;
      reason?: string | null;
      messageId?: string | null;
      /**
       * The time when the step was left before: after a pause led the person back, or another version to the same step.
       */
      leftAt?: Date | null;
    }
  | { waitsFor: WaitingFor; until: Date }
  | { exits: string; outcome?: 'exits' };

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/**
 * Moves `standing` on until the person waits or the funnel ends.
 * @returns the steps that the person left, in order
 */
export async function walk(state: EnrolmentState, plan: Plan, world: World): Promise<Passage[]> {
  const passages: Passage[] = [];
  const { now } = world;
  const end = (status: 'completed' | 'exited', reason: string | null): void => {
    Object.assign(state, { status, exitReason: reason, stepId: null, waitingFor: null, dueAt: null, endedAt: now });
  };
  while (state.status === 'active') {
    const step = plan.step(state.stepId);
    if (step === undefined) {
      end('completed', null);
      break;
    }
    const way = await pass(step, { state, plan, world, passages });
    if ('waitsFor' in way) {
      Object.assign(state, { waitingFor: way.waitsFor, dueAt: way.until });
      break;
    }
    if ('exits' in way) {
      if (way.outcome !== undefined)
        passages.push({
          stepId: step.id,
          at: now,
          outcome: way.outcome,
          reason: way.exits,
          messageId: null,
          isAgain: false,
        });
      end('exited', way.exits);
      break;
    }
    const { next, outcome, reason = null, messageId = null, leftAt = null } = way;
    passages.push({ stepId: step.id, at: leftAt ?? now, outcome, reason, messageId, isAgain: leftAt !== null });
    Object.assign(state, { stepId: next, stepSince: now, waitingFor: null, dueAt: now });
    if (outcome === 'skipped' && (await wantsNothingOfWhatComes(state, plan, world))) end('exited', 'unsubscribed');
  }
  return passages;
}

interface Scene {
  state: EnrolmentState;
  plan: Plan;
  world: World;
  /** The steps that the person left in this walk and that are not written yet. */
  passages: readonly Passage[];
}

async function pass(step: Step, scene: Scene): Promise<Way> {
  const { state, plan, world } = scene;
  switch (step.kind) {
    case 'send':
      return await send(step, scene);
    case 'delay': {
      const { waitingFor, dueAt, stepSince } = state;
      if (waitingFor !== 'time' || dueAt === null)
        return { waitsFor: 'time', until: delayEnds(step.config, stepSince, world.zone) };
      return dueAt > world.now ? { waitsFor: 'time', until: dueAt } : { next: step.next, outcome: 'waited' };
    }
    case 'wait_until':
      return await waitUntil(step, scene);
    case 'condition':
      return (await answer(step, scene)) ? { next: step.yes, outcome: 'yes' } : { next: step.no, outcome: 'no' };
    case 'split': {
      const { id, next } = variantOf(plan.funnelId, step, state.contactId);
      return { next, outcome: id };
    }
    case 'mint_code': {
      if (isHeld(plan, state)) return { next: step.next, outcome: 'held', reason: 'funnel' };
      const { code, outcome, at } = await world.mint(step);
      state.code = code;
      return { next: step.next, outcome, reason: code.code, leftAt: at };
    }
    case 'update_contact':
      world.updateContact(step.config.attributes);
      return { next: step.next, outcome: 'updated' };
    case 'list': {
      const adds = 'add' in step.config;
      const done =
        'add' in step.config ? await world.putOnList(step.config.add) : await world.takeOffList(step.config.remove);
      if (!done) return { next: step.next, outcome: 'skipped', reason: 'UNKNOWN_LIST' };
      return { next: step.next, outcome: adds ? 'added' : 'removed' };
    }
    case 'exit':
      return { exits: step.config.reason, outcome: 'exits' };
  }
}

const isHeld = ({ funnelId, definition }: Plan, { contactId }: EnrolmentState): boolean =>
  isHeldOut(funnelId, WHOLE_FUNNEL, contactId, definition.holdoutPercent);

/** Runs all checks before a message is made, in the order of docs/contract/funnels.md#sending. */
async function send(step: StepOf<'send'>, { state, plan, world }: Scene): Promise<Way> {
  const { config, next } = step;
  const { definition, funnelId } = plan;
  const { now } = world;
  const skipped = (reason: Skip): Way => ({ next, outcome: 'skipped', reason });

  const leaves = await world.exitRule();
  if (leaves !== null) return { exits: leaves };

  // One message of an enrolment and step: what was made before they were led back here is not made anew.
  const made = await world.messageOf(step.id);
  if (made !== null) return { next, outcome: 'sent', messageId: made.id, leftAt: made.at };

  const channelId = await world.channelOf(config.provider);
  if (channelId === null) {
    const until = later(state.stepSince, CHANNEL_WITHIN_MS);
    return now < until
      ? { waitsFor: 'channel', until: earlier(later(now, CHANNEL_EVERY_MS), until) }
      : skipped('NO_CHANNEL');
  }

  const { family, perBroadcast } = providerEntry(config.provider);
  const isToPerson = perBroadcast !== true;
  const recipient = isToPerson ? (await world.reachIn(family)).recipient : EVERYBODY;
  if (recipient === null) return skipped('NO_RECIPIENT');

  const cap = config.ignoreCap || !isToPerson ? null : definition.frequencyCap;
  if (cap !== null && (await world.messagesSince(later(now, -cap.perDays * DAY_MS))) >= cap.max)
    return skipped('FREQUENCY_CAP');

  const opens =
    config.ignoreWindow || definition.sendWindow === null ? null : windowOpens(definition.sendWindow, now, world.zone);
  if (opens !== null) return { waitsFor: 'window', until: opens };

  if (isToPerson && isHeld(plan, state)) return { next, outcome: 'held', reason: 'funnel' };
  if (isToPerson && isHeldOut(funnelId, step.id, state.contactId, config.holdoutPercent))
    return { next, outcome: 'held', reason: 'step' };

  const { code } = state;
  const wants = plan.of.contents[step.id]?.discountCode ?? 'none';
  const inShops = code === null || wants === 'none' ? 'ready' : await world.codeInShops(code);
  if (code !== null && (inShops === 'pending' || inShops === 'partly')) {
    const until = later(code.mintedAt, CODE_WITHIN_MS);
    if (now < until) return { waitsFor: 'code', until: earlier(later(now, CODE_EVERY_MS), until) };
  }
  const isUsable = inShops === 'ready' || inShops === 'partly';
  if (!isUsable && wants === 'needed') return skipped('CODE_NOT_IN_SHOP');

  if (isToPerson && definition.onePerAddress === true && (await world.isWrittenTo(step, recipient)))
    return skipped('SAME_ADDRESS');

  const messageId = world.send(step, { channelId, recipient, code, withoutCode: !isUsable });
  if (state.goalAt === null) state.lastSentStepId = step.id;
  return { next, outcome: 'sent', messageId };
}

/** Checks whether all messages ahead are of families that the person opted out of. */
async function wantsNothingOfWhatComes({ stepId }: EnrolmentState, plan: Plan, world: World): Promise<boolean> {
  const families = [...plan.familiesFrom(stepId)];
  if (families.length === 0) return false;
  const reaches = await Promise.all(families.map((family) => world.reachIn(family)));
  return reaches.every(({ optedOut }) => optedOut);
}

const eventsOf = (causes: readonly WaitCause[]): WaitEvent[] =>
  causes.flatMap((cause) => ('event' in cause ? [cause.event] : []));

/** The events in `heard` that a cause is met by. */
export const keyOfCause = ({ event, stepId, listId, name }: Extract<WaitCause, { event: WaitEvent }>): string =>
  heardKey(event, stepId ?? listId ?? name);

async function waitUntil(step: StepOf<'wait_until'>, { state, world }: Scene): Promise<Way> {
  const { any, minutes } = step.config;
  const { now } = world;
  const happened: Way = { next: step.next, outcome: 'event' };
  let looks = false;
  for (const cause of any) {
    if ('event' in cause) {
      const { name, where = [] } = cause;
      const isHeard = keyOfCause(cause) in state.heard;
      if (isHeard && (name === undefined || where.length === 0 || (await world.hasHappened(name, where))))
        return happened;
    } else {
      looks = true;
      if (await world.isIn(cause.definition)) return happened;
    }
  }
  const timeout = later(state.stepSince, minutes * MINUTE_MS);
  if (now < timeout)
    return { waitsFor: 'event', until: looks ? earlier(later(now, DEFINITION_EVERY_MS), timeout) : timeout };
  const events = eventsOf(any);
  if (events.length > 0 && (await world.hasUnheard(events, now)))
    return { waitsFor: 'event', until: later(now, UNTAKEN_EVERY_MS) };
  return { next: step.timeout, outcome: 'timeout' };
}

async function answer({ config }: StepOf<'condition'>, { world, passages }: Scene): Promise<boolean> {
  if ('definition' in config) return await world.isIn(config.definition);
  if ('stepId' in config) {
    const { stepId, is } = config;
    const isSkippedNow = passages.some((passage) => passage.stepId === stepId && passage.outcome === 'skipped');
    return (is === 'skipped' && isSkippedNow) || (await world.messageIs(stepId, is));
  }
  return await world.cartIsRecovered();
}
