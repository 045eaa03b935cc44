import { Skeleton } from '@mantine/core';
import { PageHead } from '@/components/ui/page-head';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import classes from './referrals.module.css';

/** The page of the program before it is there. */
export function ReferralsSkeleton() {
  return (
    <div role="status">
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width={140} my={4} />}
        lead={<Skeleton component="span" display="block" height={14} width="min(32rem, 100%)" />}
        action={<Skeleton height={36} width={128} />}
      />
      <div className={classes.page}>
        <Skeleton height={128} className={classes.wide} />
        <Skeleton height={348} />
        <Skeleton height={348} />
      </div>
      <TableSkeleton columns={5} />
    </div>
  );
}
