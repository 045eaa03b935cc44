import type { ReactNode } from 'react';
import classes from './with-side.module.css';

interface Props {
  /** The facts about the page's subject. */
  side: ReactNode;
  /** On a phone, where people look for who it is before what happened, the side comes first. */
  sideFirst?: boolean;
  /** The subject of the page; where it has no content, the side fills the page. */
  children: ReactNode;
}

/** The subject of a page and, beside it, the facts about it; one below the other where there is no room for both. */
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
