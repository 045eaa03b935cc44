import { Skeleton } from '@mantine/core';
import { PageHead } from '@/components/ui/page-head';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import classes from './feed.module.css';

/** The page of the feed before it is there. */
export function FeedSkeleton() {
  return (
    <div role="status">
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width={180} my={4} />}
        lead={<Skeleton component="span" display="block" height={14} width={320} />}
        action={<Skeleton height={36} width={120} />}
      />
      <FeedBodySkeleton />
    </div>
  );
}

/** The same without its head. */
export function FeedBodySkeleton() {
  return (
    <>
      <div className={classes.top}>
        <Skeleton height={196} />
        <Skeleton height={196} />
      </div>
      <TableSkeleton columns={5} rows={8} />
    </>
  );
}
