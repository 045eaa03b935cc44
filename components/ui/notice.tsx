import type { Icon } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { ICON } from '@/components/ui/icon';
import classes from './notice.module.css';

interface Props extends Pick<ComponentProps<'div'>, 'ref' | 'id' | 'role' | 'aria-label'> {
  icon: Icon;
  /** Something is to be known or done, or something was lost. */
  kind?: 'waiting' | 'loss';
  /** The room below it, where what follows leaves none. */
  below?: '1rem' | '1.5rem';
  /** Buttons and links that help with the problem. */
  acts?: ReactNode;
  children: ReactNode;
}

/** A coloured box that says something about the page or the form that it stands in. */
export function Notice({ icon: NoticeIcon, kind = 'waiting', below, acts, children, ...box }: Props) {
  return (
    <div className={classes.notice} data-kind={kind} style={{ marginBottom: below }} {...box}>
      <NoticeIcon {...ICON} />
      <div className={classes.words}>
        {children}
        {acts && <div className={classes.acts}>{acts}</div>}
      </div>
    </div>
  );
}
