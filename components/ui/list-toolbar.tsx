import type { ReactNode } from 'react';
import classes from './list-toolbar.module.css';

/** The line above a table: search, filter chips, and on a phone the order. */
export function ListToolbar({
  search,
  filters,
  order,
}: {
  search?: ReactNode;
  filters?: ReactNode;
  order?: ReactNode;
}) {
  return (
    <div className={classes.bar}>
      {search && <div className={classes.search}>{search}</div>}
      {filters}
      {order && <div className={classes.order}>{order}</div>}
    </div>
  );
}
