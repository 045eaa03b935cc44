import { Skeleton } from '@mantine/core';
import { PageHead } from '@/components/ui/page-head';
import classes from './post-form.module.css';

export function PostSkeleton() {
  return (
    <div role="status">
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width={260} my={4} />}
        action={<Skeleton height={36} width={160} />}
      />
      <div className={classes.columns}>
        <div className={classes.write}>
          <Skeleton height={64} radius={8} />
          <Skeleton height={56} radius={8} />
          <Skeleton height={480} radius={8} />
        </div>
        <Skeleton height={640} radius={8} />
      </div>
    </div>
  );
}
