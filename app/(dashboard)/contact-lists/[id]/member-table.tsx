'use client';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { hasName, nameOf } from '@/app/(dashboard)/contacts/contact';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { SMALL_ICON } from '@/components/ui/icon';
import { None } from '@/components/ui/none';
import type { ListWithMembers } from './list-detail';
import classes from './list-detail.module.css';

type Member = ListWithMembers['members'][number];

interface Props {
  members: readonly Member[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onRemove: (contactId: string) => void;
}

export function MemberTable({ members, chosen, onChoose, onRemove }: Props) {
  const t = useTranslations('contactLists.members');
  const columns: Column<Member>[] = [
    {
      key: 'name',
      head: t('name'),
      card: 'title',
      cell: ({ contact }) => (
        <span className={classes.person}>
          <strong>{nameOf(contact)}</strong>
          {hasName(contact) && contact.email !== null && <span data-note>{contact.email}</span>}
        </span>
      ),
    },
    {
      key: 'email',
      head: t('email'),
      card: 'only',
      cell: ({ contact }) => (hasName(contact) ? contact.email : null),
    },
    {
      key: 'phone',
      width: 11,
      head: t('phone'),
      cell: ({ contact }) => contact.phone ?? <None />,
    },
    {
      key: 'added',
      card: 'hidden',
      width: 10,
      head: t('added'),
      cell: ({ addedAt }) => (
        <span className={classes.soft}>
          <RelativeTime value={addedAt} />
        </span>
      ),
    },
    {
      key: 'remove',
      head: t('remove'),
      hideHead: true,
      align: 'end',
      card: 'corner',
      cell: ({ contact }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('removeOne', { name: nameOf(contact) })}
          onClick={() => onRemove(contact.id)}
        >
          <IconX {...SMALL_ICON} />
        </ActionIcon>
      ),
    },
  ];
  return (
    <DataTable
      label={t('title')}
      name="list-members"
      columns={columns}
      rows={members}
      rowKey={({ contact }) => contact.id}
      rowHref={({ contact }) => `/contacts/${contact.id}`}
      selection={{
        chosen,
        onChange: onChoose,
        all: t('chooseAll'),
        one: ({ contact }) => t('chooseOne', { name: nameOf(contact) }),
      }}
    />
  );
}
