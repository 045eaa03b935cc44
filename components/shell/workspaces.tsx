'use client';
import { Loader, Menu } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import type { Outputs } from '@/app/trpc';
import { enterWorkspace, useOpenWorkspace } from '@/components/shell/use-open-workspace';
import { WorkspaceMark } from '@/components/shell/workspace-mark';
import { SMALL_ICON } from '@/components/ui/icon';
import { describeError } from '@/components/ui/problem';
import { useLeave } from '@/components/ui/unsaved-guard';
import classes from './user-menu.module.css';

interface Props {
  account: Outputs['accounts']['current'];
  onNew: () => void;
}

/** The workspaces of the person, the present one marked: a click goes into another one. */
export function Workspaces({ account: { workspace, workspaces }, onNew }: Props) {
  const t = useTranslations('shell.user');
  const tErrors = useTranslations('errors');
  const leave = useLeave();
  const open = useOpenWorkspace();
  const go = (workspaceId: string) =>
    leave(() =>
      open.mutate(
        { workspaceId },
        {
          onSuccess: () => enterWorkspace(workspaceId),
          onError: (error) => notifications.show({ message: describeError(error, tErrors, 'read').what, color: 'red' }),
        },
      ),
    );
  return (
    <>
      <Menu.Label>{t('workspaces')}</Menu.Label>
      <div role="group" aria-label={t('workspaces')} className={classes.workspaces}>
        {workspaces.map(({ id, name, logoUrl }) => (
          <Menu.Item
            key={id}
            role="menuitemradio"
            aria-checked={id === workspace?.id}
            leftSection={<WorkspaceMark name={name} logoUrl={logoUrl} size="sm" />}
            rightSection={open.isPending && open.variables.workspaceId === id ? <Loader size={14} color="gray" /> : id === workspace?.id ? <IconCheck {...SMALL_ICON} /> : null}
            onClick={() => id !== workspace?.id && go(id)}
          >
            <span className={classes.workspace}>{name}</span>
          </Menu.Item>
        ))}
      </div>
      <Menu.Item leftSection={<IconPlus {...SMALL_ICON} />} onClick={onNew} closeMenuOnClick>
        {t('newWorkspace')}
      </Menu.Item>
    </>
  );
}
