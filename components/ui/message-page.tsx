import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './message-page.module.css';

/** A page that only says something: not found, failed, no access. */
export function MessagePage({
  brand,
  title,
  children,
  action,
}: {
  brand?: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={classes.page}>
      {brand}
      <Title order={1}>{title}</Title>
      <div className={classes.words}>{children}</div>
      {action}
    </div>
  );
}
