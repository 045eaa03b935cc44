/** The merge of what two people made of the same beginning. */
import { same, type Values } from '@/components/ui/editing/same';
import { isRecord } from '@/server/platform/lib/narrow';

/** A field that both changed, each in another way. */
export interface Conflict {
  /** The field, from the outermost: `content`, `email`, `subject`. */
  path: readonly string[];
  mine: unknown;
  theirs: unknown;
}

/** Fields that one side changed are taken from there; of those that both changed, mine stand in `merged`. */
export function mergeEdits<Fields extends object>(
  base: Fields,
  mine: Fields,
  theirs: Fields,
): { merged: Fields; conflicts: Conflict[] } {
  const conflicts: Conflict[] = [];
  return { merged: merge([base, mine, theirs], [], conflicts) as Fields, conflicts };
}

function merge(
  [base, mine, theirs]: readonly [unknown, unknown, unknown],
  path: readonly string[],
  conflicts: Conflict[],
): unknown {
  if (same(mine, theirs) || same(base, theirs)) return mine;
  if (same(base, mine)) return theirs;
  if (isRecord(mine) && isRecord(theirs)) {
    const before = isRecord(base) ? base : {};
    const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
    return Object.fromEntries(
      names.map((name) => [name, merge([before[name], mine[name], theirs[name]], [...path, name], conflicts)]),
    );
  }
  conflicts.push({ path, mine, theirs });
  return mine;
}

/** The merged fields with theirs at these places. */
export function takeTheirs<Fields extends object>(merged: Fields, conflicts: readonly Conflict[]): Fields {
  return conflicts.reduce<unknown>((fields, { path, theirs }) => setAt(fields, path, theirs), merged) as Fields;
}

function setAt(fields: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const record: Values = isRecord(fields) ? fields : {};
  return { ...record, [name]: setAt(record[name], rest, value) };
}

/** Letters of the context around what differs. */
const AROUND = 60;
/** Letters of what differs that are shown: enough to know it again. */
const SHOWN = 1200;

interface Cut {
  before: string;
  differs: string;
  after: string;
}

/** Returns only the part of two texts that differs, with some words around it; what is left out is an ellipsis. */
export function differing(mine: string, theirs: string): [mine: Cut, theirs: Cut] {
  const shorter = Math.min(mine.length, theirs.length);
  let start = 0;
  while (start < shorter && mine[start] === theirs[start]) start++;
  let end = 0;
  while (end < shorter - start && mine.at(-1 - end) === theirs.at(-1 - end)) end++;
  const cut = (text: string): Cut => {
    const before = text.slice(0, start);
    const after = text.slice(text.length - end);
    const differs = text.slice(start, text.length - end);
    return {
      before: before.length > AROUND ? `…${before.slice(-AROUND)}` : before,
      differs: differs.length > SHOWN ? `${differs.slice(0, SHOWN)}…` : differs,
      after: after.length > AROUND ? `${after.slice(0, AROUND)}…` : after,
    };
  };
  return [cut(mine), cut(theirs)];
}
