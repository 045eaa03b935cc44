'use client';
import { VisuallyHidden } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './inputs.module.css';

interface Props<Value extends string> {
  /** The name of the choice, for screen readers; the heading above says it to others. */
  legend: string;
  options: readonly { value: Value; title: string; help: string; icon?: ReactNode }[];
  value: Value;
  /** Fewer beside each other. */
  wide?: boolean;
  onChange: (value: Value) => void;
}

/** One of a few ways, each with a line that explains it: radio buttons that look like cards. */
export function ChoiceCards<Value extends string>({ legend, options, value, wide = false, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={classes.cards} data-wide={wide || undefined}>
      <VisuallyHidden component="legend">{legend}</VisuallyHidden>
      {options.map((option) => (
        <label key={option.value} className={classes.card}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          <span className={classes.cardWords}>
            <span className={classes.cardTitle}>{option.title}</span>
            <span className={classes.cardHelp}>{option.help}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
