import { Skeleton } from '@mantine/core';
import { PageHead } from '@/components/ui/page-head';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import classes from './abandoned-cart.module.css';

/** The page before it is there. */
export function CartsSkeleton() {
  return (
    <div role="status">
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width={180} my={4} />}
        lead={<Skeleton component="span" display="block" height={14} width="min(32rem, 100%)" />}
        action={<Skeleton height={36} width={128} />}
      />
      <OverviewSkeleton />
      <TableSkeleton columns={4} />
    </div>
  );
}

/** Figures and chart. */
export function OverviewSkeleton() {
  return (
    <div className={classes.overview}>
      <Skeleton height={128} />
      <Skeleton height={340} />
    </div>
  );
}
