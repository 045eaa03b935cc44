'use client';
import { DateTimePicker, type DateTimePickerProps } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import dayjs from 'dayjs';
import 'dayjs/locale/id';
import { useLocale, useTimeZone, useTranslations } from 'next-intl';
import { useId } from 'react';
import { SMALL_ICON } from '@/components/ui/icon';
import type { CodeFields } from './code-form';
import classes from './code-form.module.css';

/** Start and end, in the clock time of the workspace. */
export function WindowFields({ form }: CodeFields) {
  const t = useTranslations('discountCodes.form');
  const words = useTranslations('discountCodes.form.picker');
  const locale = useLocale();
  const id = useId();
  const timeZone = useTimeZone() ?? 'UTC';
  const picker = {
    locale,
    clearable: true,
    clearButtonProps: { 'aria-label': t('clear') },
    valueFormat: (clock) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(dayjs(clock).toDate()),
    leftSection: <IconCalendar {...SMALL_ICON} />,
    firstDayOfWeek: locale === 'id' ? 1 : 0,
    submitButtonProps: { 'aria-label': t('setTime') },
    timePickerProps: { hoursInputLabel: words('hours'), minutesInputLabel: words('minutes') },
    ariaLabels: {
      previousMonth: words('previousMonth'),
      nextMonth: words('nextMonth'),
      previousYear: words('previousYear'),
      nextYear: words('nextYear'),
      previousDecade: words('previousDecade'),
      nextDecade: words('nextDecade'),
    },
    highlightToday: true,
    // Weekends are days like others in a shop, and red is for loss.
    weekendDays: [],
    classNames: { day: classes.day },
  } satisfies DateTimePickerProps;
  // The calendar is named by the element with the popover's id, which is the field when both have the same.
  const named = (field: string) => ({ id: `${id}${field}`, popoverProps: { id: `${id}${field}` } });
  return (
    <>
      <div className={classes.pair}>
        <DateTimePicker {...picker} {...named('starts')} label={t('starts')} placeholder={t('startsPlaceholder')} defaultTimeValue="00:00" {...form.getInputProps('startsAt')} />
        <DateTimePicker {...picker} {...named('expires')} label={t('expires')} placeholder={t('expiresPlaceholder')} defaultTimeValue="23:59" {...form.getInputProps('expiresAt')} />
      </div>
      <p className={classes.note}>{t('zone', { zone: zoneName(timeZone, locale) })}</p>
    </>
  );
}

/** “Western Indonesia Time (Asia/Jakarta)” */
function zoneName(timeZone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' }).formatToParts(new Date());
  const name = parts.find((part) => part.type === 'timeZoneName')?.value;
  return name === undefined ? timeZone : `${name} (${timeZone})`;
}
