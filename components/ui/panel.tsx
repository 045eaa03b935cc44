import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface Props {
  title?: ReactNode;
  /** At the right of the title. */
  aside?: ReactNode;
  /** Without room around the content, for lists that bring their own. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

/** A part of a page: hairline, title, content. */
export function Panel({ title, aside, flush = false, className, children }: Props) {
  return (
    <section className={className ? `${classes.panel} ${className}` : classes.panel}>
      {title && (
        <header className={classes.head}>
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      <div className={flush ? undefined : classes.body}>{children}</div>
    </section>
  );
}
