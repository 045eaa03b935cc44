'use client';
import { ActionIcon, Autocomplete, Button, Input, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useId, type ReactNode } from 'react';
import { SMALL_ICON } from '@/components/ui/icon';
import { newEntry, VALUE_TYPES, type Entry, type ValueType } from './contact-values';
import classes from './contact-form.module.css';

interface Props {
  legend: string;
  help: string;
  add: string;
  /** The label of a key: “Name”, “Channel”. */
  keyLabel: string;
  /** Keys that are offered while one types. */
  suggestions: readonly string[];
  /** Values have types; handles are always text. */
  typed: boolean;
  entries: readonly Entry[];
  error: ReactNode;
  onChange: (entries: Entry[]) => void;
}

/** The lines of a map: key, type, value; added and taken away one by one. */
export function EntryFields({ legend, help, add, keyLabel, suggestions, typed, entries, error, onChange }: Props) {
  const t = useTranslations('contacts.form');
  const id = useId();
  const change = (line: string, patch: Partial<Entry>) =>
    onChange(entries.map((entry) => (entry.line === line ? { ...entry, ...patch } : entry)));
  return (
    <fieldset className={classes.entries} aria-describedby={`${id}-help`}>
      <legend>{legend}</legend>
      {entries.length > 0 && (
        <ul>
          {entries.map((entry) => (
            <li key={entry.line} data-typed={typed || undefined}>
              <Autocomplete
                size="sm"
                aria-label={keyLabel}
                placeholder={keyLabel}
                maxLength={120}
                data={suggestions.filter((key) => !entries.some((other) => other.key === key))}
                value={entry.key}
                onChange={(key) => change(entry.line, { key })}
              />
              {typed && (
                <NativeSelect
                  size="sm"
                  aria-label={t('typeOf', { name: entry.key })}
                  data={VALUE_TYPES.map((type) => ({ value: type, label: t(`types.${type}`) }))}
                  value={entry.type}
                  onChange={(event) => {
                    const type = event.currentTarget.value as ValueType;
                    change(entry.line, { type, ...(type === 'boolean' && { value: String(entry.value === 'true') }) });
                  }}
                />
              )}
              <EntryValue
                entry={entry}
                label={t('valueOf', { name: entry.key })}
                onChange={(value) => change(entry.line, { value })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('removeEntry', { name: entry.key })}
                onClick={() => onChange(entries.filter(({ line }) => line !== entry.line))}
              >
                <IconX {...SMALL_ICON} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconPlus {...SMALL_ICON} />}
        className={classes.add}
        onClick={() => onChange([...entries, newEntry()])}
      >
        {add}
      </Button>
      {error && <Input.Error>{error}</Input.Error>}
      <Input.Description id={`${id}-help`}>{help}</Input.Description>
    </fieldset>
  );
}

function EntryValue({ entry, label, onChange }: { entry: Entry; label: string; onChange: (value: string) => void }) {
  const t = useTranslations('contacts.form');
  if (entry.type === 'boolean') {
    const data = [
      { value: 'true', label: t('yes') },
      { value: 'false', label: t('no') },
    ];
    return (
      <NativeSelect
        size="sm"
        aria-label={label}
        data={data}
        value={entry.value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      size="sm"
      aria-label={label}
      placeholder={t('value')}
      inputMode={entry.type === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      value={entry.value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
