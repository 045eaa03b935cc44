/**
 * Assigns people to the sides of splits and holdouts, the same at every entry
 * (docs/contract/funnels.md#splits-and-holdouts).
 */
import { createHash } from 'node:crypto';
import type { StepOf } from '@/server/modules/automation/funnels/step-schema';

const PARTS = 10_000n;
/** Stands in for a step's id when a hash is about the whole funnel. */
export const WHOLE_FUNNEL = 'funnel';

/** @param stepId or WHOLE_FUNNEL @returns 0 to 9999 */
export function placeOf(funnelId: string, stepId: string, contactId: string): number {
  const hash = createHash('sha256').update(`${funnelId}:${stepId}:${contactId}`).digest();
  return Number(hash.readBigUInt64BE(0) % PARTS);
}

export const isHeldOut = (funnelId: string, stepId: string, contactId: string, percent: number): boolean =>
  percent > 0 && placeOf(funnelId, stepId, contactId) < percent * 100;

type Variant = StepOf<'split'>['config']['variants'][number];

/** Returns the contact's variant. Variants take consecutive ranges, as wide as their weights. */
export function variantOf(funnelId: string, step: StepOf<'split'>, contactId: string): Variant {
  const place = placeOf(funnelId, step.id, contactId);
  let end = 0;
  for (const variant of step.config.variants) {
    end += variant.weight * 100;
    if (place < end) return variant;
  }
  throw new Error(`The weights of ${step.id} do not sum to 100.`);
}
