'use client';
import { Loader, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import type { Outputs } from '@/app/trpc';
import { enterWorkspace, useOpenWorkspace } from '@/components/shell/use-open-workspace';
import { WorkspaceMark } from '@/components/shell/workspace-mark';
import { SMALL_ICON } from '@/components/ui/icon';
import { describeError } from '@/components/ui/problem';
import { useLeave } from '@/components/ui/editing/guard';
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
      <div className={classes.workspaces}>
        <Menu.RadioGroup value={workspace?.id ?? ''}>
          {workspaces.map(({ id, name, logoUrl }) => (
            <Menu.RadioItem
              key={id}
              value={id}
              onChange={() => id !== workspace?.id && go(id)}
              rightSection={
                open.isPending && open.variables.workspaceId === id ? (
                  <Loader size={14} color="gray" />
                ) : (
                  <WorkspaceMark name={name} logoUrl={logoUrl} size="sm" />
                )
              }
            >
              <span className={classes.workspace}>{name}</span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </div>
      <Menu.Item leftSection={<IconPlus {...SMALL_ICON} />} onClick={onNew} closeMenuOnClick>
        {t('newWorkspace')}
      </Menu.Item>
    </>
  );
}
