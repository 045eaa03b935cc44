'use client';
import { IconChevronDown } from '@tabler/icons-react';
import classes from './list-toolbar.module.css';

interface Props {
  /** The subject of the filter: “List”. */
  label: string;
  /** The word for no filter: “All lists”. */
  all: string;
  options: readonly { value: string; label: string }[];
  /** Empty: no filter. */
  value: string;
  onChange: (value: string) => void;
}

/** A filter of many values: a chip that opens the browser's own menu. */
export function FilterSelect({ label, all, options, value, onChange }: Props) {
  return (
    <span className={classes.pick} data-chosen={value !== '' || undefined}>
      <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown size={14} stroke={1.8} aria-hidden />
    </span>
  );
}
