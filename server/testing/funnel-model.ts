/**
 * A model of what the contract says of people in a funnel (docs/contract/funnels.md), told once more and apart from the
 * product: for tests that compare both. It knows funnels that people are let into by hand, zones without summer time,
 * one e-mail channel, and a worker that looks whenever it is told to.
 */
import { createHash } from 'node:crypto';
import { DAY, dayLater, MINUTE, windowOpens, type Hours } from '@/server/testing/funnel-clock';

export type ModelStep = { id: string } & (
  | { kind: 'send'; holdoutPercent: number; ignoreWindow: boolean; ignoreCap: boolean; next: string | null }
  | { kind: 'delay'; minutes: number; next: string | null }
  | { kind: 'delay_days'; days: number; at: string; next: string | null }
  | { kind: 'wait_until'; any: string[]; minutes: number; next: string | null; timeout: string | null }
  | { kind: 'ask_message'; stepId: string; is: 'sent' | 'opened' | 'skipped'; yes: string | null; no: string | null }
  | { kind: 'ask_seen'; yes: string | null; no: string | null }
  | { kind: 'split'; variants: { id: string; weight: number; next: string | null }[] }
  | { kind: 'mint_code'; reuse: boolean; expiresInHours: number; next: string | null }
  | { kind: 'update_contact'; next: string | null }
  | { kind: 'exit'; reason: string }
);

export interface ModelFunnel {
  steps: ModelStep[];
  reentry: { mode: 'once' } | { mode: 'after_days'; days: number } | { mode: 'always' };
  exitsByPurchase: boolean;
  goal: { withinDays: number; exit: boolean } | null;
  sendWindow: Hours | null;
  frequencyCap: { max: number; perDays: number } | null;
  holdoutPercent: number;
}

export interface ModelContact {
  id: string;
  zone: string;
  hasEmail: boolean;
}

interface Code {
  /** The enrolment that it was made for, and when it ends. */
  of: ModelEnrolment;
  stepId: string;
  expiresAt: number;
}

export interface ModelEnrolment {
  contactId: string;
  enteredAt: number;
  status: 'active' | 'completed' | 'exited';
  stepId: string | null;
  waitingFor: 'time' | 'event' | 'window' | null;
  dueAt: number | null;
  exitReason: string | null;
  endedAt: number | null;
  goalAt: number | null;
  /** Steps that it left, with the code that one gave. */
  path: { stepId: string; outcome: string; reason: string | null; at: number; code?: Code }[];
}

interface State {
  sent: boolean;
  opened: boolean;
  /** A pause took it back. */
  skipped: boolean;
}

interface Inside extends ModelEnrolment {
  since: number;
  heard: Set<string>;
  /** The states of its messages, by step: what became of the latest. */
  states: Map<string, State>;
}

interface Waits {
  until: number;
  waitingFor: 'time' | 'event' | 'window';
}

interface Leaves {
  next: string | null;
  outcome: string;
  reason?: string;
  code?: Code;
  /** Set when it was left before a pause already, and what it did stands. */
  isPast?: true;
}

export class FunnelModel {
  readonly enrolments: Inside[] = [];
  private pausedAt: number | null = null;
  private readonly seen = new Set<string>();
  private readonly sentTo: { contactId: string; at: number; state: State }[] = [];
  private readonly made: Code[] = [];
  private readonly contacts: ReadonlyMap<string, ModelContact>;

  constructor(
    private readonly funnelId: string,
    private readonly funnel: ModelFunnel,
    contacts: readonly ModelContact[],
  ) {
    this.contacts = new Map(contacts.map((contact) => [contact.id, contact]));
  }

  get isPaused(): boolean {
    return this.pausedAt !== null;
  }

  /** @returns who was let in, and why the others were not */
  enroll(contactIds: readonly string[], now: number): { enrolled: number; skipped: Record<string, number> } {
    const skipped: Record<string, number> = {};
    let enrolled = 0;
    for (const contactId of contactIds) {
      const reason = this.refusal(contactId, now);
      if (reason !== null) {
        skipped[reason] = (skipped[reason] ?? 0) + 1;
        continue;
      }
      enrolled++;
      this.enrolments.push({
        ...{ contactId, enteredAt: now, status: 'active', stepId: this.funnel.steps[0]?.id ?? null, waitingFor: null },
        ...{ dueAt: now, exitReason: null, endedAt: null, goalAt: null, path: [] },
        ...{ since: now, heard: new Set<string>(), states: new Map() },
      });
    }
    return { enrolled, skipped };
  }

  private refusal(contactId: string, now: number): string | null {
    const own = this.enrolments.filter((each) => each.contactId === contactId);
    if (own.some(({ status }) => status === 'active')) return 'INSIDE';
    const { reentry } = this.funnel;
    const last = Math.max(...own.map(({ enteredAt }) => enteredAt));
    if (own.length === 0 || reentry.mode === 'always') return null;
    if (reentry.mode === 'once') return 'REENTRY';
    return now - last < reentry.days * DAY ? 'REENTRY' : null;
  }

  purchase(contactId: string, now: number): void {
    const { goal, exitsByPurchase } = this.funnel;
    for (const enrolment of this.enrolments.filter((each) => each.contactId === contactId)) {
      const isGoal = goal !== null && enrolment.goalAt === null && now <= enrolment.enteredAt + goal.withinDays * DAY;
      if (isGoal) enrolment.goalAt = now;
      if (enrolment.status !== 'active') continue;
      if (exitsByPurchase) this.leave(enrolment, 'purchase', now);
      else if (isGoal && goal.exit) this.leave(enrolment, 'goal', now);
      else this.hear(enrolment, ['purchase'], now);
    }
  }

  /** The message of a step is opened. */
  open(enrolment: ModelEnrolment, stepId: string, now: number): void {
    const inside = enrolment as Inside;
    const state = inside.states.get(stepId);
    if (state === undefined) throw new Error(`There is no message of ${stepId}.`);
    state.opened = true;
    if (inside.status === 'active') this.hear(inside, ['message.opened', `message.opened:${stepId}`], now);
  }

  /** Messages of these steps leave; the others wait on. */
  deliver(isOf: (stepId: string) => boolean): void {
    for (const { states } of this.enrolments)
      for (const [stepId, state] of states) if (isOf(stepId) && !state.skipped) state.sent = true;
  }

  /** The steps whose message of this enrolment has left or is to leave. */
  messagesOf(enrolment: ModelEnrolment): string[] {
    return [...(enrolment as Inside).states].flatMap(([stepId, { skipped }]) => (skipped ? [] : [stepId]));
  }

  /**
   * Pauses the funnel: what waits is skipped. Whom it was for stand there again, unless they left or have come in anew;
   * of what they did after it messages that left and codes simulateEnrolment.
   */
  pause(now: number): void {
    if (this.pausedAt !== null) return;
    this.pausedAt = now;
    const isInside = (contactId: string): boolean =>
      this.enrolments.some((each) => each.contactId === contactId && each.status === 'active');
    const back = new Map<string, { enrolment: Inside; first: number }>();
    for (const enrolment of this.enrolments) {
      const { contactId, status, path, states } = enrolment;
      const first = path.findIndex(({ stepId, outcome }) => {
        const state = states.get(stepId);
        return outcome === 'sent' && state?.sent === false && !state.skipped;
      });
      const mayReturn = status === 'active' || (status === 'completed' && !isInside(contactId));
      // The newest of a contact is the last.
      if (first >= 0 && mayReturn) back.set(contactId, { enrolment, first });
      for (const state of states.values()) if (!state.sent) state.skipped = true;
    }
    for (const { enrolment, first } of back.values()) {
      const { path, states } = enrolment;
      const stays = (step: ModelEnrolment['path'][number]): boolean =>
        step.code !== undefined || (step.outcome === 'sent' && states.get(step.stepId)?.skipped === false);
      Object.assign(enrolment, { status: 'active', stepId: path[first]?.stepId, since: now, waitingFor: null });
      Object.assign(enrolment, { dueAt: now, endedAt: null });
      enrolment.path = [...path.slice(0, first), ...path.slice(first).filter(stays)];
    }
  }

  resume(overdue: 'shift' | 'run' | 'exit', now: number): void {
    if (this.pausedAt === null) return;
    const length = now - this.pausedAt;
    this.pausedAt = null;
    for (const enrolment of this.enrolments.filter(({ status }) => status === 'active')) {
      if (overdue === 'shift') {
        enrolment.since += length;
        enrolment.dueAt = (enrolment.dueAt ?? 0) + length;
      } else if (overdue === 'exit' && (enrolment.dueAt ?? 0) <= now) this.leave(enrolment, 'overdue', now);
    }
  }

  /** The worker looks. */
  look(now: number): void {
    if (this.pausedAt !== null) return;
    for (const enrolment of this.enrolments)
      if (enrolment.status === 'active' && (enrolment.dueAt ?? 0) <= now) this.lead(enrolment, now);
  }

  private hear(enrolment: Inside, events: readonly string[], now: number): void {
    for (const event of events) enrolment.heard.add(event);
    const step = this.step(enrolment.stepId);
    if (step?.kind === 'wait_until' && step.any.some((event) => events.includes(event)))
      enrolment.dueAt = Math.min(enrolment.dueAt ?? now, this.pausedAt ?? now);
  }

  private leave(enrolment: Inside, reason: string, now: number): void {
    Object.assign(enrolment, { status: 'exited', exitReason: reason, stepId: null, waitingFor: null, dueAt: null });
    enrolment.endedAt = now;
  }

  private step(id: string | null): ModelStep | undefined {
    return this.funnel.steps.find((each) => each.id === id);
  }

  private lead(enrolment: Inside, now: number): void {
    for (;;) {
      const step = this.step(enrolment.stepId);
      if (step === undefined) {
        Object.assign(enrolment, { status: 'completed', stepId: null, waitingFor: null, dueAt: null, endedAt: now });
        return;
      }
      const way = this.way(enrolment, step, now);
      if ('until' in way) {
        Object.assign(enrolment, { waitingFor: way.waitingFor, dueAt: way.until });
        return;
      }
      const { outcome, reason = null, code } = way;
      const before = way.isPast === true ? enrolment.path.findIndex((each) => each.stepId === step.id) : -1;
      const [past] = before < 0 ? [] : enrolment.path.splice(before, 1);
      enrolment.path.push({
        stepId: step.id,
        outcome,
        reason,
        at: past?.at ?? now,
        ...(code !== undefined && { code }),
      });
      if (step.kind === 'exit') {
        this.leave(enrolment, step.reason, now);
        return;
      }
      Object.assign(enrolment, { stepId: way.next, since: now, waitingFor: null, dueAt: now });
    }
  }

  private way(enrolment: Inside, step: ModelStep, now: number): Waits | Leaves {
    const { contactId, since } = enrolment;
    switch (step.kind) {
      case 'delay':
      case 'delay_days': {
        // What was worked out once stays, wherever a pause has moved it.
        const until =
          enrolment.waitingFor === 'time'
            ? (enrolment.dueAt ?? now)
            : step.kind === 'delay'
              ? since + step.minutes * MINUTE
              : dayLater(this.zoneOf(contactId), since, step.days, step.at);
        return until > now ? { until, waitingFor: 'time' } : { next: step.next, outcome: 'waited' };
      }
      case 'wait_until': {
        if (step.any.some((event) => enrolment.heard.has(event))) return { next: step.next, outcome: 'event' };
        const until = since + step.minutes * MINUTE;
        return until > now ? { until, waitingFor: 'event' } : { next: step.timeout, outcome: 'timeout' };
      }
      case 'ask_message': {
        const state = enrolment.states.get(step.stepId);
        const yes =
          step.is === 'skipped'
            ? state?.skipped === true ||
              enrolment.path.some(({ stepId, outcome }) => stepId === step.stepId && outcome === 'skipped')
            : state?.[step.is] === true;
        return yes ? { next: step.yes, outcome: 'yes' } : { next: step.no, outcome: 'no' };
      }
      case 'ask_seen':
        return this.seen.has(contactId) ? { next: step.yes, outcome: 'yes' } : { next: step.no, outcome: 'no' };
      case 'split': {
        let place = this.placeOf(step.id, contactId);
        const chosen = step.variants.find(({ weight }) => (place -= weight * 100) < 0);
        if (chosen === undefined) throw new Error('The weights do not sum to 100.');
        return { next: chosen.next, outcome: chosen.id };
      }
      case 'mint_code':
        return this.mint(enrolment, step, now);
      case 'update_contact':
        this.seen.add(contactId);
        return { next: step.next, outcome: 'updated' };
      case 'exit':
        return { next: null, outcome: 'exits', reason: step.reason };
      case 'send':
        return this.send(enrolment, step, now);
    }
  }

  private mint(enrolment: Inside, step: Extract<ModelStep, { kind: 'mint_code' }>, now: number): Leaves {
    const { next } = step;
    const { contactId } = enrolment;
    if (this.isHeld('funnel', contactId, this.funnel.holdoutPercent))
      return { next, outcome: 'held', reason: 'funnel' };
    const own = enrolment.path.find(({ stepId }) => stepId === step.id);
    if (own?.code !== undefined) return { next, outcome: own.outcome, code: own.code, isPast: true };
    const usable = this.made
      .filter(({ of, stepId, expiresAt }) => of.contactId === contactId && stepId === step.id && expiresAt >= now + DAY)
      .sort((a, b) => b.expiresAt - a.expiresAt);
    const [earlier] = step.reuse ? usable : [];
    if (earlier !== undefined) return { next, outcome: 'reused', code: earlier };
    const code = { of: enrolment, stepId: step.id, expiresAt: now + step.expiresInHours * 60 * MINUTE };
    this.made.push(code);
    return { next, outcome: 'minted', code };
  }

  private send(enrolment: Inside, step: Extract<ModelStep, { kind: 'send' }>, now: number): Waits | Leaves {
    const { next } = step;
    const { contactId } = enrolment;
    if (enrolment.states.get(step.id)?.skipped === false) return { next, outcome: 'sent', isPast: true };
    const { frequencyCap: cap, sendWindow, holdoutPercent } = this.funnel;
    if (this.contacts.get(contactId)?.hasEmail !== true) return { next, outcome: 'skipped', reason: 'NO_RECIPIENT' };
    if (cap !== null && !step.ignoreCap) {
      const lately = this.sentTo.filter(
        (each) => each.contactId === contactId && !each.state.skipped && each.at > now - cap.perDays * DAY,
      );
      if (lately.length >= cap.max) return { next, outcome: 'skipped', reason: 'FREQUENCY_CAP' };
    }
    if (sendWindow !== null && !step.ignoreWindow) {
      const opens = windowOpens(this.zoneOf(contactId), now, sendWindow);
      if (opens > now) return { until: opens, waitingFor: 'window' };
    }
    if (this.isHeld('funnel', contactId, holdoutPercent)) return { next, outcome: 'held', reason: 'funnel' };
    if (this.isHeld(step.id, contactId, step.holdoutPercent)) return { next, outcome: 'held', reason: 'step' };
    const state = { sent: false, opened: false, skipped: false };
    enrolment.states.set(step.id, state);
    this.sentTo.push({ contactId, at: now, state });
    return { next, outcome: 'sent' };
  }

  /** 0 to 9999. */
  private placeOf(stepId: string, contactId: string): number {
    const hex = createHash('sha256').update(`${this.funnelId}:${stepId}:${contactId}`).digest('hex');
    return Number(BigInt(`0x${hex.slice(0, 16)}`) % 10_000n);
  }

  private isHeld(stepId: string, contactId: string, percent: number): boolean {
    return this.placeOf(stepId, contactId) < percent * 100;
  }

  private zoneOf(contactId: string): string {
    return this.contacts.get(contactId)?.zone ?? '';
  }
}
