import { Skeleton } from '@mantine/core';
import { PageHead } from '@/components/ui/page-head';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import classes from './billing.module.css';

/** The page before it is there. */
export function BillingSkeleton() {
  return (
    <div role="status">
      <PageHead title={<Skeleton component="span" display="block" height={24} width={120} my={4} />} />
      <div className={classes.page}>
        <Skeleton height={176} />
        <Skeleton height={264} />
        <Skeleton height={480} />
      </div>
      <TableSkeleton columns={5} />
    </div>
  );
}
