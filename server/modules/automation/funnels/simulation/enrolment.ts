/**
 * Simulates a person's time in a funnel: with the machine of real enrolments, and a clock that jumps to each due time;
 * nothing is written or sent (docs/contract/funnels.md#simulate).
 */
import { HOUR_MS, MINUTE_MS } from '@/server/platform/lib/durations';
import type { TakenTrigger } from '@/server/platform/outbox/trigger-queue';
import type { Family, ProviderId } from '@/server/platform/vendors/provider-ids';
import type { Definition } from '@/server/modules/audience/audience-segments/schema';
import type { StepOf } from '@/server/modules/automation/funnels/step-schema';
import { recordEvent } from '@/server/modules/automation/funnels/record-event';
import { CHANNEL_WITHIN_MS, walk, type Reach, type World } from '@/server/modules/automation/funnels/machine';
import type { Cart, MintedCode, Passage, EnrolmentState } from '@/server/modules/automation/funnels/enrolment-state';
import type { Plan } from '@/server/modules/automation/funnels/versions';
import type {
  MessageAnswer,
  SimulatedOutcome,
  StepKind,
  WaitingFor,
} from '@/server/modules/automation/funnels/vocabulary';

/** Stands in for a code that a real run would mint. */
export const EXAMPLE_CODE = 'EXAMPLE';

/** The known facts about a contact. */
export interface Known {
  contactId: string;
  zone: string;
  channelOf(provider: ProviderId): Promise<string | null>;
  reachIn(family: Family): Promise<Reach>;
  isIn(definition: Definition): Promise<boolean>;
  listExists(listId: string): Promise<boolean>;
  /** Returns the number of messages that the person really got in this time. */
  messagesBetween(after: Date, until: Date): Promise<number>;
}

/** The assumptions of a simulation, and the events on the way. */
export interface Script {
  /** Returns the assumed answer to a condition; undefined: the world decides. */
  answer(stepId: string): boolean | undefined;
  /** Tells whether the condition of a wait is assumed to hold. */
  holds(stepId: string): boolean;
  /** Returns the first event between the person's present moment and the given time. */
  next(state: Readonly<EnrolmentState>, after: Date, until: Date): TakenTrigger | undefined;
}

export interface SimulatedMessage {
  at: Date;
  recipient: string;
  code: MintedCode | null;
}

export interface Moment {
  stepId: string;
  kind: StepKind;
  at: Date;
  outcome: SimulatedOutcome;
  reason: string | null;
  message: SimulatedMessage | null;
}

export interface SimulatedEnrolment {
  timeline: Moment[];
  /** Null when the person is still inside at the end of the simulation. */
  endsAt: Date | null;
  exitReason: string | null;
}

type SimulatedContext = { -readonly [Key in keyof EnrolmentState]: EnrolmentState[Key] };

interface Entry {
  triggerRef: string;
  enteredAt: Date;
  cart: Cart | null;
  /** The time at which the simulation stops. Left out: it runs to the end. */
  until?: Date;
}

export async function simulateEnrolment(
  plan: Plan,
  known: Known,
  script: Script,
  { triggerRef, enteredAt, cart, until }: Entry,
): Promise<SimulatedEnrolment> {
  const { contactId } = known;
  const state: SimulatedContext = {
    ...{ id: 'paper', contactId, enteredAt, triggerRef, heard: {}, cart, goalAt: null, status: 'active' },
    ...{ stepId: plan.definition.start, stepSince: enteredAt, waitingFor: null, dueAt: enteredAt, code: null },
    ...{ lastSentStepId: null, exitReason: null, endedAt: null },
  };
  const simulated = new Simulation(plan, state, known, script);
  const ends = (): boolean => state.status !== 'active';
  let now = enteredAt;
  simulated.note(await walk(state, plan, simulated.worldAt(now)));
  while (!ends()) {
    const due = dueOf(state, plan);
    const happens = script.next(state, now, due);
    now = happens?.at ?? due;
    if (until !== undefined && now > until) break;
    if (happens !== undefined && !listen(happens, state, plan)) continue;
    if (!ends()) simulated.note(await walk(state, plan, simulated.worldAt(now)));
  }
  return { timeline: simulated.timeline, endsAt: state.endedAt, exitReason: state.exitReason };
}

/** Returns the time of the next look that can change something; looks in between would find the same. */
function dueOf({ waitingFor, stepId, stepSince, dueAt }: EnrolmentState, plan: Plan): Date {
  const step = plan.step(stepId);
  if (waitingFor === 'event' && step?.kind === 'wait_until')
    return new Date(stepSince.getTime() + step.config.minutes * MINUTE_MS);
  if (waitingFor === 'channel') return new Date(stepSince.getTime() + CHANNEL_WITHIN_MS);
  return dueAt ?? stepSince;
}

/** @returns whether the enrolment goes on or ends because of the event */
function listen(event: TakenTrigger, state: SimulatedContext, plan: Plan): boolean {
  const { heard, wakes, goal, exits } = recordEvent(event, state, plan);
  state.heard = { ...state.heard, ...heard };
  if (goal) state.goalAt = event.at;
  if (exits !== null) Object.assign(state, { status: 'exited', exitReason: exits, endedAt: event.at, stepId: null });
  return wakes || exits !== null;
}

class Simulation {
  readonly timeline: Moment[] = [];
  private readonly messages = new Map<string, SimulatedMessage>();

  constructor(
    private readonly plan: Plan,
    private readonly state: SimulatedContext,
    private readonly known: Known,
    private readonly script: Script,
  ) {}

  /** Notes the steps that the person left, and what they wait for now. */
  note(passages: readonly Passage[]): void {
    for (const { stepId, at, outcome, reason } of passages) this.leave(stepId, at, outcome, reason);
    const { status, stepId, stepSince, waitingFor } = this.state;
    if (status === 'active' && stepId !== null && waitingFor !== null) this.wait(stepId, stepSince, waitingFor);
  }

  private leave(stepId: string, at: Date, outcome: string, reason: string | null): void {
    switch (outcome) {
      case 'waited':
        return;
      case 'event':
      case 'timeout': {
        const waits = this.timeline.findLast((moment) => moment.stepId === stepId && moment.outcome === 'waits');
        if (waits === undefined) this.add(stepId, at, 'waits', outcome);
        else waits.reason = outcome;
        return;
      }
      case 'sent':
      case 'skipped':
      case 'held':
      case 'yes':
      case 'no':
      case 'exits':
        this.add(stepId, at, outcome, reason);
        return;
      case 'minted':
      case 'reused':
        this.add(stepId, at, 'minted', null);
        return;
      default:
        this.add(stepId, at, 'done', outcome);
    }
  }

  /** Notes a wait once, even if the machine looks at it several times. */
  private wait(stepId: string, since: Date, waitingFor: WaitingFor): void {
    const last = this.timeline.at(-1);
    if (last?.stepId !== stepId || last.outcome !== 'waits' || last.reason !== waitingFor)
      this.add(stepId, since, 'waits', waitingFor);
  }

  private add(stepId: string, at: Date, outcome: Moment['outcome'], reason: string | null): void {
    const kind = this.plan.step(stepId)?.kind;
    if (kind === undefined) return;
    const message = outcome === 'sent' ? (this.messages.get(stepId) ?? null) : null;
    this.timeline.push({ stepId, kind, at, outcome, reason, message });
  }

  worldAt(now: Date): World {
    const { known, script, state, messages } = this;
    /** Returns the assumed answer of a condition. */
    const assumed = (): boolean | undefined => (state.stepId === null ? undefined : script.answer(state.stepId));
    return {
      now,
      zone: known.zone,
      // What makes somebody leave happens to them on the way.
      exitRule: () => Promise.resolve(null),
      channelOf: (provider) => known.channelOf(provider),
      reachIn: (family) => known.reachIn(family),
      async messagesSince(since) {
        const simulated = [...messages.values()].filter(({ at }) => at > since).length;
        return simulated + (await known.messagesBetween(since, now));
      },
      isIn: (definition) => {
        const { stepId } = state;
        const isWaitedFor = this.plan.step(stepId)?.kind === 'wait_until';
        if (isWaitedFor) return Promise.resolve(stepId !== null && script.holds(stepId));
        const given = assumed();
        return given === undefined ? known.isIn(definition) : Promise.resolve(given);
      },
      messageIs: (stepId, is) => Promise.resolve(assumed() ?? this.messageIs(stepId, is, now)),
      cartIsRecovered: () => Promise.resolve(assumed() ?? 'cart.recovered' in state.heard),
      // The event that is taken for granted is as the step asks.
      hasHappened: () => Promise.resolve(state.stepId !== null && script.holds(state.stepId)),
      hasUnheard: () => Promise.resolve(false),
      // Everybody is alone on paper.
      isWrittenTo: () => Promise.resolve(false),
      codeInShops: () => Promise.resolve('ready'),
      messageOf: () => Promise.resolve(null),
      send(step, { recipient, code }) {
        messages.set(step.id, { at: now, recipient, code });
        return step.id;
      },
      mint: (step) => Promise.resolve({ code: exampleOf(step, now), outcome: 'minted', at: null }),
      updateContact: () => undefined,
      putOnList: (listId) => known.listExists(listId),
      takeOffList: (listId) => known.listExists(listId),
    };
  }

  /** Delivers a simulated message, after the moment in which it was made; it is opened only if that is assumed. */
  private messageIs(stepId: string, is: MessageAnswer, now: Date): boolean {
    const message = this.messages.get(stepId);
    if (is === 'sent' || is === 'delivered') return message !== undefined && message.at < now;
    return is === 'skipped' && this.timeline.some((moment) => moment.stepId === stepId && moment.outcome === 'skipped');
  }
}

const exampleOf = ({ id, config }: StepOf<'mint_code'>, now: Date): MintedCode => ({
  id,
  code: EXAMPLE_CODE,
  expiresAt: new Date(now.getTime() + config.expiresInHours * HOUR_MS),
  mintedAt: now,
});
