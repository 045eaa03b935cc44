/** An enrolment as the machine sees it (docs/contract/funnels.md#enrolments). */
import type { GoalEvent, WaitEvent, WaitingFor } from '@/server/modules/automation/funnels/vocabulary';
import type { EnrolmentStatus } from '@/server/platform/lib/shared-vocabulary';

/** The cart that a funnel is about. */
export interface Cart {
  kind: 'reminder' | 'checkout';
  id: string;
  /** Smallest unit. */
  value: number;
  currency: string;
  url: string | null;
  productUrl: string | null;
}

/** The time when the code was minted; shops receive it from then on. */
export interface MintedCode {
  id: string;
  code: string;
  expiresAt: Date | null;
  /** The time when the code was minted; shops receive it from then on. */
  mintedAt: Date;
}

/** A step that the person has left, and its outcome. */
export interface Passage {
  stepId: string;
  at: Date;
  outcome: string;
  reason: string | null;
  messageId: string | null;
  /** True when the step was left at that time before: this passage then replaces the path's earlier entry. */
  isAgain: boolean;
}

/**
 * The first time of each event since the person entered (ISO 8601), by the event's key: the event alone, or the event
 * and its subject.
 */
export type Heard = Readonly<Record<string, string>>;

export type HeardEvent = WaitEvent | GoalEvent;

/** @param about the step or list of the event; left out: any */
export const heardKey = (event: HeardEvent, about?: string): string =>
  about === undefined ? event : `${event}:${about}`;

export interface EnrolmentState {
  /** The id of the enrolment. */
  readonly id: string;
  readonly contactId: string;
  readonly enteredAt: Date;
  /** The reference of the trigger that let the person in. */
  readonly triggerRef: string;
  readonly heard: Heard;
  readonly cart: Cart | null;
  /** After the time of the goal, no later message is credited with it. */
  readonly goalAt: Date | null;
  status: EnrolmentStatus;
  stepId: string | null;
  stepSince: Date;
  waitingFor: WaitingFor | null;
  dueAt: Date | null;
  code: MintedCode | null;
  lastSentStepId: string | null;
  exitReason: string | null;
  endedAt: Date | null;
}

/** The beginnings of a trigger's reference, by the kind of trigger. `call` is an enrolment by hand. */
export const REFS = {
  event: 'event:',
  segment: 'segment:',
  date: 'date:',
  order: 'order:',
  reminder: 'reminder:',
  checkout: 'checkout:',
  call: 'enroll:',
} as const;
/**
 * Returns the reference of an event that a shop reported. It contains the event's id, for waits that compare the
 * event's properties.
 */
export const refOfShopEvent = (position: bigint, eventId: string): string => `${REFS.event}${position}:${eventId}`;
/**
 * Returns the shop event that let the person in; null when something else did, or an older release wrote the reference
 * without the event's id.
 */
export const shopEventOfRef = (triggerRef: string): string | null => /^event:\d+:(.+)$/s.exec(triggerRef)?.[1] ?? null;
export const isByEvent = (triggerRef: string): boolean => triggerRef.startsWith(REFS.event);
export const isBySegment = (triggerRef: string): boolean => triggerRef.startsWith(REFS.segment);
