import { Skeleton } from '@mantine/core';
import { PageHead } from '@/components/ui/page-head';
import { WithSide } from '@/components/ui/with-side';

/** The page of a reminder before it is there. */
export function ReminderSkeleton() {
  return (
    <div role="status">
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width={220} my={4} />}
        lead={<Skeleton component="span" display="block" height={14} width={280} />}
      />
      <WithSide side={<Skeleton height={360} />}>
        <Skeleton height={360} />
      </WithSide>
    </div>
  );
}
