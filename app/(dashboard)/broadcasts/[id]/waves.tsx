'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { useFormat } from '@/components/ui/format';
import classes from './broadcast-detail.module.css';

const EVERY_MS = 60_000;

/** What waits for the own hour of its people, by the time at which it leaves. */
export function Waves({ id, localTime }: { id: string; localTime: string }) {
  const t = useTranslations('broadcasts.progress');
  const format = useFormat();
  const query = useQuery(
    useTRPC().broadcasts.waves.queryOptions({ id }, { placeholderData: keepPreviousData, refetchInterval: EVERY_MS }),
  );
  const { waves = [], lastAt = null } = query.data ?? {};
  const most = Math.max(...waves.map(({ messages }) => messages), 1);
  if (waves.length === 0) return null;
  return (
    <div className={classes.waves}>
      <p id={`waves-${id}`}>{t('waves', { time: localTime })}</p>
      <ol aria-labelledby={`waves-${id}`}>
        {waves.map(({ at, messages }) => (
          <li key={at}>
            <span>{format.dateTime(at)}</span>
            <span aria-hidden>
              <span style={{ width: `${(100 * messages) / most}%` }} />
            </span>
            <strong>{format.number(messages)}</strong>
          </li>
        ))}
      </ol>
      {lastAt !== null && lastAt !== waves.at(-1)?.at && <p>{t('lastWave', { when: format.dateTime(lastAt) })}</p>}
    </div>
  );
}
