'use client';
import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUserPlus, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { nameOf } from '@/app/(dashboard)/contacts/contact';
import { useTRPC, type Outputs } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DetailPage } from '@/components/ui/detail-page';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { ICON, SMALL_ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { ListPageSkeleton } from '@/components/ui/list-page-skeleton';
import { PageHead } from '@/components/ui/page-head';
import { SelectionBar } from '@/components/ui/selection-bar';
import { AddMembers } from './add-members';
import { MemberTable } from './member-table';
import classes from './list-detail.module.css';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { whenOpened } from '@/components/ui/when-opened';
import { MoreMenu } from '@/components/ui/more-menu';

const ListDrawer = whenOpened(async () => (await import('@/app/(dashboard)/contact-lists/list-drawer')).ListDrawer);

/** Rename, or delete after a question that says that the people stay. */
function ListActions({ list }: { list: ListWithMembers }) {
  const t = useTranslations('contactLists.actions');
  const trpc = useTRPC();
  const router = useRouter();
  const [editing, drawer] = useDisclosure();
  const [asking, dialog] = useDisclosure();
  const remove = useMutation(
    trpc.contactLists.delete.mutationOptions({
      onSuccess: () => {
        notifications.show({ color: 'gray', message: t('deleted', { name: list.name }) });
        router.push('/contact-lists');
      },
    }),
  );
  return (
    <>
      <MoreMenu label={t('more')} width={200}>
        <Menu.Item leftSection={<IconPencil {...SMALL_ICON} />} onClick={drawer.open}>
          {t('rename')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash {...SMALL_ICON} />} color="red" onClick={dialog.open}>
          {t('delete')}
        </Menu.Item>
      </MoreMenu>
      <ListDrawer opened={editing} list={list} onClose={drawer.close} />
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title={t('deleteTitle', { name: list.name })}
        confirm={t('delete')}
        destructive
        call={remove}
        onConfirm={() => remove.mutate({ id: list.id })}
      >
        {t('deleteMessage', { count: list.memberCount })}
      </ConfirmDialog>
    </>
  );
}

export type ListWithMembers = Outputs['contactLists']['get'];

/** One list: who was added last, and who else is to be on it. */
export function ListDetail({ id }: { id: string }) {
  const t = useTranslations('contactLists.gone');
  const query = useQuery(useTRPC().contactLists.get.queryOptions({ id }));
  const gone = { title: t('title'), message: t('message'), list: { href: '/contact-lists', label: t('action') } };
  return (
    <DetailPage query={query} gone={gone} skeleton={<ListPageSkeleton />}>
      {(list) => <About list={list} />}
    </DetailPage>
  );
}

function About({ list }: { list: ListWithMembers }) {
  const t = useTranslations('contactLists');
  const trpc = useTRPC();
  const [adding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const removeMember = useMutation(trpc.contactLists.removeMember.mutationOptions({ meta: { touches: [] } }));
  const remove = useMutation({
    mutationFn: async (contactIds: readonly string[]) => {
      for (const contactId of contactIds) await removeMember.mutateAsync({ id: list.id, contactId });
    },
    // Once for all of them.
    meta: { touches: ['contactLists', 'contacts'] },
    onSuccess: (_, contactIds) => {
      const [first] = contactIds;
      const person = list.members.find(({ contact }) => contact.id === first)?.contact;
      notifications.show({
        color: 'gray',
        message: t('members.removed', { count: contactIds.length, name: person ? nameOf(person) : '' }),
      });
      setChosen(new Set());
    },
  });
  const addButton = (
    <Button leftSection={<IconUserPlus {...ICON} />} onClick={() => setAdding(true)}>
      {t('members.add')}
    </Button>
  );
  const path = `/api/v1/contact-lists/${list.id}` as const;
  return (
    <>
      <PageHead
        title={list.name}
        count={t('members.count', { count: list.memberCount })}
        lead={list.description ?? undefined}
        back={{ href: '/contact-lists', label: t('title') }}
        action={
          <div className={classes.actions}>
            <ListActions list={list} />
            {list.memberCount > 0 && addButton}
          </div>
        }
      />
      {list.memberCount === 0 ? (
        <EmptyState
          icon={<IconUserPlus {...ICON} />}
          sentence={t('members.none')}
          action={addButton}
          link={{ href: '/contacts/import', label: t('members.import') }}
        />
      ) : (
        <>
          <MemberTable
            members={list.members}
            chosen={chosen}
            onChoose={setChosen}
            onRemove={(contactId) => remove.mutate([contactId])}
          />
          {list.memberCount > list.members.length && (
            <div className={classes.more}>
              <span>{t('members.newest', { shown: list.members.length, total: list.memberCount })}</span>
              <LinkButton variant="default" href={`/contacts?list=${list.id}`}>
                {t('members.all')}
              </LinkButton>
            </div>
          )}
          {remove.error && <ErrorNotice error={remove.error} act="write" />}
          <SelectionBar
            count={chosen.size}
            onAll={
              chosen.size < list.members.length
                ? () => setChosen(new Set(list.members.map(({ contact }) => contact.id)))
                : undefined
            }
            onClear={() => setChosen(new Set())}
          >
            <Button size="xs" variant="default" loading={remove.isPending} onClick={() => remove.mutate([...chosen])}>
              {t('members.remove')}
            </Button>
          </SelectionBar>
          <CurlButton
            title={t('api.oneTitle')}
            requests={[
              { title: t('api.get'), help: t('api.getHelp'), method: 'GET', path },
              {
                title: t('api.add'),
                help: t('api.addHelp'),
                method: 'POST',
                path: `${path}/members` as const,
                body: { contactIds: [list.members[0]?.contact.id ?? '…'] },
              },
              {
                title: t('api.remove'),
                method: 'DELETE',
                path: `${path}/members/${list.members[0]?.contact.id ?? '…'}` as const,
              },
            ]}
          />
        </>
      )}
      <AddMembers list={list} opened={adding} onClose={() => setAdding(false)} />
    </>
  );
}
