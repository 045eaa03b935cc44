'use client';
import { Checkbox, Popover } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { ColumnButton } from './column-button';
import classes from './data-table.module.css';

export interface ColumnChoicesProps {
  /** The columns that may leave. */
  columns: readonly { key: string; head: string }[];
  without: readonly string[];
  onChange: (without: string[]) => void;
}

/** The choice of a table's columns, open from the start. */
export function ColumnChoices({ columns, without, onChange }: ColumnChoicesProps) {
  const t = useTranslations('ui.columns');
  return (
    <Popover defaultOpened position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <ColumnButton isActive={without.length > 0} />
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset className={classes.choices}>
          <legend>{t('title')}</legend>
          {columns.map(({ key, head }) => (
            <Checkbox
              key={key}
              label={head}
              checked={!without.includes(key)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(
                  columns.flatMap((each) =>
                    (each.key === key ? !checked : without.includes(each.key)) ? [each.key] : [],
                  ),
                )
              }
            />
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}
