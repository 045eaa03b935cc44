'use client';
import { MINUTE_MS } from '@/server/platform/lib/durations';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/ui/format';
import { Hint } from '@/components/ui/hint';
import { useClock } from '@/components/ui/use-clock';

// The server may have drawn a time a moment earlier, and in the words of its own edition of the world's calendars.

/** “3 minutes ago”; the exact instant, with its zone, on hover and focus. */
export function RelativeTime({ value, inSentence = false }: { value: string; inSentence?: boolean }) {
  const t = useTranslations('ui');
  const format = useFormat();
  const now = useClock();
  const recent = Math.abs(now - Date.parse(value)) < MINUTE_MS;
  return (
    <Hint label={format.exact(value)}>
      {(hinted) => (
        <time dateTime={value} suppressHydrationWarning {...hinted}>
          {recent ? t(inSentence ? 'nowInSentence' : 'now') : format.relative(value, new Date(now))}
        </time>
      )}
    </Hint>
  );
}

/** “31 Jan 2026, 09:00”; with seconds and zone on hover. */
export function DateTime({ value }: { value: string }) {
  const format = useFormat();
  return (
    <Hint label={format.exact(value)}>
      {(hinted) => (
        <time dateTime={value} suppressHydrationWarning {...hinted}>
          {format.dateTime(value)}
        </time>
      )}
    </Hint>
  );
}
