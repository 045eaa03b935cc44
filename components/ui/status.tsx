import type { ReactNode } from 'react';
import classes from './status.module.css';

/**
 * A state in words, with a mark whose shape says it too: on a filled dot, off an empty one, waiting a half one,
 * failed a cross.
 */
export function Status({ kind, children }: { kind: 'on' | 'off' | 'waiting' | 'failed'; children: ReactNode }) {
  return (
    <span className={classes.status} data-kind={kind}>
      {children}
    </span>
  );
}
