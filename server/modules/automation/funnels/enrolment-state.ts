/** Somebody in a funnel, as the machine leads them (docs/contract/funnels.md#enrolments). */
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

/** A code that was minted for somebody. */
export interface MintedCode {
  id: string;
  code: string;
  expiresAt: Date | null;
  /** The time when it was made: shops get it from then on. */
  mintedAt: Date;
}

/** A step that was left, and how. */
export interface Passage {
  stepId: string;
  at: Date;
  outcome: string;
  reason: string | null;
  messageId: string | null;
  /** True when it was left before already, at that time: this takes the place of what the path has of it. */
  isAgain: boolean;
}

/**
 * The times when things first happened since somebody came in: the event, or the event and what it was about (ISO
 * 8601).
 */
export type Heard = Readonly<Record<string, string>>;

export type HeardEvent = WaitEvent | GoalEvent;

/** @param about a step or a list; left out: whatever it was about */
export const heardKey = (event: HeardEvent, about?: string): string =>
  about === undefined ? event : `${event}:${about}`;

export interface EnrolmentState {
  /** The id of the enrolment. */
  readonly id: string;
  readonly contactId: string;
  readonly enteredAt: Date;
  /** The trigger that let them in. */
  readonly triggerRef: string;
  readonly heard: Heard;
  readonly cart: Cart | null;
  /** A goal that was reached is credited to nothing that comes later. */
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

/** The beginnings of a trigger's reference, by what lets people in. Who was let in by hand was never on the list. */
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
 * Returns the reference of an event that a shop told. With the id of the event, for waits that compare with its
 * properties.
 */
export const refOfShopEvent = (position: bigint, eventId: string): string => `${REFS.event}${position}:${eventId}`;
/** The event of the shop that let somebody in; null: nothing of a shop did, or a release that did not write its id. */
export const shopEventOfRef = (triggerRef: string): string | null => /^event:\d+:(.+)$/s.exec(triggerRef)?.[1] ?? null;
export const isByEvent = (triggerRef: string): boolean => triggerRef.startsWith(REFS.event);
export const isBySegment = (triggerRef: string): boolean => triggerRef.startsWith(REFS.segment);
