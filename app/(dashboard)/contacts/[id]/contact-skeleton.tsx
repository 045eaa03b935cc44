import { Skeleton, Stack } from '@mantine/core';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { WithSide } from '@/components/ui/with-side';

/** The page of a contact before it is there. */
export function ContactSkeleton() {
  return (
    <div role="status">
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width={220} my={4} />}
        lead={<Skeleton component="span" display="block" height={14} width={280} />}
        action={<Skeleton height={36} width={160} />}
      />
      <WithSide
        sideFirst
        side={
          <>
            <Lines count={4} />
            <Lines count={3} />
          </>
        }
      >
        <Lines count={6} />
      </WithSide>
    </div>
  );
}

/** A panel whose words are on their way. */
function Lines({ count }: { count: number }) {
  return (
    <Panel title={<Skeleton component="span" display="block" height={14} width={120} my={4} />}>
      <Stack gap="lg" py="xs">
        {Array.from({ length: count }, (_, at) => (
          <Skeleton key={at} height={12} width={`${[72, 54, 63, 45][at % 4]}%`} />
        ))}
      </Stack>
    </Panel>
  );
}
