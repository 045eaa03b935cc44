'use client';
import { Input, NativeSelect, NumberInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import classes from './editor.module.css';

const UNITS = { minutes: 1, hours: 60, days: 24 * 60 } as const;
type Unit = keyof typeof UNITS;

/** The largest unit that it is whole in. */
const unitOf = (minutes: number): Unit =>
  minutes % UNITS.days === 0 ? 'days' : minutes % UNITS.hours === 0 ? 'hours' : 'minutes';

interface Props {
  label: string;
  description?: string;
  /** NaN while it is empty. */
  minutes: number;
  error?: string | undefined;
  onChange: (minutes: number) => void;
}

/** A length of time, with its unit. */
export function DurationField({ label, description, minutes, error, onChange }: Props) {
  const t = useTranslations('funnels.fields');
  const id = useId();
  const [unit, setUnit] = useState<Unit>(() => unitOf(minutes));
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error}>
      <div className={classes.pair}>
        <NumberInput
          id={id}
          min={1}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          hideControls
          error={error !== undefined}
          value={Number.isNaN(minutes) ? '' : minutes / UNITS[unit]}
          onChange={(value) => onChange(value === '' ? Number.NaN : Number(value) * UNITS[unit])}
        />
        <NativeSelect
          aria-label={t('unit')}
          value={unit}
          data={(['minutes', 'hours', 'days'] as const).map((value) => ({ value, label: t(`units.${value}`) }))}
          onChange={({ currentTarget: { value } }) => {
            const next: Unit = value === 'days' ? 'days' : value === 'hours' ? 'hours' : 'minutes';
            setUnit(next);
            if (!Number.isNaN(minutes)) onChange((minutes / UNITS[unit]) * UNITS[next]);
          }}
        />
      </div>
    </Input.Wrapper>
  );
}
