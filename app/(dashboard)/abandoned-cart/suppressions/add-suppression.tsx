'use client';
import { Button, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import { ErrorNotice } from '@/components/ui/error-notice';
import { CancelButton, FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { addSuppressionInput } from '@/server/resources/abandoned-cart/schema';

/** Somebody who asked by other means not to be reminded. */
export function AddSuppression({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('abandonedCart.suppressions');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('addTitle')}>
      <AddForm onDone={onClose} />
    </FormDrawer>
  );
}

function AddForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('abandonedCart.suppressions');
  const words = useTranslations('fields');
  const trpc = useTRPC();
  const add = useMutation(trpc.abandonedCart.addSuppression.mutationOptions());
  const { form, formProps, failure, busy, editor } = useResourceForm({
    schema: addSuppressionInput,
    initialValues: { email: '' },
    toInput: ({ email }) => ({ email: email.trim() }),
    problems: { 'email.format': words('email') },
    editing: { kind: 'suppression', record: null },
    save: async (input) => {
      const { email } = await add.mutateAsync(input);
      onDone();
      notifications.show({ color: 'gray', message: t('added', { email }) });
    },
  });
  return (
    <form {...formProps}>
      <EditorNotices editor={editor} />
      <Stack gap="lg">
        <TextInput
          label={t('email')}
          description={t('emailHelp')}
          type="email"
          data-autofocus
          maxLength={254}
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        {failure !== null && <ErrorNotice error={failure} act="write" />}
      </Stack>
      <FormActions>
        <CancelButton />
        <Button type="submit" loading={busy}>
          {t('addSubmit')}
        </Button>
      </FormActions>
    </form>
  );
}
