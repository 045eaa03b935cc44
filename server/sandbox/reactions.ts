/**
 * The actions that recipients in the sandbox take by themselves when it is lively: about what a good list does, within
 * a minute.
 */
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { answersOf } from '@/server/sandbox/answers';
import type { SandboxAnswer } from '@/server/sandbox/vocabulary';

export interface Reaction {
  event: SandboxAnswer;
  /** ISO 8601. */
  at: string;
}

const BOUNCE = 0.02;
const OPEN = 0.45;
const CLICK = 0.25;

/** Seconds from `from` up to `to`. */
const between = (random: () => number, from: number, to: number): number => (from + random() * (to - from)) * 1000;

/** The callbacks that one message will see, in order of time; only those that its vendor has. */
export function planReactions(provider: ProviderId, now: Date, random: () => number): Reaction[] {
  const possible = answersOf(provider);
  const can = (event: SandboxAnswer): boolean => possible.includes(event);
  let at = now.getTime() + between(random, 1, 5);
  const plan: Reaction[] = [];
  const add = (event: SandboxAnswer): void => void plan.push({ event, at: new Date(at).toISOString() });

  if (can('bounced') && random() < BOUNCE) {
    add('bounced');
    return plan;
  }
  if (can('delivered')) add('delivered');
  if (!can('opened') || random() >= OPEN) return plan;
  at += between(random, 3, 35);
  add('opened');
  if (!can('clicked') || random() >= CLICK) return plan;
  at += between(random, 2, 15);
  add('clicked');
  return plan;
}
