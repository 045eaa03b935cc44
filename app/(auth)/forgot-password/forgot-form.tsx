'use client';
import { Anchor, Button, Stack, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { requestResetInput } from '@/server/modules/account/accounts/passwords-schema';
import classes from '../auth.module.css';

/** Asks for a link by mail. The answer is the same whether there is such an account or not. */
export function ForgotForm() {
  const t = useTranslations('auth');
  const language = useLocale();
  const trpc = useTRPC();
  const request = useMutation(trpc.accounts.requestReset.mutationOptions());
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { form, formProps, failure, busy } = useResourceForm({
    schema: requestResetInput,
    initialValues: { email: '' },
    toInput: (values) => ({ ...values, language }),
    save: async (input) => {
      await request.mutateAsync(input);
      setSentTo(input.email.trim());
    },
  });
  return (
    <>
      <Title order={1}>{t(sentTo === null ? 'forgot.title' : 'forgot.sentTitle')}</Title>
      {sentTo === null ? (
        <>
          <p className={classes.lead}>{t('forgot.lead')}</p>
          <form {...formProps}>
            <Stack>
              <TextInput
                type="email"
                label={t('fields.email')}
                autoComplete="username"
                inputMode="email"
                autoFocus
                {...form.getInputProps('email')}
              />
              {failure !== null && <ErrorNotice error={failure} act="write" />}
              <Button type="submit" loading={busy} fullWidth mt={8}>
                {t('forgot.submit')}
              </Button>
            </Stack>
          </form>
        </>
      ) : (
        <p className={classes.lead} role="status">
          {t('forgot.sent', { email: sentTo })}
        </p>
      )}
      <p className={classes.other}>
        <Anchor component={Link} href="/sign-in">
          {t('forgot.back')}
        </Anchor>
      </p>
    </>
  );
}
