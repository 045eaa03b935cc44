'use client';
import { Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import fieldClasses from '@/components/code-field.module.css';
import { LazyQrCode } from '@/components/qr-code/lazy-qr-code';
import { useArrivedAccount } from '@/components/shell/use-account';
import { CopyButton } from '@/components/ui/copy-button';
import { DateTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { DrawerForm } from '@/components/ui/drawer-form';
import { CancelButton, FormActions } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import {
  beginSecondFactorInput,
  enableSecondFactorInput,
} from '@/server/modules/account/accounts/second-factor-schema';
import classes from './account.module.css';

type Secret = Outputs['accounts']['beginSecondFactor'];

const QR = 192;

/** The password, then the secret for the app and a code of it. @param onDone with the recovery codes */
export function SetUpForm({ onDone }: { onDone: (codes: string[]) => void }) {
  const [secret, setSecret] = useState<Secret>();
  return secret === undefined ? (
    <PasswordForm onBegun={setSecret} />
  ) : (
    <AppForm secret={secret} onDone={onDone} onExpired={() => setSecret(undefined)} />
  );
}

function PasswordForm({ onBegun }: { onBegun: (secret: Secret) => void }) {
  const t = useTranslations('settings.account');
  const tAuth = useTranslations('auth');
  const trpc = useTRPC();
  const email = useArrivedAccount()?.user.email ?? '';
  const begin = useMutation(trpc.accounts.beginSecondFactor.mutationOptions({ meta: { touches: [] } }));
  const { form, ...state } = useResourceForm({
    schema: beginSecondFactorInput,
    initialValues: { current: '' },
    toInput: (values) => values,
    codes: { WRONG_CREDENTIALS: { field: 'current', words: t('password.wrong') } },
    save: async (input) => onBegun(await begin.mutateAsync(input)),
  });
  return (
    <DrawerForm of={state} submit={t('security.setUp.next')}>
      <p className={classes.lead}>{t('security.setUp.lead')}</p>
      {/* For password managers: whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label={t('password.current')}
        visibilityToggleButtonProps={{ 'aria-label': tAuth('fields.showPassword') }}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('current')}
      />
    </DrawerForm>
  );
}

interface AppFormProps {
  secret: Secret;
  onDone: (codes: string[]) => void;
  /** Called if the secret was shown too long ago: a new one is needed. */
  onExpired: () => void;
}

function AppForm({ secret: { secret, uri }, onDone, onExpired }: AppFormProps) {
  const t = useTranslations('settings.account.security.setUp');
  const tAuth = useTranslations('auth.code');
  const language = useLocale();
  const trpc = useTRPC();
  const passkeys = useQuery(trpc.accounts.passkeys.queryOptions()).data?.passkeys ?? [];
  const enable = useMutation(trpc.accounts.enableSecondFactor.mutationOptions());
  const { form, formProps, failure, busy } = useResourceForm({
    schema: enableSecondFactorInput,
    initialValues: { code: '', removePasskeys: [] as string[] },
    toInput: (values) => ({ ...values, language }),
    codes: { WRONG_CODE: { field: 'code', words: t('wrong') } },
    save: async (input) => onDone((await enable.mutateAsync(input)).recoveryCodes),
  });
  return (
    <form {...formProps}>
      <ol className={classes.steps}>
        <li>
          <p>{t('scan')}</p>
          <div className={classes.scan}>
            <LazyQrCode value={uri} label={t('qr')} size={QR} />
          </div>
          <p className={classes.note}>{t('type')}</p>
          <div className={classes.key}>
            {/* Two lines of four groups: what is typed off the screen is read piece by piece. */}
            <code>
              {secret.match(/.{1,16}/g)?.map((line) => (
                <span key={line}>{line.match(/.{1,4}/g)?.join(' ')} </span>
              ))}
            </code>
            <CopyButton value={secret} what={t('key')} />
          </div>
        </li>
        <li>
          <p>{t('confirm')}</p>
          <TextInput
            label={tAuth('app.label')}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={64}
            autoFocus
            classNames={{ input: fieldClasses.code }}
            {...form.getInputProps('code')}
          />
        </li>
      </ol>
      {passkeys.length > 0 && (
        <Checkbox.Group
          label={t('passkeys.label')}
          description={t('passkeys.help')}
          className={classes.stay}
          value={passkeys.map(({ key }) => key).filter((key) => !form.values.removePasskeys.includes(key))}
          onChange={(staying) =>
            form.setFieldValue(
              'removePasskeys',
              passkeys.map(({ key }) => key).filter((key) => !staying.includes(key)),
            )
          }
        >
          <Stack gap="xs">
            {passkeys.map(({ key, name, createdAt }) => (
              <Checkbox
                key={key}
                value={key}
                label={name}
                description={t.rich('passkeys.made', { when: () => <DateTime value={createdAt} /> })}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {failure !== null && <ErrorNotice error={failure} act="write" onRetry={onExpired} />}
      <p className={classes.note}>{t('ends')}</p>
      <FormActions>
        <CancelButton />
        <Button type="submit" loading={busy}>
          {t('submit')}
        </Button>
      </FormActions>
    </form>
  );
}
