'use client';
import { Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { z } from 'zod';
import { AT_ONCE, useTRPCClient } from '@/app/trpc';
import { canSignInAgain } from '@/components/shell/session-end';
import { signInWithPassword } from '@/components/shell/sign-in-call';
import { useAccount } from '@/components/shell/use-account';
import { announceWorkspace } from '@/components/shell/workspace-channel';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useLeave } from '@/components/ui/editing/guard';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { email } from '@/server/resources/accounts/schema';

/** What does not fit after signing in: somebody else did, or the person is no longer in the workspace of this page. */
type Misfit = { kind: 'person' | 'workspace'; name: string };

/** After leaving a field, so that the click which left it still finds what it was meant for. */
const LEFT_MS = 400;
const isTyping = (): boolean => document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false;

/**
 * Signs in again in place once the session has ended, so that what is typed stays. Calls that failed for it wait, and
 * are sent again only when the same person is back in the workspace of this page.
 */
export function SignInAgain({ workspaceId }: { workspaceId: string }) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const account = useAccount();
  const [opened, setOpened] = useState(false);
  const [misfit, setMisfit] = useState<Misfit | null>(null);
  const waiting = useRef<((isBack: boolean) => void)[]>([]);
  /** The person closed it: what only reads does not ask again. */
  const isPutOff = useRef(false);

  useEffect(
    () =>
      canSignInAgain((isWrite) => {
        if (isPutOff.current && !isWrite) return Promise.resolve(false);
        const open = () => {
          if (waiting.current.length > 0) setOpened(true);
        };
        const answer = new Promise<boolean>((resolve) => waiting.current.push(resolve));
        // A dialog must not catch the next words of somebody who writes on: it comes once they leave the field, or save.
        if (isWrite || !isTyping()) open();
        else document.addEventListener('focusout', () => setTimeout(open, LEFT_MS), { once: true });
        return answer;
      }),
    [],
  );
  const finish = (isBack: boolean): void => {
    isPutOff.current = !isBack;
    setOpened(false);
    setMisfit(null);
    for (const resolve of waiting.current.splice(0)) resolve(isBack);
  };

  /** Lets the calls go on when it is the same person, in this page's workspace. @throws what the calls throw */
  const verify = async (): Promise<void> => {
    const now = await client.accounts.current.query(undefined, AT_ONCE);
    if (account !== undefined && now.user.id !== account.user.id)
      return setMisfit({ kind: 'person', name: now.user.name });
    if (now.workspace?.id !== workspaceId) {
      if (!now.workspaces.some(({ id }) => id === workspaceId))
        return setMisfit({ kind: 'workspace', name: account?.workspace?.name ?? '' });
      await client.accounts.openWorkspace.mutate({ workspaceId }, AT_ONCE);
      announceWorkspace(workspaceId);
    }
    finish(true);
    void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  };

  // Signed in meanwhile, in another tab.
  const look = useEffectEvent(() => void verify().catch(() => undefined));
  useEffect(() => {
    if (!opened) return;
    const onFocus = () => look();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [opened]);

  const t = useTranslations('shell.signInAgain');
  return (
    <Modal opened={opened} onClose={() => finish(false)} title={t('title')}>
      {misfit === null ? (
        <Form email={account?.user.email ?? ''} onSignedIn={verify} onLater={() => finish(false)} />
      ) : (
        <MisfitNotice misfit={misfit} person={account?.user.name ?? ''} onAgain={() => setMisfit(null)} />
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

function Form({ email: known, onSignedIn, onLater }: FormProps) {
  const t = useTranslations('shell.signInAgain');
  const tAuth = useTranslations('auth');
  const tErrors = useTranslations('errors');
  const { form, formProps, failure, busy } = useResourceForm({
    schema: credentials,
    initialValues: { email: known, password: '' },
    toInput: (values) => values,
    codes: { WRONG_CREDENTIALS: { field: 'password', words: tErrors('codes.WRONG_CREDENTIALS.what') } },
    save: async (input) => {
      await signInWithPassword(input);
      await onSignedIn();
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
