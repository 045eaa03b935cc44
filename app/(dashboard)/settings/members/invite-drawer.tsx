'use client';
import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import { ErrorNotice } from '@/components/ui/error-notice';
import { CancelButton, FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { inviteInput } from '@/server/resources/accounts/members-schema';
import type { GivenRole } from '@/server/resources/accounts/vocabulary';
import { InviteLink } from './invite-link';
import { RoleChoice } from './role-choice';

type Invited = Outputs['accounts']['invite'];

/** Makes a link; the same drawer then shows it, once. */
export function InviteDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('settings.members.invite');
  const [invited, setInvited] = useState<Invited | null>(null);
  const close = () => {
    setInvited(null);
    onClose();
  };
  const keep = (made: Invited) => {
    setInvited(made);
  };
  return (
    <FormDrawer
      opened={opened}
      onClose={close}
      question={invited ? { message: t('notCopied'), leave: t('closeAnyway'), stay: t('stay') } : undefined}
      title={t(invited ? 'made' : 'title')}
    >
      {invited ? <InviteLink invited={invited} onDone={close} /> : <InviteForm onInvited={keep} />}
    </FormDrawer>
  );
}

/** The least that most people need. */
const BEGINS: { email: string; role: GivenRole } = { email: '', role: 'marketer' };

function InviteForm({ onInvited }: { onInvited: (invited: Invited) => void }) {
  const t = useTranslations('settings.members.invite');
  const language = useLocale();
  const trpc = useTRPC();
  const sendsMail = useQuery(trpc.accounts.invitations.queryOptions()).data?.sendsMail ?? false;
  const invite = useMutation(trpc.accounts.invite.mutationOptions());
  const { form, formProps, failure, busy, editor } = useResourceForm({
    schema: inviteInput,
    initialValues: BEGINS,
    toInput: ({ email, role }) => ({ email: email.trim(), role, language }),
    codes: { BAD_STATE: { field: 'email', words: t('tooMany') } },
    editing: { kind: 'invitation', record: null },
    save: async (input) => {
      const invited = await invite.mutateAsync(input);
      onInvited(invited);
    },
  });
  return (
    <form {...formProps}>
      <EditorNotices editor={editor} />
      <Stack gap="lg">
        <TextInput
          type="email"
          label={t('email')}
          description={t(sendsMail ? 'emailHelp' : 'emailHelpNoMail')}
          data-autofocus
          autoComplete="off"
          inputMode="email"
          {...form.getInputProps('email')}
        />
        <RoleChoice value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
        {failure !== null && <ErrorNotice error={failure} act="write" />}
      </Stack>
      <FormActions>
        <CancelButton />
        <Button type="submit" loading={busy}>
          {t('submit')}
        </Button>
      </FormActions>
    </form>
  );
}
