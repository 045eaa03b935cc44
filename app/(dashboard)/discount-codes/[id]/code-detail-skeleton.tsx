import { Skeleton } from '@mantine/core';
import { PageHead } from '@/components/ui/page-head';
import classes from './code-detail.module.css';

/** The page of a code before it is there. */
export function CodeDetailSkeleton() {
  return (
    <div role="status">
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width={220} my={4} />}
        lead={<Skeleton component="span" display="block" height={14} width={280} />}
        action={<Skeleton height={36} width={160} />}
      />
      <div className={classes.page}>
        <Skeleton height={124} className={classes.figures} />
        <Skeleton height={420} />
        <Skeleton height={420} />
        <Skeleton height={320} className={classes.redemptions} />
      </div>
    </div>
  );
}
