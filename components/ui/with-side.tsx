import type { ReactNode } from 'react';
import classes from './with-side.module.css';

interface Props {
  /** What is known of it. */
  side: ReactNode;
  /** On a phone, where people look for who it is before what happened, the side comes first. */
  sideFirst?: boolean;
  /** What the page is about; where there is nothing of it, the side has the page. */
  children: ReactNode;
}

/** What a page is about and, beside it, what is known of it; one under the other where both have no room. */
export function WithSide({ side, sideFirst, children }: Props) {
  return (
    <div className={classes.page}>
      <div className={classes.column}>{children}</div>
      <div className={classes.column} data-first={sideFirst || undefined}>
        {side}
      </div>
    </div>
  );
}
