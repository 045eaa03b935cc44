'use client';
import { Button, Checkbox, Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { hasName, nameOf } from '@/app/(dashboard)/contacts/contact';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { SearchField } from '@/components/ui/search-field';
import type { ListWithMembers } from './list-detail';
import classes from './list-detail.module.css';

const SHOWN = 20;

/** Finds people and puts them on the list. */
export function AddMembers({ list, opened, onClose }: { list: ListWithMembers; opened: boolean; onClose: () => void }) {
  const t = useTranslations('contactLists.members');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('addTitle', { name: list.name })}>
      <Search list={list} onClose={onClose} />
    </FormDrawer>
  );
}

function Search({ list, onClose }: { list: ListWithMembers; onClose: () => void }) {
  const t = useTranslations('contactLists.members');
  const tUi = useTranslations('ui');
  const trpc = useTRPC();
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const query = useQuery(
    trpc.contacts.list.queryOptions({ ...(q !== '' && { q }), limit: SHOWN }, { placeholderData: keepPreviousData }),
  );
  const present = new Set(list.members.map(({ contact }) => contact.id));
  const add = useMutation(
    trpc.contactLists.addMembers.mutationOptions({
      onSuccess: (_, { contactIds }) => {
        notifications.show({ color: 'gray', message: t('addedTo', { count: contactIds.length, list: list.name }) });
        onClose();
      },
    }),
  );
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0) add.mutate({ id: list.id, contactIds: [...chosen] });
      }}
    >
      <SearchField label={t('search')} value={q} onChange={setQ} />
      {query.isPending && <Skeleton height={240} mt="md" />}
      {query.isError && !query.data && (
        <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
      )}
      {query.data?.data.length === 0 && <p className={classes.hint}>{tUi('noMatches')}</p>}
      {query.data && query.data.data.length > 0 && (
        <ul className={classes.results} aria-label={t('found')}>
          {query.data.data.map((contact) => {
            const isMember = present.has(contact.id);
            return (
              <li key={contact.id}>
                <label>
                  <Checkbox
                    size="xs"
                    checked={isMember || chosen.includes(contact.id)}
                    disabled={isMember || (chosen.length >= 500 && !chosen.includes(contact.id))}
                    onChange={() => toggle(contact.id)}
                  />
                  <span className={classes.result}>
                    <strong>{nameOf(contact)}</strong>
                    <span>{isMember ? t('already') : hasName(contact) ? (contact.email ?? contact.phone) : null}</span>
                  </span>
                </label>
              </li>
            );
          })}
        </ul>
      )}
      {query.data?.hasMore && <p className={classes.hint}>{t('moreFound')}</p>}
      {add.error && <ErrorNotice error={add.error} act="write" />}
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {tUi('cancel')}
        </Button>
        <Button type="submit" loading={add.isPending} disabled={chosen.length === 0}>
          {t('addCount', { count: chosen.length })}
        </Button>
      </FormActions>
    </form>
  );
}
