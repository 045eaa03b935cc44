import { Anchor } from '@mantine/core';
import Link from 'next/link';
import type { OrderPage } from './order';
import classes from './orders.module.css';

/** Funnels by name, each with its page. */
export function FunnelLinks({ funnels }: Pick<OrderPage, 'funnels'>) {
  return (
    <span className={classes.links}>
      {funnels.map(({ id, name }) => (
        <Anchor key={id} component={Link} href={`/funnels/${id}`} inherit>
          {name}
        </Anchor>
      ))}
    </span>
  );
}
