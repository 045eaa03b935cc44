import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** What is known of a thing, one fact a line. `labels`: the width of the labels, a length of CSS. */
export function Facts({ labels, children }: { labels?: string; children: ReactNode }) {
  return (
    <dl className={classes.facts} style={labels === undefined ? undefined : { '--labels': labels }}>
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
