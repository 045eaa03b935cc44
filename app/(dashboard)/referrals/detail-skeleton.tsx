import { Skeleton } from '@mantine/core';
import { PageHead } from '@/components/ui/page-head';
import classes from './detail.module.css';

/** The page of a link or of an attribution before it is there. */
export function DetailSkeleton() {
  return (
    <div role="status">
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width="min(22rem, 100%)" my={4} />}
        lead={<Skeleton component="span" display="block" height={14} width="min(16rem, 100%)" />}
      />
      <div className={classes.page}>
        <Skeleton height={480} />
        <Skeleton height={320} />
      </div>
    </div>
  );
}
