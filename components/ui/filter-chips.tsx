'use client';
import { VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import classes from './list-toolbar.module.css';

interface Props<Value extends string> {
  /** The name of the chips' choice, for screen readers. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A filter of few values: radio buttons that look like chips. */
export function FilterChips<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={classes.chips}>
      <VisuallyHidden component="legend">{label}</VisuallyHidden>
      {options.map((option) => (
        <label key={option.value} className={classes.chip}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
