import type { ReactNode } from 'react';
import classes from './form-page.module.css';

/** A part of the form under its own heading. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      <div className={classes.fields}>{children}</div>
    </section>
  );
}
