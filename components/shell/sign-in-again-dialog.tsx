'use client';
import { Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import * as z from 'zod';
import type { Outputs } from '@/app/trpc';
import { CodeStep, signInOrAsk } from '@/components/shell/code-step';
import type { Credentials } from '@/components/shell/sign-in-call';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useLeave } from '@/components/ui/editing/guard';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { email } from '@/server/modules/account/accounts/schema';

/** The mismatch after signing in: somebody else did, or the person is no longer in the workspace of this page. */
export type Misfit = { kind: 'person' | 'workspace'; name: string };

interface Props {
  opened: boolean;
  account: Outputs['accounts']['current'] | undefined;
  misfit: Misfit | null;
  onSignedIn: () => Promise<void>;
  onAgain: () => void;
  onLater: () => void;
}

export function SignInAgainDialog({ opened, account, misfit, onSignedIn, onAgain, onLater }: Props) {
  const t = useTranslations('shell.signInAgain');
  return (
    <Modal opened={opened} onClose={onLater} title={t('title')}>
      {misfit === null ? (
        <Form email={account?.user.email ?? ''} onSignedIn={onSignedIn} onLater={onLater} />
      ) : (
        <MisfitNotice misfit={misfit} person={account?.user.name ?? ''} onAgain={onAgain} />
      )}
    </Modal>
  );
}

const credentials = z.object({ email, password: z.string().min(1) });

interface FormProps {
  /** The person's, who has been here until now. */
  email: string;
  onSignedIn: () => Promise<void>;
  onLater: () => void;
}

/** E-mail and password, then the code of the second factor where the person has one. */
function Form({ email, onSignedIn, onLater }: FormProps) {
  const t = useTranslations('shell.signInAgain');
  const [login, setLogin] = useState<Credentials | null>(null);
  if (login === null) return <PasswordForm {...{ email, onSignedIn, onLater }} onAsked={setLogin} />;
  return (
    <CodeStep
      login={login}
      onSignedIn={onSignedIn}
      actions={(submit) => (
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onLater}>
            {t('later')}
          </Button>
          {submit}
        </Group>
      )}
    />
  );
}

interface PasswordFormProps extends FormProps {
  /** E-mail and password are right, and a code is asked for. */
  onAsked: (login: Credentials) => void;
}

function PasswordForm({ email: known, onSignedIn, onLater, onAsked }: PasswordFormProps) {
  const t = useTranslations('shell.signInAgain');
  const tAuth = useTranslations('auth');
  const tErrors = useTranslations('errors');
  const { form, formProps, failure, busy } = useResourceForm({
    schema: credentials,
    initialValues: { email: known, password: '' },
    toInput: (values) => values,
    codes: { WRONG_CREDENTIALS: { field: 'password', words: tErrors('codes.WRONG_CREDENTIALS.what') } },
    save: async (input) => {
      if ((await signInOrAsk(input)) === 'code') onAsked(input);
      else await onSignedIn();
    },
  });
  return (
    <form {...formProps}>
      <Stack>
        <div>{t('message')}</div>
        <TextInput
          type="email"
          label={tAuth('fields.email')}
          autoComplete="username"
          inputMode="email"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={tAuth('fields.password')}
          visibilityToggleButtonProps={{ 'aria-label': tAuth('fields.showPassword') }}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        {failure !== null && <ErrorNotice error={failure} act="read" />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onLater}>
            {t('later')}
          </Button>
          <Button type="submit" loading={busy}>
            {tAuth('signIn.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function MisfitNotice({ misfit, person, onAgain }: { misfit: Misfit; person: string; onAgain: () => void }) {
  const t = useTranslations('shell.signInAgain');
  const leave = useLeave();
  return (
    <Stack>
      <div role="alert">
        {misfit.kind === 'person'
          ? t('otherPerson', { name: misfit.name, person })
          : t('noMember', { workspace: misfit.name })}
      </div>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => leave(() => window.location.assign('/'))}>
          {t('home')}
        </Button>
        <Button onClick={onAgain} data-autofocus>
          {misfit.kind === 'person' ? t('again', { person }) : t('againOther')}
        </Button>
      </Group>
    </Stack>
  );
}
