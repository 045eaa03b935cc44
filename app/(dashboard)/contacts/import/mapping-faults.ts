/** Finds the faults of a mapping before anything is sent. */
import { canReach } from '@/components/csv/contact-rows';
import { dayOrderOf, type Mapping } from '@/components/csv/contact-columns';
import type { FileSummary } from '@/components/csv/inspect';
import type { Target } from '@/components/csv/contact-targets';

export type ColumnFault = 'twice' | 'noKey' | 'badKey' | 'noOrder';

/** A key that can be written in a segment's condition: attributes.<key>. */
const KEY = /^[\p{L}\p{N}_-]{1,60}$/u;

const nameOf = (target: Target): string | null => {
  // The last of several dates counts, and any of several opt-outs.
  if (target.kind === 'ignore' || target.kind === 'since' || target.kind === 'optOut') return null;
  if (target.kind === 'field') return target.field;
  if (target.kind === 'attribute') return `attribute.${target.key}`;
  return target.kind === 'subscription' || target.kind === 'handle' ? `${target.kind}.${target.family}` : target.kind;
};

/** The fault of each column, in the order of the file. */
export function columnFaults(
  mapping: Mapping,
  { columns, language }: Pick<FileSummary, 'columns' | 'language'>,
): (ColumnFault | null)[] {
  const seen = new Set<string>();
  const parts = mapping.some(
    (target) => target.kind === 'field' && (target.field === 'firstName' || target.field === 'lastName'),
  );
  return mapping.map((target, at) => {
    const column = columns[at];
    if (target.kind === 'attribute' && target.key === '') return 'noKey';
    if (target.kind === 'attribute' && !KEY.test(target.key)) return 'badKey';
    const isOpenDate =
      target.kind === 'attribute' && target.type === 'date' && column !== undefined && column.openDays > 0;
    if (isOpenDate && dayOrderOf(target, column, language) === null) return 'noOrder';
    const name = nameOf(target);
    if (name === null) return null;
    if (seen.has(name) || (name === 'fullName' && parts)) return 'twice';
    seen.add(name);
    return null;
  });
}

export const isUsable = (mapping: Mapping, summary: Pick<FileSummary, 'columns' | 'language'>): boolean =>
  canReach(mapping) && columnFaults(mapping, summary).every((fault) => fault === null);
