import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Panel } from '@/components/ui/panel';
import classes from './home.module.css';
import trends from './trends.module.css';

const TILES = [64, 48, 72, 56, 60];
const LINES = [72, 58, 66, 48, 62];

/** The shape of Home before its figures are there. */
export function HomeSkeleton() {
  const t = useTranslations('ui');
  return (
    <div role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div className={classes.grid}>
        <Panel className={trends.trends} flush>
          <div className={trends.tiles}>
            {TILES.map((width) => (
              <div key={width} className={trends.tile}>
                <Skeleton height={12} width={`${width}%`} my={4} />
                <Skeleton height={24} width={64} my={4} />
              </div>
            ))}
          </div>
          <div className={trends.plot}>
            <Skeleton height={12} width={120} mb={16} />
            <Skeleton height={220} />
          </div>
        </Panel>
        {['messages', 'money', 'activity', 'codes'].map((place) => (
          <Panel key={place}>
            <Skeleton height={14} width={112} mb={20} />
            {LINES.map((width) => (
              <Skeleton key={width} height={12} width={`${width}%`} my={16} />
            ))}
          </Panel>
        ))}
      </div>
    </div>
  );
}
