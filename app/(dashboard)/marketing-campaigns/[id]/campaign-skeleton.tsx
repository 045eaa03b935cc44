import { Skeleton } from '@mantine/core';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import classes from './campaign-page.module.css';

/** The page before its figures are there. */
export function CampaignSkeleton() {
  return (
    <div role="status">
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width={240} my={4} />}
        action={<Skeleton height={36} width={112} />}
      />
      <div className={classes.page}>
        <Panel>
          <div className={classes.figures}>
            {[0, 1, 2, 3].map((at) => (
              <div key={at}>
                <Skeleton height={12} width={96} mb={12} />
                <Skeleton height={24} width={64} mb={12} />
                <Skeleton height={12} width={140} />
              </div>
            ))}
          </div>
        </Panel>
        <Skeleton height={180} />
        <Skeleton height={180} />
      </div>
    </div>
  );
}
