'use client';
import { DateTimePicker, type DateTimePickerProps } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import 'dayjs/locale/id';
import { useLocale, useTimeZone, useTranslations } from 'next-intl';
import { useId } from 'react';
import { SMALL_ICON } from '@/components/ui/icon';
import { dateTimeFormat } from '@/server/platform/lib/formats';
import classes from './instant-field.module.css';

type Props = Pick<
  DateTimePickerProps,
  | 'label'
  | 'description'
  | 'placeholder'
  | 'defaultTimeValue'
  | 'value'
  | 'onChange'
  | 'error'
  | 'minDate'
  | 'clearable'
>;

/** A date and time in the clock of the workspace's zone (clock-time.ts); the zone's name is ZoneNote's. */
export function InstantField({ clearable = true, ...field }: Props) {
  const t = useTranslations('ui.picker');
  const locale = useLocale();
  // The calendar is named by the element with the popover's id, which is the field when both have the same.
  const id = useId();
  return (
    <DateTimePicker
      id={id}
      popoverProps={{ id }}
      locale={locale}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': t('clear') }}
      valueFormat={(clock) =>
        // As of UTC, which leaves no hour out: the browser's own zone may.
        dateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
          Date.parse(`${clock.replace(' ', 'T')}Z`),
        )
      }
      leftSection={<IconCalendar {...SMALL_ICON} />}
      firstDayOfWeek={locale === 'id' ? 1 : 0}
      submitButtonProps={{ 'aria-label': t('setTime') }}
      timePickerProps={{ hoursInputLabel: t('hours'), minutesInputLabel: t('minutes') }}
      ariaLabels={{
        previousMonth: t('previousMonth'),
        nextMonth: t('nextMonth'),
        previousYear: t('previousYear'),
        nextYear: t('nextYear'),
        previousDecade: t('previousDecade'),
        nextDecade: t('nextDecade'),
      }}
      highlightToday
      // Weekends are days like others in a shop, and red is for loss.
      weekendDays={[]}
      classNames={{ day: classes.day }}
      {...field}
    />
  );
}

/** “In the time of your workspace, Western Indonesia Time (Asia/Jakarta).” */
export function ZoneNote() {
  const t = useTranslations('ui.picker');
  const locale = useLocale();
  return <>{t('zone', { zone: zoneName(useTimeZone() ?? 'UTC', locale) })}</>;
}

function zoneName(timeZone: string, locale: string): string {
  const parts = dateTimeFormat(locale, { timeZone, timeZoneName: 'long' }).formatToParts(new Date());
  const name = parts.find((part) => part.type === 'timeZoneName')?.value;
  return name === undefined ? timeZone : `${name} (${timeZone})`;
}
