'use client';
import { PasswordInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { CodeField } from '@/components/code-field';
import type { ErrorCode } from '@/server/platform/errors';

/** Checks whether the signed-in person has a second factor. No until that is known. */
export function useHasCode(): boolean {
  const factor = useQuery(useTRPC().accounts.secondFactor.queryOptions()).data;
  return factor !== undefined && factor.enabledAt !== null;
}

/** Returns the server's words on password and code, at their fields: for `codes` of useResourceForm. */
export function useFactorFaults() {
  const t = useTranslations('settings.account.password');
  const tAuth = useTranslations('auth.code');
  return {
    WRONG_CREDENTIALS: { field: 'current', words: t('wrong') },
    WRONG_CODE: { field: 'code', words: tAuth('wrong') },
    CODE_REQUIRED: { field: 'code', words: tAuth('wrong') },
  } as const satisfies Partial<Record<ErrorCode, object>>;
}

interface Props {
  form: {
    getInputProps: (field: 'current' | 'code') => object;
    setFieldValue: (field: 'code', value: string) => void;
  };
  hasCode: boolean;
  autoFocus?: boolean;
}

/** The present password, and a code where there is one: what a change asks for that decides who gets in. */
export function FactorFields({ form, hasCode, autoFocus = false }: Props) {
  const t = useTranslations('settings.account.password');
  const tAuth = useTranslations('auth.fields');
  return (
    <>
      <PasswordInput
        label={t('current')}
        visibilityToggleButtonProps={{ 'aria-label': tAuth('showPassword') }}
        autoComplete="current-password"
        {...(autoFocus && { 'data-autofocus': true })}
        {...form.getInputProps('current')}
      />
      {hasCode && <CodeField field={form.getInputProps('code')} onKind={() => form.setFieldValue('code', '')} />}
    </>
  );
}
