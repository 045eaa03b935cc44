import { Skeleton } from '@mantine/core';
import { PageHead } from '@/components/ui/page-head';
import classes from './templates.module.css';

/** Cards before what is in them is there. */
export function CardsSkeleton() {
  return (
    <div className={classes.cards} role="status">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height={300} radius={8} />
      ))}
    </div>
  );
}

export function TemplatesSkeleton() {
  return (
    <>
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width={140} my={4} />}
        action={<Skeleton height={36} width={140} />}
      />
      <CardsSkeleton />
    </>
  );
}
