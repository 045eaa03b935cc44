'use client';
import { NumberInput, SegmentedControl, Stack } from '@mantine/core';
import { TimeInput } from '@mantine/dates';
import { useTranslations } from 'next-intl';
import type { StepOf } from '@/server/resources/funnels/definition-schema';
import { DurationField } from './duration-field';
import type { FieldsProps } from './step-fields';
import classes from './editor.module.css';

/** For a while, or until a time of the contact's day. */
export function DelayFields({ step, faults, onChange }: FieldsProps<StepOf<'delay'>>) {
  const t = useTranslations('funnels.fields');
  const { config } = step;
  const set = (next: StepOf<'delay'>['config']) => onChange({ ...step, config: next });
  return (
    <Stack gap="lg">
      <SegmentedControl
        aria-label={t('delay.how')}
        value={'minutes' in config ? 'for' : 'at'}
        data={[
          { value: 'for', label: t('delay.for') },
          { value: 'at', label: t('delay.at') },
        ]}
        onChange={(how) => set(how === 'for' ? { minutes: 24 * 60 } : { days: 1, at: '09:00' })}
      />
      {'minutes' in config ? (
        <DurationField
          label={t('delay.long')}
          minutes={config.minutes}
          error={faults['config.minutes'] ?? faults.config}
          onChange={(minutes) => set({ minutes })}
        />
      ) : (
        <div className={classes.pair}>
          <NumberInput
            label={t('delay.days')}
            description={t('delay.daysHelp')}
            min={0}
            max={365}
            allowDecimal={false}
            error={faults['config.days'] ?? faults.config}
            value={config.days}
            onChange={(days) => set({ ...config, days: days === '' ? Number.NaN : Number(days) })}
          />
          <TimeInput
            label={t('time')}
            description={t('timeHelp')}
            error={faults['config.at']}
            value={config.at}
            onChange={(event) => set({ ...config, at: event.currentTarget.value })}
          />
        </div>
      )}
    </Stack>
  );
}
