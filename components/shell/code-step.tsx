'use client';
import { Button, Stack } from '@mantine/core';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import * as z from 'zod';
import { CodeField } from '@/components/code-field';
import { signInWithPassword, type Credentials } from '@/components/shell/sign-in-call';
import { problemOf } from '@/components/ui/problem';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { secondFactorCode } from '@/server/modules/account/accounts/factors-schema';

/** Signs in, or says that a code is asked for. @throws as signInWithPassword, but for CODE_REQUIRED */
export async function signInOrAsk(credentials: Credentials): Promise<'in' | 'code'> {
  try {
    await signInWithPassword(credentials);
    return 'in';
  } catch (error) {
    if (problemOf(error).code === 'CODE_REQUIRED') return 'code';
    throw error;
  }
}

const input = z.object({ code: secondFactorCode });

interface Props {
  /** The credentials that were right already: they are sent once more, with the code. */
  login: Credentials;
  onSignedIn: () => Promise<void> | void;
  /** The way back, and where the buttons stand. */
  actions: (submit: ReactNode) => ReactNode;
}

/** The second step of signing in. */
export function CodeStep({ login, onSignedIn, actions }: Props) {
  const t = useTranslations('auth');
  const language = useLocale();
  const { form, formProps, failure, busy, saved } = useResourceForm({
    schema: input,
    initialValues: { code: '' },
    toInput: (values) => values,
    codes: { WRONG_CODE: { field: 'code', words: t('code.wrong') } },
    save: async ({ code }) => {
      await signInWithPassword({ ...login, code, language });
      await onSignedIn();
    },
  });
  return (
    <form {...formProps}>
      <Stack>
        <CodeField field={form.getInputProps('code')} onKind={() => form.setValues({ code: '' })} autoFocus />
        {failure !== null && <ErrorNotice error={failure} act="read" />}
        {actions(
          <Button type="submit" loading={busy || saved}>
            {t('signIn.submit')}
          </Button>,
        )}
      </Stack>
    </form>
  );
}
