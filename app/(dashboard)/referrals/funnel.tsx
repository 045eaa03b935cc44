'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { shareOf, STEPS, type Funnel as FunnelData } from './referral';
import classes from './funnel.module.css';

/** The drawing's own units; it is stretched to its place. */
const WIDTH = 300;
const HEIGHT = 100;
const STEP = WIDTH / STEPS.length;
/**
 * The least thickness of a step that somebody reached, however few they are among the many before: it stays in sight.
 */
const THINNEST = 1.5;

/** Returns the thickness of each drawn step, as a part of the height; the most frequent one has all of it. */
const thickness = (counts: readonly number[]): number[] => {
  const most = Math.max(...counts, 1);
  return counts.map((count) => (count === 0 ? 0.4 : Math.max(THINNEST, (count / most) * HEIGHT)));
};

/** From one step's thickness to the next one's, level at both ends. */
function flow(from: number, to: number, at: number): string {
  const [left, right, middle] = [at * STEP, (at + 1) * STEP, (at + 0.5) * STEP];
  const [top, bottom] = [(HEIGHT - from) / 2, (HEIGHT + from) / 2];
  const [nextTop, nextBottom] = [(HEIGHT - to) / 2, (HEIGHT + to) / 2];
  return `M${left} ${top} C${middle} ${top} ${middle} ${nextTop} ${right} ${nextTop} L${right} ${nextBottom} C${middle} ${nextBottom} ${middle} ${bottom} ${left} ${bottom} Z`;
}

/**
 * The number of people who clicked, who of them signed up, and who of those earned a reward: thinner with each step.
 */
export function Funnel({ funnel, days }: { funnel: FunnelData; days: number }) {
  const t = useTranslations('referrals.funnel');
  const names = useTranslations('referrals.figures');
  const format = useFormat();
  const counts = STEPS.map((step) => funnel[step].current);
  const [clicks = 0, signups = 0, rewards = 0] = counts;
  const drawn = thickness(counts);
  const overall = shareOf(rewards, clicks);
  const nothing = counts.every((count) => count === 0);
  return (
    <Panel title={t('title')} className={classes.panel}>
      {nothing ? (
        <p className={classes.none}>{t('none', { days })}</p>
      ) : (
        <>
          <ol className={classes.steps}>
            {STEPS.map((step, at) => {
              const share = at === 0 ? null : shareOf(counts[at] ?? 0, counts[at - 1] ?? 0);
              return (
                <li key={step}>
                  <h3>{names(step)}</h3>
                  <output>{format.number(counts[at] ?? 0)}</output>
                  <p>{t(`${step}Help`)}</p>
                  {at > 0 && (
                    <span className={classes.share}>
                      {share === null ? t('nobody') : t('step', { percent: format.percent(share) })}
                    </span>
                  )}
                </li>
              );
            })}
          </ol>
          <svg
            className={classes.flow}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={t('label', { days, clicks, signups, rewards })}
          >
            {STEPS.map((step, at) => (
              <path key={step} d={flow(drawn[at] ?? 0, drawn[at + 1] ?? drawn[at] ?? 0, at)} data-step={step} />
            ))}
          </svg>
          {overall !== null && <p className={classes.overall}>{t('overall', { percent: format.percent(overall) })}</p>}
        </>
      )}
      <Refused refused={funnel.refused} />
    </Panel>
  );
}

/** Why sign-ups of the period were not attributed: “3 were customers already, 1 referred themselves”. */
function Refused({ refused }: Pick<FunnelData, 'refused'>) {
  const t = useTranslations('referrals.refused');
  const { list } = useFormatter();
  if (refused.length === 0) return null;
  const reasons = refused.map(({ reason, count }) => t(reason, { count }));
  return <p className={classes.refused}>{t('line', { reasons: list(reasons, { type: 'unit' }) })}</p>;
}
