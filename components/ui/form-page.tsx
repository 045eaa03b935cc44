import type { ComponentProps, ReactNode } from 'react';
import { PageHead } from '@/components/ui/page-head';
import { StickyHead } from '@/components/ui/sticky-head';
import classes from './form-page.module.css';

interface Props {
  title: ReactNode;
  back?: { href: string; label: string };
  /**
   * Cancel and save: in the head, which stays in sight, and at the foot of a phone. Save names the form by `id`. None:
   * who looks may not write.
   */
  actions: ReactNode;
  id: string;
  /** The form's props from `useResourceForm`. */
  formProps: ComponentProps<'form'>;
  /** Notices first, then sections. */
  children: ReactNode;
  /** The result of the form: beside the form, below it on a phone. */
  aside: ReactNode;
  /** Leaves more room to the form. */
  narrowAside?: boolean;
  /** Before the actions at the foot of a phone, where the aside is out of sight: what it says, in a word. */
  summary?: ReactNode;
}

/** A page that makes or changes one thing: its form, and beside it what comes of it. */
export function FormPage(props: Props) {
  const { title, back, actions, id, formProps, children, aside, narrowAside, summary } = props;
  return (
    <>
      <StickyHead leavesIn="62em">
        <PageHead
          title={title}
          {...(back !== undefined && { back })}
          action={<div className={classes.actions}>{actions}</div>}
        />
      </StickyHead>
      <div className={classes.columns} data-narrow={narrowAside || undefined}>
        <form id={id} {...formProps} className={classes.form}>
          {children}
        </form>
        <div className={classes.aside}>{aside}</div>
      </div>
      {actions && (
        <div className={classes.foot}>
          {summary && <span className={classes.summary}>{summary}</span>}
          {actions}
        </div>
      )}
    </>
  );
}
