'use client';
import { Tooltip } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/ui/format';
import { useClock } from '@/components/ui/use-clock';

const MINUTE_MS = 60_000;

/** “3 minutes ago”; the exact instant, with its zone, on hover and focus. */
export function RelativeTime({ value, inSentence = false }: { value: string; inSentence?: boolean }) {
  const t = useTranslations('ui');
  const format = useFormat();
  const now = useClock();
  const recent = Math.abs(now - Date.parse(value)) < MINUTE_MS;
  return (
    <Tooltip label={format.exact(value)}>
      <time dateTime={value}>
        {recent ? t(inSentence ? 'nowInSentence' : 'now') : format.relative(value, new Date(now))}
      </time>
    </Tooltip>
  );
}

/** “31 Jan 2026, 09:00”; with seconds and zone on hover. */
export function DateTime({ value }: { value: string }) {
  const format = useFormat();
  return (
    <Tooltip label={format.exact(value)}>
      <time dateTime={value}>{format.dateTime(value)}</time>
    </Tooltip>
  );
}
