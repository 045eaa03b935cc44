'use client';
import { ActionIcon, Menu } from '@mantine/core';
import { IconCrown, IconDots, IconDoorExit, IconUserCog, IconUserMinus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { DataTable, type Column } from '@/components/ui/data-table';
import { DateTime } from '@/components/ui/date-time';
import { SMALL_ICON } from '@/components/ui/icon';
import { BELOW_ADMIN, permits, type Role } from '@/server/platform/access/roles';
import type { MemberAct } from './member-dialog';
import type { Member } from './members';
import classes from './members.module.css';

interface Props {
  members: readonly Member[];
  /** The person who looks at the table. */
  userId: string;
  /** Their role. */
  role: Role;
  onAct: (act: MemberAct) => void;
}

export function MemberTable({ members, userId, role, onAct }: Props) {
  const t = useTranslations('settings.members');
  const columns: Column<Member>[] = [
    {
      key: 'name',
      head: t('columns.name'),
      card: 'title',
      width: 16,
      cell: (member) => (
        <div className={classes.person}>
          <span className={classes.name}>
            {member.name}
            {member.userId === userId && <span className={classes.you}>{t('you')}</span>}
          </span>
          <small data-note>{member.email}</small>
        </div>
      ),
    },
    { key: 'email', head: t('columns.email'), card: 'only', cell: ({ email }) => email },
    {
      key: 'role',
      width: 9,
      priority: 1,
      head: t('columns.role'),
      cell: (member) => (
        <span className={classes.role} data-role={member.role}>
          {t(`roles.${member.role}`)}
        </span>
      ),
    },
    { key: 'joined', head: t('columns.joined'), width: 13, cell: (member) => <DateTime value={member.joinedAt} /> },
    {
      key: 'actions',
      head: t('columns.actions'),
      hideHead: true,
      align: 'end',
      card: 'corner',
      cell: (member) => <MemberMenu member={member} isMe={member.userId === userId} role={role} onAct={onAct} />,
    },
  ];
  return <DataTable label={t('title')} columns={columns} rows={members} rowKey={(member) => member.userId} />;
}

/** Everybody but the owner may leave; the owner acts on all others, an admin on who is below one. */
function MemberMenu({ member, isMe, role, onAct }: { member: Member; isMe: boolean } & Pick<Props, 'role' | 'onAct'>) {
  const t = useTranslations('settings.members');
  const isOwner = role === 'owner';
  const canAct = isMe ? !isOwner : isOwner || (permits(role, 'manage') && BELOW_ADMIN.includes(member.role));
  if (!canAct) return null;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('rowActions', { name: member.name })}>
          <IconDots {...SMALL_ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isMe ? (
          <Menu.Item
            leftSection={<IconDoorExit {...SMALL_ICON} />}
            color="red"
            onClick={() => onAct({ kind: 'leave', member })}
          >
            {t('leave.action')}
          </Menu.Item>
        ) : (
          <>
            <Menu.Item leftSection={<IconUserCog {...SMALL_ICON} />} onClick={() => onAct({ kind: 'setRole', member })}>
              {t('setRole.action')}
            </Menu.Item>
            {isOwner && (
              <Menu.Item
                leftSection={<IconCrown {...SMALL_ICON} />}
                onClick={() => onAct({ kind: 'transfer', member })}
              >
                {t('transfer.action')}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconUserMinus {...SMALL_ICON} />}
              color="red"
              onClick={() => onAct({ kind: 'remove', member })}
            >
              {t('remove.action')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
