'use client';
import { Button, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { SyntheticEvent } from 'react';
import classes from './name-form.module.css';

interface Props {
  /** The name so far. */
  value: string;
  maxLength: number;
  error?: string | undefined;
  busy: boolean;
  /** Told a name that is not blank. */
  onSave: (name: string) => void;
  onCancel: () => void;
}

/** Gives something another name in its own place. Escape leaves it as it is. */
export function NameForm({ value, maxLength, error, busy, onSave, onCancel }: Props) {
  const t = useTranslations('ui');
  const save = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    // In React's tree it may stand in another form, which is not sent.
    event.stopPropagation();
    const name = (new FormData(event.currentTarget).get('name') as string).trim();
    if (name === value) onCancel();
    else if (name !== '') onSave(name);
  };
  return (
    <form className={classes.form} onSubmit={save}>
      <TextInput
        name="name"
        size="xs"
        aria-label={t('name')}
        defaultValue={value}
        maxLength={maxLength}
        error={error}
        autoFocus
        autoComplete="off"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // What it stands in stays open.
          event.stopPropagation();
          onCancel();
        }}
      />
      <Button type="submit" size="xs" loading={busy}>
        {t('rename')}
      </Button>
    </form>
  );
}
