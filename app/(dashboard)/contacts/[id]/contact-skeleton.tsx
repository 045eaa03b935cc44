import { Skeleton } from '@mantine/core';
import { PageHead } from '@/components/ui/page-head';
import classes from './contact-detail.module.css';

/** The page of a contact before it is there. */
export function ContactSkeleton() {
  return (
    <div role="status">
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width={220} my={4} />}
        lead={<Skeleton component="span" display="block" height={14} width={280} />}
        action={<Skeleton height={36} width={160} />}
      />
      <div className={classes.page}>
        <Skeleton height={420} />
        <div className={classes.side}>
          <Skeleton height={220} />
          <Skeleton height={180} />
        </div>
      </div>
    </div>
  );
}
