import type { ReactNode } from 'react';
import classes from './facts.module.css';

interface Props {
  /** The width of the labels, a length of CSS. */
  labels?: string;
  /** The least width of the values, a length of CSS: where there is less room, each stands below its label. */
  values?: string;
  children: ReactNode;
}

/** The known facts of a thing, one on each line. */
export function Facts({ labels, values, children }: Props) {
  return (
    <dl className={classes.facts} style={{ '--labels': labels, '--values': values }}>
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
