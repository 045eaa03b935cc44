import { Skeleton, Stack } from '@mantine/core';
import { PageHead } from '@/components/ui/page-head';
import { StickyHead } from '@/components/ui/sticky-head';
import classes from './form-page.module.css';

/** The form before what it needs is there. */
export function FormPageSkeleton() {
  return (
    <div role="status">
      <StickyHead leavesIn="62em">
        <PageHead
          title={<Skeleton component="span" display="block" height={24} width={180} my={4} />}
          action={<Skeleton height={36} width={128} />}
        />
      </StickyHead>
      <div className={classes.columns}>
        <Stack gap="lg">
          {[36, 96, 36, 96, 36].map((height, at) => (
            <Stack key={at} gap={8}>
              <Skeleton height={12} width={120} />
              <Skeleton height={height} />
            </Stack>
          ))}
        </Stack>
        <Skeleton height={420} className={classes.aside} />
      </div>
    </div>
  );
}
