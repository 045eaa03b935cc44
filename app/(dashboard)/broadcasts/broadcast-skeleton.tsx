import { Skeleton } from '@mantine/core';
import { PageHead } from '@/components/ui/page-head';

/** A page of a broadcast before it is there. */
export function BroadcastSkeleton() {
  return (
    <div role="status">
      <PageHead title={<Skeleton height={28} width={240} component="span" display="inline-block" />} />
      <Skeleton height={120} mb="lg" />
      <Skeleton height={280} />
    </div>
  );
}
