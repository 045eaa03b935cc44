'use client';
import { PasswordInput, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTranslations } from 'next-intl';

interface Props {
  of: (field: 'name' | 'email' | 'password') => GetInputPropsReturnType;
  autoFocus?: boolean;
}

/** Name, e-mail and password of a new account. */
export function NewAccountFields({ of, autoFocus = false }: Props) {
  const t = useTranslations('auth.fields');
  return (
    <>
      <TextInput label={t('name')} autoComplete="name" autoFocus={autoFocus} {...of('name')} />
      <TextInput type="email" label={t('email')} autoComplete="username" inputMode="email" {...of('email')} />
      <PasswordInput
        label={t('password')}
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        description={t('passwordHelp')}
        autoComplete="new-password"
        {...of('password')}
      />
    </>
  );
}
