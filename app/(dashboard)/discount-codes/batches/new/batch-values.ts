/** The values that the form of a batch holds besides what each code is, and their conversion to what is sent. */
import type { Groups } from '@/app/(dashboard)/broadcasts/group-choice';
import type { Typed } from '@/app/(dashboard)/discount-codes/amounts';
import { MAX_BATCH } from '@/server/modules/offers/discount-codes/vocabulary';
import type { BatchInput } from '../batch';

export const FOR = ['count', 'audience'] as const;
export const LENGTH = { min: 6, max: 16 };

export interface BatchValues {
  name: string;
  /** The choice between a number of codes, and one code for each contact of an audience. */
  for: (typeof FOR)[number];
  count: Typed;
  audience: Groups;
  prefix: string;
  length: number;
  totalLimit: Typed;
}

export const BEGINNING: BatchValues = {
  name: '',
  for: 'count',
  count: 100,
  audience: { listIds: [], segmentIds: [] },
  prefix: '',
  length: 8,
  totalLimit: '',
};

export type BatchFault = 'name' | 'count' | 'audience' | 'prefix';

/** Returns the fields that cannot be sent as they are. */
export function faultsOf({ name, count, audience, prefix, ...batch }: BatchValues): Partial<Record<BatchFault, true>> {
  const isCount = typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= MAX_BATCH;
  const isSomebody = audience.listIds.length + audience.segmentIds.length > 0;
  return {
    ...(name.trim() === '' && { name: true }),
    ...(batch.for === 'count' && !isCount && { count: true }),
    ...(batch.for === 'audience' && !isSomebody && { audience: true }),
    ...(!/^[A-Z0-9-]{0,20}$/.test(prefix) && { prefix: true }),
  };
}

export const givenOf = (batch: BatchValues): Omit<BatchInput, 'template'> => ({
  name: batch.name.trim(),
  prefix: batch.prefix,
  length: batch.length,
  totalLimit: batch.totalLimit === '' ? null : batch.totalLimit,
  ...(batch.for === 'audience' ? { audience: batch.audience } : { count: batch.count === '' ? 0 : batch.count }),
});
