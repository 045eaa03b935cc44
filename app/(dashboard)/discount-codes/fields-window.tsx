'use client';
import { useTranslations } from 'next-intl';
import { InstantField, ZoneNote } from '@/components/ui/instant-field';
import type { CodeFields } from './code-form';
import classes from '@/components/ui/form-fields.module.css';

/** Start and end, in the clock time of the workspace. */
export function WindowFields({ form }: CodeFields) {
  const t = useTranslations('discountCodes.form');
  return (
    <>
      <div className={classes.pair}>
        <InstantField
          label={t('starts')}
          placeholder={t('startsPlaceholder')}
          defaultTimeValue="00:00"
          {...form.getInputProps('startsAt')}
        />
        <InstantField
          label={t('expires')}
          placeholder={t('expiresPlaceholder')}
          defaultTimeValue="23:59"
          {...form.getInputProps('expiresAt')}
        />
      </div>
      <p className={classes.note}>
        <ZoneNote />
      </p>
    </>
  );
}
