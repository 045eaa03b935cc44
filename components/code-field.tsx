'use client';
import { Anchor, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import classes from './code-field.module.css';

interface Props {
  /** The field's props from the form: `form.getInputProps('code')`. */
  field: object;
  /** The other kind of code begins with an empty field. */
  onKind: () => void;
  autoFocus?: boolean;
}

/** The six digits of an authenticator app, or a recovery code. Blanks and hyphens that are pasted along do no harm. */
export function CodeField({ field, onKind, autoFocus = false }: Props) {
  const t = useTranslations('auth.code');
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const ofApp = kind === 'app';
  return (
    <div className={classes.field}>
      <TextInput
        // Another element for each kind, so that the keyboard of a phone changes with it.
        key={kind}
        label={t(`${kind}.label`)}
        description={t(`${kind}.help`)}
        autoComplete={ofApp ? 'one-time-code' : 'off'}
        inputMode={ofApp ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        autoFocus={autoFocus || !ofApp}
        {...(autoFocus && { 'data-autofocus': true })}
        classNames={{ input: classes.code }}
        {...field}
      />
      <Anchor
        component="button"
        type="button"
        size="sm"
        className={classes.other}
        onClick={() => {
          setKind(ofApp ? 'recovery' : 'app');
          onKind();
        }}
      >
        {t(`${kind}.other`)}
      </Anchor>
    </div>
  );
}
