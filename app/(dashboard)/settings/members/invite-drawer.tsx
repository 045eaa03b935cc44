'use client';
import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { inviteInput } from '@/server/resources/accounts/members-schema';
import { InviteLink } from './invite-link';

type Invited = Outputs['accounts']['invite'];

/** Makes a link; the same drawer then shows it, once. */
export function InviteDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('settings.members.invite');
  const [invited, setInvited] = useState<Invited | null>(null);
  const [dirty, setDirty] = useState(false);
  const close = () => {
    setInvited(null);
    setDirty(false);
    onClose();
  };
  const keep = (made: Invited) => {
    setInvited(made);
    // From here on it is the link that closing would lose, unless it was mailed.
    setDirty(made.mail !== 'sent');
  };
  return (
    <FormDrawer
      opened={opened}
      onClose={close}
      dirty={dirty}
      question={invited ? { message: t('notCopied'), leave: t('closeAnyway'), stay: t('stay') } : undefined}
      title={t(invited ? 'made' : 'title')}
    >
      {invited ? (
        <InviteLink invited={invited} onCopied={() => setDirty(false)} onDone={close} />
      ) : (
        <InviteForm onDirty={setDirty} onCancel={close} onInvited={keep} />
      )}
    </FormDrawer>
  );
}

function InviteForm({
  onDirty,
  onCancel,
  onInvited,
}: {
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onInvited: (invited: Invited) => void;
}) {
  const t = useTranslations('settings.members.invite');
  const tUi = useTranslations('ui');
  const language = useLocale();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const sendsMail = useQuery(trpc.accounts.invitations.queryOptions()).data?.sendsMail ?? false;
  const invite = useMutation(trpc.accounts.invite.mutationOptions());
  const { form, formProps, failure, busy } = useResourceForm({
    schema: inviteInput,
    initialValues: { email: '' },
    toInput: ({ email }) => ({ email: email.trim(), language }),
    codes: { BAD_STATE: { field: 'email', words: t('tooMany') } },
    onDirty,
    save: async (input) => {
      const invited = await invite.mutateAsync(input);
      void queryClient.invalidateQueries(trpc.accounts.invitations.queryFilter());
      onInvited(invited);
    },
  });
  return (
    <form {...formProps}>
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
        {failure !== null && <ErrorNotice error={failure} act="write" />}
      </Stack>
      <FormActions>
        <Button variant="default" onClick={onCancel}>
          {tUi('cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('submit')}
        </Button>
      </FormActions>
    </form>
  );
}
