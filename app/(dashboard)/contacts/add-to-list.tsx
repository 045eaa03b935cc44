'use client';
import { Button, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { notifySaved } from '@/components/ui/notify-saved';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { WorkProgress } from '@/components/ui/work-progress';
import type { ContactFilter } from './contact';

/** To whom something is done: those who were chosen by hand, or everybody who matches. */
type People =
  | { ids: readonly string[] }
  | {
      filter: ContactFilter;
      /** The number of contacts that match; `isMore`: at least that many. */
      total: number;
      isMore: boolean;
    };

/** As many as the API takes in one call. */
const GROUP = 500;
/** As many as it answers in one. */
const PAGE = 100;

const countOf = (people: People): number => ('ids' in people ? people.ids.length : people.total);

/**
 * Their ids in groups of a size that one call takes. Whoever matches only after the first group was read may be left
 * out.
 */
async function* groupsOf(people: People, client: ReturnType<typeof useTRPCClient>): AsyncGenerator<readonly string[]> {
  if ('ids' in people) {
    for (let at = 0; at < people.ids.length; at += GROUP) yield people.ids.slice(at, at + GROUP);
    return;
  }
  let cursor: string | undefined;
  let group: string[] = [];
  do {
    const page = await client.contacts.list.query({
      ...people.filter,
      limit: PAGE,
      // New contacts come last, so they move nobody to another page meanwhile.
      sort: 'oldest',
      ...(cursor !== undefined && { cursor }),
    });
    group.push(...page.data.map(({ id }) => id));
    cursor = page.cursor ?? undefined;
    if (group.length >= GROUP || (cursor === undefined && group.length > 0)) {
      yield group;
      group = [];
    }
  } while (cursor !== undefined);
}

interface Props {
  opened: boolean;
  people: People;
  onClose: () => void;
  onAdded: () => void;
}

const NEW = 'new';

/** Puts people on a list, which may be made on the way. */
export function AddToList({ opened, people, onClose, onAdded }: Props) {
  const t = useTranslations('contacts.addToList');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title', { count: countOf(people) })}>
      <AddForm people={people} onClose={onClose} onAdded={onAdded} />
    </FormDrawer>
  );
}

function AddForm({ people, onClose, onAdded }: Omit<Props, 'opened'>) {
  const t = useTranslations('contacts.addToList');
  const tUi = useTranslations('ui');
  const fields = useTranslations('fields');
  const trpc = useTRPC();
  const client = useTRPCClient();
  const lists = useQuery(trpc.contactLists.list.queryOptions());
  const [picked, setPicked] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const [progress, setProgress] = useState<{ done: number; at: number }>();
  // Whoever closes the drawer stops the work after the group that is under way.
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const create = useMutation(trpc.contactLists.create.mutationOptions({ meta: { touches: [] } }));
  const addMembers = useMutation(trpc.contactLists.addMembers.mutationOptions({ meta: { touches: [] } }));
  const add = useMutation({
    // Once for all groups.
    meta: { touches: ['contactLists', 'contacts', 'insights'] },
    mutationFn: async () => {
      const list =
        picked === NEW ? await create.mutateAsync({ name: name.trim() }) : lists.data?.find(({ id }) => id === picked);
      if (!list) throw new Error('No list is chosen.');
      // Should a later group fail, the list is there already, and adding again counts nobody twice.
      if (picked === NEW) setPicked(list.id);
      let done = 0;
      for await (const group of groupsOf(people, client)) {
        if (!isOpen.current) break;
        await addMembers.mutateAsync({ id: list.id, contactIds: [...group] });
        done += group.length;
        setProgress({ done, at: Date.now() });
      }
      return { ...list, done };
    },
    onSuccess: (list) => {
      notifySaved({
        words: t('added', { count: list.done, list: list.name }),
        link: { href: `/contact-lists/${list.id}`, label: t('see') },
      });
      if (isOpen.current) onAdded();
    },
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
        {add.isPending && progress !== undefined && !('ids' in people) && (
          <>
            {people.isMore ? (
              <p role="status">{t('soFar', { count: progress.done })}</p>
            ) : (
              <WorkProgress label={t('working')} total={Math.max(people.total, progress.done)} {...progress} />
            )}
            <p>{t('stay')}</p>
          </>
        )}
        {add.error && <ErrorNotice error={add.error} act="write" />}
      </Stack>
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {add.isPending ? t('stop') : tUi('cancel')}
        </Button>
        <Button type="submit" loading={add.isPending}>
          {t('submit')}
        </Button>
      </FormActions>
    </form>
  );
}
