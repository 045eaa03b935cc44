'use client';
import { PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslations } from 'next-intl';
import { looksDifferent, type PixelValues, type SecretColumn } from './pixel-values';
import classes from './pixels.module.css';

type Form = UseFormReturnType<PixelValues>;
type IdName = 'adPixelAId' | 'analyticsId' | 'adsConversionId' | 'adsPurchaseLabel' | 'adPixelBId';

/** What is pasted is no prose: no spelling, no capitals, no words of the browser. */
const CODE = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;

/** A public id: where to find it, and a question when it does not look like one. */
export function IdField({ form, name }: { form: Form; name: IdName }) {
  const t = useTranslations('pixels.fields');
  return (
    <div>
      <TextInput
        label={t(`${name}.label`)}
        description={t(`${name}.help`)}
        placeholder={t(`${name}.example`)}
        classNames={{ input: classes.code ?? '' }}
        {...CODE}
        {...form.getInputProps(name)}
      />
      {name !== 'adsPurchaseLabel' && looksDifferent(name, form.values[name]) && (
        <p className={classes.warning}>{t(`${name}.format`)}</p>
      )}
    </div>
  );
}

/** A secret: masked until somebody asks to see it. */
export function SecretField({ form, name }: { form: Form; name: SecretColumn }) {
  const t = useTranslations('pixels.fields');
  return (
    <PasswordInput
      label={t(`${name}.label`)}
      description={t(`${name}.help`)}
      visibilityToggleButtonProps={{ 'aria-label': t(`${name}.show`) }}
      classNames={{ innerInput: classes.code ?? '' }}
      {...CODE}
      // Password managers would offer to keep it, or fill in another site's.
      autoComplete="new-password"
      data-1p-ignore
      data-lpignore="true"
      {...form.getInputProps(name)}
    />
  );
}
