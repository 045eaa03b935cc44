'use client';
import { Anchor } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { liftOf } from '@/components/upgrade-link';
import type { Meter, Overview } from './overview';
import { useDay } from './use-day';
import classes from './usage-meters.module.css';

const COUNTERS = ['discountsRedeemed', 'remindersSent', 'referralAttributions', 'blogPostsPublished'] as const;
/** From here on a bar is drawn as a warning. */
const NEARLY_FULL = 0.8;

/**
 * Everything that the plan limits, how much of it is used, and when it will be full at this pace; and the month's other
 * counters.
 */
export function UsageMeters({ overview }: { overview: Overview }) {
  const t = useTranslations('billing.usage');
  const format = useFormat();
  const day = useDay();
  const { usage, meters } = overview;
  return (
    <Panel title={t('title')} aside={<span className={classes.reset}>{t('reset', { day: day(usage.resetAt) })}</span>}>
      <div className={classes.meters}>
        {meters.map((meter) => (
          <Bar key={meter.resource} meter={meter} overview={overview} />
        ))}
      </div>
      <h3 className={classes.month}>{t('month')}</h3>
      <dl className={classes.counters}>
        {COUNTERS.map((counter) => (
          <div key={counter}>
            <dt>{t(`counters.${counter}`)}</dt>
            <dd>{format.number(usage[counter])}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Bar({ meter, overview }: { meter: Meter; overview: Overview }) {
  const t = useTranslations('billing.usage');
  const format = useFormat();
  const { resource, used, limit } = meter;
  const label = t(`meters.${resource}`);
  const isOpen = limit === -1;
  const share = isOpen ? 0 : limit === 0 ? 1 : used / limit;
  const level = share >= 1 ? 'full' : share >= NEARLY_FULL ? 'near' : undefined;
  const words = isOpen
    ? t('unlimited', { used: format.number(used) })
    : t('of', { used: format.number(used), limit: format.number(limit) });
  return (
    <div>
      <div className={classes.line}>
        <span>{label}</span>
        <strong>{words}</strong>
      </div>
      {isOpen ? (
        <div className={classes.open} aria-hidden />
      ) : (
        <div
          className={classes.track}
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
          aria-valuetext={words}
          data-level={level}
        >
          <div style={{ width: `${Math.min(share, 1) * 100}%` }} />
        </div>
      )}
      <p className={classes.pace} data-level={level}>
        <Pace meter={meter} overview={overview} isFull={level === 'full'} />
      </p>
    </div>
  );
}

/** The time when it will be full; when it is full, what lifts the limit. */
function Pace({ meter, overview, isFull }: { meter: Meter; overview: Overview; isFull: boolean }) {
  const t = useTranslations('billing.usage');
  const plans = useTranslations('shell.plans');
  const day = useDay();
  const { resource, used, limit, reachedOn } = meter;
  if (limit === -1) return t('noLimit');
  if (isFull) {
    const lift = liftOf(overview, resource);
    return (
      <>
        {used > limit ? t('over') : t('full')}{' '}
        {lift !== undefined && (
          <Anchor href="#plans" size="xs">
            {t('lift', { plan: plans(lift.id) })}
          </Anchor>
        )}
      </>
    );
  }
  if (reachedOn !== null) return t('reachedOn', { day: day(reachedOn) });
  return used === 0 ? t('unused') : t(resource === 'contacts' ? 'enoughThisMonth' : 'enough');
}
