'use client';
import { Button, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { notifySaved } from '@/components/ui/notify-saved';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormActions, FormDrawer } from '@/components/ui/form-drawer';

interface Props {
  opened: boolean;
  contactIds: readonly string[];
  onClose: () => void;
  onAdded: () => void;
}

/** As many as the API takes in one call. */
const GROUP = 500;
const NEW = 'new';

/** Puts people on a list, which may be made on the way. */
export function AddToList({ opened, contactIds, onClose, onAdded }: Props) {
  const t = useTranslations('contacts.addToList');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title', { count: contactIds.length })}>
      <AddForm contactIds={contactIds} onClose={onClose} onAdded={onAdded} />
    </FormDrawer>
  );
}

function AddForm({ contactIds, onClose, onAdded }: Omit<Props, 'opened'>) {
  const t = useTranslations('contacts.addToList');
  const tUi = useTranslations('ui');
  const fields = useTranslations('fields');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const lists = useQuery(trpc.contactLists.list.queryOptions());
  const [picked, setPicked] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const create = useMutation(trpc.contactLists.create.mutationOptions());
  const addMembers = useMutation(trpc.contactLists.addMembers.mutationOptions());
  const add = useMutation({
    mutationFn: async () => {
      const list =
        picked === NEW ? await create.mutateAsync({ name: name.trim() }) : lists.data?.find(({ id }) => id === picked);
      if (!list) throw new Error('No list is chosen.');
      // Should a later group fail, the list is there already, and adding again counts nobody twice.
      if (picked === NEW) setPicked(list.id);
      for (let at = 0; at < contactIds.length; at += GROUP)
        await addMembers.mutateAsync({ id: list.id, contactIds: contactIds.slice(at, at + GROUP) });
      return list;
    },
    onSuccess: (list) => {
      notifySaved({
        words: t('added', { count: contactIds.length, list: list.name }),
        link: { href: `/contact-lists/${list.id}`, label: t('see') },
      });
      onAdded();
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(trpc.contactLists.pathFilter()),
        queryClient.invalidateQueries(trpc.contacts.pathFilter()),
      ]),
  });
  const options = [
    { value: NEW, label: t('new') },
    ...(lists.data ?? []).map(({ id, name: label, memberCount }) => ({
      value: id,
      label: t('option', { name: label, count: memberCount }),
    })),
  ];
  const incomplete = picked === null || (picked === NEW && name.trim() === '');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(incomplete);
        if (!incomplete) add.mutate();
      }}
    >
      <Stack gap="lg">
        <Select
          label={t('list')}
          data={options}
          value={picked}
          searchable
          nothingFoundMessage={t('noList')}
          data-autofocus
          error={missing && picked === null ? fields('required') : undefined}
          onChange={setPicked}
        />
        {picked === NEW && (
          <TextInput
            label={t('name')}
            maxLength={120}
            autoComplete="off"
            value={name}
            error={missing && name.trim() === '' ? fields('required') : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        {add.error && <ErrorNotice error={add.error} act="write" />}
      </Stack>
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {tUi('cancel')}
        </Button>
        <Button type="submit" loading={add.isPending}>
          {t('submit')}
        </Button>
      </FormActions>
    </form>
  );
}
