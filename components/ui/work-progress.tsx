'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFormat } from '@/components/ui/format';
import classes from './work-progress.module.css';

/** The period that the rate looks back on: long enough to be steady, short enough to follow. */
const WINDOW_MS = 15_000;
/** A rate over less than this says nothing yet. */
const SETTLED_MS = 2_000;

interface Point {
  at: number;
  done: number;
}

/** Units a second over the last seconds; null until it is known. */
function rateOf(points: readonly Point[]): number | null {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || last.at - first.at < SETTLED_MS || last.done <= first.done) return null;
  return ((last.done - first.done) * 1000) / (last.at - first.at);
}

/** The counts, or only the share that is done. */
type Props = { label: string } & ({ done: number; total: number; at: number } | { share: number });

/**
 * Long work: done of total, how fast, and how long it will still take.
 * @param label what is being done: “Uploading”
 * @param at when `done` was true, milliseconds: `dataUpdatedAt` of the query
 */
export function WorkProgress(props: Props) {
  const format = useFormat();
  const counted = 'total' in props;
  const share = Math.min(1, counted ? (props.total === 0 ? 1 : props.done / props.total) : props.share);
  const percent = format.percent(Math.floor(share * 100) / 100);
  return (
    <div>
      <div className={classes.line}>
        <span className={classes.label}>{props.label}</span>
        {counted && <Done {...props} />}
      </div>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={props.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
      >
        <div style={{ width: `${share * 100}%` }} />
      </div>
      <div className={classes.line}>
        <span>{percent}</span>
        {counted && <Left {...props} />}
      </div>
    </div>
  );
}

function Done({ done, total }: { done: number; total: number }) {
  return <span className={classes.count}>{useTranslations('ui.work')('of', { done, total })}</span>;
}

function Left({ done, total, at }: { done: number; total: number; at: number }) {
  const t = useTranslations('ui.work');
  const [points, setPoints] = useState<readonly Point[]>([]);
  const last = points.at(-1);
  // What another kind of work counted, or an earlier start, is no past of this one.
  if (last === undefined || done < last.done) setPoints([{ at, done }]);
  else if (at > last.at) setPoints([...points.filter((point) => at - point.at <= WINDOW_MS), { at, done }]);
  const rate = rateOf(points);
  if (rate === null || done >= total) return null;
  const seconds = Math.ceil((total - done) / rate);
  return (
    <span>
      {t('rate', { rate: Math.round(rate) })} ·{' '}
      {seconds < 60 ? t('seconds', { seconds }) : t('minutes', { minutes: Math.ceil(seconds / 60) })}
    </span>
  );
}
