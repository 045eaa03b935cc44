'use client';
import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { createInput } from '@/server/resources/contact-lists/schema';

interface Edited {
  id: string;
  name: string;
  description: string | null;
}

/** A new list, or the name and note of one that is there. */
export function ListDrawer({
  opened,
  list = null,
  onClose,
}: {
  opened: boolean;
  list?: Edited | null;
  onClose: () => void;
}) {
  const t = useTranslations('contactLists.form');
  const [dirty, setDirty] = useState(false);
  const close = () => {
    setDirty(false);
    onClose();
  };
  return (
    <FormDrawer opened={opened} onClose={close} dirty={dirty} title={list ? t('editTitle') : t('newTitle')}>
      <ListForm list={list} onDirty={setDirty} onDone={close} />
    </FormDrawer>
  );
}

function ListForm({
  list,
  onDirty,
  onDone,
}: {
  list: Edited | null;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}) {
  const t = useTranslations('contactLists.form');
  const tUi = useTranslations('ui');
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const create = useMutation(trpc.contactLists.create.mutationOptions());
  const update = useMutation(trpc.contactLists.update.mutationOptions());
  const { form, formProps, failure, busy } = useResourceForm({
    schema: createInput,
    initialValues: { name: list?.name ?? '', description: list?.description ?? '' },
    toInput: ({ name, description }) => ({
      name: name.trim(),
      description: description.trim() === '' ? null : description.trim(),
    }),
    codes: { NAME_TAKEN: { field: 'name', words: t('taken') } },
    onDirty,
    save: async (input) => {
      const saved = list ? await update.mutateAsync({ ...input, id: list.id }) : await create.mutateAsync(input);
      onDirty(false);
      onDone();
      notifications.show({ color: 'gray', message: t(list ? 'saved' : 'created', { name: saved.name }) });
      void queryClient.invalidateQueries(trpc.contactLists.pathFilter());
      if (!list) router.push(`/contact-lists/${saved.id}`);
    },
  });
  return (
    <form {...formProps}>
      <Stack gap="lg">
        <TextInput
          label={t('name')}
          data-autofocus
          maxLength={120}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t('description')}
          description={t('descriptionHelp')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          {...form.getInputProps('description')}
        />
        {failure !== null && <ErrorNotice error={failure} act="write" />}
      </Stack>
      <FormActions>
        <Button variant="default" onClick={onDone}>
          {tUi('cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {list ? t('save') : t('create')}
        </Button>
      </FormActions>
    </form>
  );
}
