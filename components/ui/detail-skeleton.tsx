import { Skeleton, Stack } from '@mantine/core';
import { PageHead } from '@/components/ui/page-head';

interface Props {
  /** The way up, where it stands above the title. */
  back?: { href: string; label: string };
  /** Heights of the parts under the head, in pixels. */
  parts: readonly number[];
}

/** A page of one record before it is there. */
export function DetailSkeleton({ back, parts }: Props) {
  return (
    <div role="status">
      <PageHead
        title={<Skeleton height={28} width={240} component="span" display="inline-block" />}
        {...(back !== undefined && { back })}
      />
      <Stack gap="lg">
        {parts.map((height, place) => (
          <Skeleton key={place} height={height} />
        ))}
      </Stack>
    </div>
  );
}
