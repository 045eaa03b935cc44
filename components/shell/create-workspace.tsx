'use client';
import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useTRPC } from '@/app/trpc';
import { enterWorkspace } from '@/components/shell/use-open-workspace';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import { ErrorNotice } from '@/components/ui/error-notice';
import { CancelButton, FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { createWorkspaceInput } from '@/server/modules/account/accounts/workspace-schema';

/** One more workspace, in a drawer; leads to its Home. */
export function CreateWorkspaceDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('shell.newWorkspace');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title')}>
      <CreateWorkspace
        actions={(submit) => (
          <FormActions>
            <CancelButton />
            {submit}
          </FormActions>
        )}
      />
    </FormDrawer>
  );
}

interface Props {
  /** The place of the button; below the field when absent. */
  actions?: (submit: ReactNode) => ReactNode;
}

export function CreateWorkspace({ actions = (submit) => submit }: Props) {
  const t = useTranslations('shell.newWorkspace');
  const trpc = useTRPC();
  const create = useMutation(trpc.accounts.createWorkspace.mutationOptions({ meta: { touches: [] } }));
  const { form, formProps, failure, busy, saved, editor } = useResourceForm({
    schema: createWorkspaceInput,
    initialValues: { name: '' },
    toInput: (values) => values,
    codes: { BAD_STATE: { field: 'name', words: t('tooMany') } },
    editing: { kind: 'workspace', record: null },
    save: async (input) => {
      const { accountId } = await create.mutateAsync(input);
      enterWorkspace(accountId);
    },
  });
  return (
    <form {...formProps}>
      <EditorNotices editor={editor} />
      <Stack>
        <TextInput
          label={t('name')}
          description={t('help')}
          data-autofocus
          autoComplete="organization"
          maxLength={120}
          {...form.getInputProps('name')}
        />
        {failure !== null && <ErrorNotice error={failure} act="write" />}
      </Stack>
      {actions(
        <Button type="submit" loading={busy || saved}>
          {t('submit')}
        </Button>,
      )}
    </form>
  );
}
