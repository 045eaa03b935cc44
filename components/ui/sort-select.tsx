'use client';
import { NativeSelect } from '@mantine/core';
import { useTranslations } from 'next-intl';

interface Props<Sort extends string> {
  options: readonly { value: Sort; label: string }[];
  value: Sort;
  onChange: (value: Sort) => void;
}

/** The order of a list on a phone, where the table has no heads to click. Goes into ListToolbar's `order`. */
export function SortSelect<Sort extends string>({ options, value, onChange }: Props<Sort>) {
  const t = useTranslations('ui');
  return (
    <NativeSelect
      aria-label={t('sortBy')}
      data={options.map((option) => ({ ...option }))}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}
