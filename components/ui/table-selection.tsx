'use client';
import { Checkbox } from '@mantine/core';

/** Rows that can be chosen, for something to be done with all of them. */
export interface Selection<Row> {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  /** “Choose all on this page”. */
  all: string;
  /** “Choose Sari Dewi”. */
  one: (row: Row) => string;
}

export function AllChoice<Row>({
  selection: { chosen, onChange, all },
  keys,
}: {
  selection: Selection<Row>;
  keys: readonly string[];
}) {
  const here = keys.filter((key) => chosen.has(key)).length;
  const every = here === keys.length && keys.length > 0;
  const toggle = () => {
    const next = new Set(chosen);
    for (const key of keys) {
      if (every) next.delete(key);
      else next.add(key);
    }
    onChange(next);
  };
  return <Checkbox size="xs" aria-label={all} checked={every} indeterminate={here > 0 && !every} onChange={toggle} />;
}

export function Choice<Row>({
  selection: { chosen, onChange, one },
  row,
  rowKey,
}: {
  selection: Selection<Row>;
  row: Row;
  rowKey: string;
}) {
  const toggle = () => {
    const next = new Set(chosen);
    if (!next.delete(rowKey)) next.add(rowKey);
    onChange(next);
  };
  return <Checkbox size="xs" aria-label={one(row)} checked={chosen.has(rowKey)} onChange={toggle} />;
}
