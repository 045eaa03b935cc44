import { Skeleton, Stack } from '@mantine/core';
import { PageHead } from '@/components/ui/page-head';
import classes from './pixels.module.css';

/** The page before its row is there. */
export function PixelsSkeleton() {
  return (
    <div role="status">
      <PageHead title={<Skeleton component="span" display="block" height={24} width={120} my={4} />} />
      <div className={classes.columns}>
        <Stack gap="lg">
          {[40, 64, 64, 64, 64, 64].map((height, at) => (
            <Skeleton key={at} height={height} />
          ))}
        </Stack>
        <Skeleton height={420} />
      </div>
    </div>
  );
}
