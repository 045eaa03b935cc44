'use client';
import { Switch, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { DrawerForm } from '@/components/ui/drawer-form';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { createInput } from '@/server/modules/audience/contact-lists/schema';

interface Edited {
  id: string;
  name: string;
  description: string | null;
  public?: true | undefined;
  updatedAt: string;
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
  return (
    <FormDrawer opened={opened} onClose={onClose} title={list ? t('editTitle') : t('newTitle')}>
      <ListForm list={list} onDone={onClose} />
    </FormDrawer>
  );
}

function ListForm({ list, onDone }: { list: Edited | null; onDone: () => void }) {
  const t = useTranslations('contactLists.form');
  const trpc = useTRPC();
  const router = useRouter();
  const create = useMutation(trpc.contactLists.create.mutationOptions());
  const update = useMutation(trpc.contactLists.update.mutationOptions());
  const client = useTRPCClient();
  const valuesOf = (of: Edited | null) => ({
    name: of?.name ?? '',
    description: of?.description ?? '',
    public: of?.public ?? false,
  });
  const { form, ...state } = useResourceForm({
    schema: createInput,
    initialValues: valuesOf(list),
    toInput: ({ name, description, public: isPublic }) => ({
      public: isPublic,
      name: name.trim(),
      description: description.trim() === '' ? null : description.trim(),
    }),
    codes: { NAME_TAKEN: { field: 'name', words: t('taken') } },
    editing: {
      kind: 'list',
      record: list?.id ?? null,
      version: list?.updatedAt,
      reload: async () => {
        const now = await client.contactLists.get.query({ id: list?.id ?? '' });
        return { values: valuesOf(now), version: now.updatedAt };
      },
      labels: { name: t('name'), description: t('description'), public: t('public') },
    },
    save: async (input, { changes, ifUpdatedAt }) => {
      const saved = list
        ? await update.mutateAsync({ ...changes, ifUpdatedAt, id: list.id })
        : await create.mutateAsync(input);
      onDone();
      notifications.show({ color: 'gray', message: t(list ? 'saved' : 'created', { name: saved.name }) });
      if (!list) router.push(`/contact-lists/${saved.id}`);
    },
  });
  return (
    <DrawerForm of={state} submit={list ? t('save') : t('create')}>
      <TextInput label={t('name')} data-autofocus maxLength={120} autoComplete="off" {...form.getInputProps('name')} />
      <Textarea
        label={t('description')}
        description={t('descriptionHelp')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        {...form.getInputProps('description')}
      />
      <Switch
        label={t('public')}
        description={t('publicHelp')}
        {...form.getInputProps('public', { type: 'checkbox' })}
      />
    </DrawerForm>
  );
}
