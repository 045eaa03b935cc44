import { Anchor, type AnchorProps } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SMALL_ICON } from './icon';
import classes from './outside-link.module.css';

/** Leads out of the dashboard, in a window of its own that says so. */
export function OutsideLink({
  href,
  size = 'sm',
  children,
}: {
  href: string;
  size?: AnchorProps['size'];
  children: ReactNode;
}) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer noopener" size={size} className={classes.link}>
      {children}
      <IconExternalLink {...SMALL_ICON} />
    </Anchor>
  );
}
