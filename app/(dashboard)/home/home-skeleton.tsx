import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Panel } from '@/components/ui/panel';
import classes from './home.module.css';

const LINES = [72, 58, 66, 48, 62];

/** The shape of Home before its figures are there. */
export function HomeSkeleton() {
  const t = useTranslations('ui');
  return (
    <div role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div className={classes.grid}>
        <Panel>
          <Skeleton height={14} width={96} mb={8} />
          <Skeleton height={24} width={120} mb={24} />
          <Skeleton height={180} />
        </Panel>
        <Panel className={classes.figures}>
          <Skeleton height={14} width={112} mb={8} />
          <Skeleton height={24} width={168} mb={32} />
          <Skeleton height={14} width={80} mb={8} />
          <Skeleton height={24} width={48} />
        </Panel>
        {['activity', 'top'].map((place) => (
          <Panel key={place}>
            {LINES.map((width) => (
              <Skeleton key={width} height={12} width={`${width}%`} my={16} />
            ))}
          </Panel>
        ))}
      </div>
    </div>
  );
}
