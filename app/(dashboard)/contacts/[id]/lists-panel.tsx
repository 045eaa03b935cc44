'use client';
import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { AddToList } from '@/app/(dashboard)/contacts/add-to-list';
import { nameOf, type Contact, type Standing } from '@/app/(dashboard)/contacts/contact';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SMALL_ICON } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import classes from './contact-detail.module.css';

interface Props {
  contact: Contact;
  standing: Standing | undefined;
  error: unknown;
  onRetry: () => void;
}

/** The lists the person is on. Taking them off is undone as easily, so nobody is asked. */
export function ListsPanel({ contact, standing, error, onRetry }: Props) {
  const t = useTranslations('contacts.detail');
  const trpc = useTRPC();
  const [adding, drawer] = useDisclosure();
  const remove = useMutation(
    trpc.contactLists.removeMember.mutationOptions({
      onSuccess: (_, { id }) =>
        notifications.show({
          color: 'gray',
          message: t('removed', {
            name: nameOf(contact),
            list: standing?.lists.find((list) => list.id === id)?.name ?? '',
          }),
        }),
    }),
  );
  const add = (
    <Button size="compact-sm" variant="subtle" color="gray" onClick={drawer.open}>
      {t('add')}
    </Button>
  );
  return (
    <Panel title={t('lists')} aside={add}>
      {!standing && error === null && <Skeleton height={20} />}
      {!standing && error !== null && <ErrorNotice error={error} act="read" onRetry={onRetry} />}
      {standing?.lists.length === 0 && <p className={classes.none}>{t('noLists')}</p>}
      {standing && standing.lists.length > 0 && (
        <ul className={classes.lists}>
          {standing.lists.map(({ id, name }) => (
            <li key={id}>
              <Link href={`/contact-lists/${id}`}>{name}</Link>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('removeFrom', { list: name })}
                loading={remove.isPending && remove.variables.id === id}
                onClick={() => remove.mutate({ id, contactId: contact.id })}
              >
                <IconX {...SMALL_ICON} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {remove.error && <ErrorNotice error={remove.error} act="write" />}
      <AddToList opened={adding} people={{ ids: [contact.id] }} onClose={drawer.close} onAdded={drawer.close} />
    </Panel>
  );
}
