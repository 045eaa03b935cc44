import type { ReactNode } from 'react';
import classes from './sticky-head.module.css';

interface Props {
  /** In windows up to this wide it scrolls away: there the actions stand at the foot. */
  leavesIn: '48em' | '62em';
  /** A PageHead. */
  children: ReactNode;
}

/** The head of a long form: the primary action stays in sight while one fills it in. */
export function StickyHead({ leavesIn, children }: Props) {
  return (
    <div className={classes.head} data-leaves-in={leavesIn}>
      {children}
    </div>
  );
}
