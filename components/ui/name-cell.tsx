import type { ReactNode } from 'react';
import classes from './name-cell.module.css';

/** The first cell of a row: what the thing is called, and a line below that a card leaves out. */
export function NameCell({ name, note }: { name: ReactNode; note?: ReactNode }) {
  const hasNote = note !== undefined && note !== null && note !== '';
  return (
    <span className={classes.name}>
      <strong>{name}</strong>
      {hasNote && <span data-note>{note}</span>}
    </span>
  );
}
