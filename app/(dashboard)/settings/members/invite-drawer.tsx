'use client';
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { DrawerForm } from '@/components/ui/drawer-form';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { inviteInput } from '@/server/modules/account/accounts/members-schema';
import type { GivenRole } from '@/server/platform/access/roles';
import { RoleChoice } from './role-choice';
import { IconCircleCheck, IconInfoCircle, IconMailOff } from '@tabler/icons-react';
import { CodeBlock } from '@/components/ui/code-block';
import { useUnsavedChanges } from '@/components/ui/editing/guard';
import { ICON } from '@/components/ui/icon';
import classes from './members.module.css';

interface Props {
  invited: Outputs['accounts']['invite'];
  onDone: () => void;
}

/** The one moment in which the link can be seen, and whether it was mailed. */
function InviteLink({ invited: { link, mail, invitation }, onDone }: Props) {
  const t = useTranslations('settings.members.invite');
  const email = invitation.email ?? '';
  const [isCopied, setCopied] = useState(false);
  // Closing loses the link, which is shown once, unless it was mailed.
  useUnsavedChanges(mail !== 'sent' && !isCopied);
  const Icon = mail === 'sent' ? IconCircleCheck : mail === 'failed' ? IconMailOff : IconInfoCircle;
  return (
    <>
      <p className={classes.mail} data-mail={mail} role="status">
        <Icon {...ICON} />
        <span>{mail === 'off' ? t('handOver') : t(mail, { email })}</span>
      </p>
      <CodeBlock code={link} label={t('link')} help={t('link')} onCopied={() => setCopied(true)} />
      <p className={classes.once}>{t('once')}</p>
      <Button className={classes.done} onClick={onDone} fullWidth>
        {t('done')}
      </Button>
    </>
  );
}

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
  const { form, ...state } = useResourceForm({
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
    <DrawerForm of={state} submit={t('submit')}>
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
    </DrawerForm>
  );
}
