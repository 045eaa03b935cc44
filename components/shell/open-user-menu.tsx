'use client';
import { Menu, useMantineColorScheme, type MantineColorScheme, Loader } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUserCircle, IconPlus } from '@tabler/icons-react';
import { signOut } from 'next-auth/react';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState, type ReactElement } from 'react';
import { LOCALES } from '@/app/i18n/locales';
import type { Outputs } from '@/app/trpc';
import { useSetLanguage } from '@/components/shell/language';
import { SMALL_ICON } from '@/components/ui/icon';
import { forgetDraftsOf } from '@/components/ui/editing/draft-store';
import { useLeave } from '@/components/ui/editing/guard';
import { whenOpened } from '@/components/ui/when-opened';
import classes from './user-menu.module.css';
import { notifications } from '@mantine/notifications';
import { enterWorkspace, useOpenWorkspace } from '@/components/shell/use-open-workspace';
import { WorkspaceMark } from '@/components/shell/workspace-mark';
import { describeError } from '@/components/ui/problem';

interface WorkspacesProps {
  account: Outputs['accounts']['current'];
  onNew: () => void;
}

/** The workspaces of the person, the present one marked: a click goes into another one. */
function Workspaces({ account: { workspace, workspaces }, onNew }: WorkspacesProps) {
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

const SCHEMES = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const satisfies Record<
  MantineColorScheme,
  typeof IconSun
>;

const CreateWorkspaceDrawer = whenOpened(
  async () => (await import('@/components/shell/create-workspace')).CreateWorkspaceDrawer,
);

interface Props {
  target: ReactElement;
  account: Outputs['accounts']['current'];
  onNavigate: (() => void) | undefined;
}

/** The way to other workspaces; language, appearance, the way out. It opens as it comes. */
export function OpenUserMenu({ target, account, onNavigate }: Props) {
  const t = useTranslations('shell');
  const [creating, setCreating] = useState(false);
  const leave = useLeave();
  const { user, workspace } = account;
  const quit = () =>
    leave(() => {
      forgetDraftsOf(user.id);
      void signOut({ redirect: false }).finally(() => window.location.assign('/sign-in'));
    });
  return (
    <>
      <Menu width={272} position="top-start" closeOnItemClick={false} defaultOpened>
        <Menu.Target>{target}</Menu.Target>
        <Menu.Dropdown className={classes.dropdown}>
          <div className={classes.who}>
            <span className={classes.name}>{user.name}</span>
            <span className={classes.detail}>{user.email}</span>
            {workspace && (
              <span className={classes.detail}>
                {workspace.name} · {t('user.plan', { plan: planName(workspace.plan, t) })}
              </span>
            )}
          </div>
          <Menu.Item
            leftSection={<IconUserCircle {...SMALL_ICON} />}
            component={Link}
            href="/settings/account"
            onClick={onNavigate}
            closeMenuOnClick
          >
            {t('user.account')}
          </Menu.Item>
          <Menu.Divider />
          <Workspaces account={account} onNew={() => setCreating(true)} />
          <Menu.Divider />
          <Language />
          <Menu.Divider />
          <Appearance />
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout {...SMALL_ICON} />} onClick={quit} closeMenuOnClick>
            {t('user.signOut')}
          </Menu.Item>
          <p className={classes.version}>Laris {account.version}</p>
        </Menu.Dropdown>
      </Menu>
      <CreateWorkspaceDrawer opened={creating} onClose={() => setCreating(false)} />
    </>
  );
}

function Language() {
  const t = useTranslations('shell');
  const setLanguage = useSetLanguage();
  return (
    <Menu.RadioGroup value={useLocale()}>
      <Menu.Label>{t('user.language')}</Menu.Label>
      {LOCALES.map((locale) => (
        <Menu.RadioItem key={locale} value={locale} onChange={() => setLanguage(locale)} lang={locale}>
          {t(`languages.${locale}`)}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

function Appearance() {
  const t = useTranslations('shell.user');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server does not know the choice, which is kept in the browser.
  const mounted = useMounted();
  return (
    <Menu.RadioGroup value={mounted ? colorScheme : 'auto'}>
      <Menu.Label>{t('appearance')}</Menu.Label>
      {Object.entries(SCHEMES).map(([scheme, Icon]) => (
        <Menu.RadioItem
          key={scheme}
          value={scheme}
          onChange={() => setColorScheme(scheme as MantineColorScheme)}
          rightSection={<Icon {...SMALL_ICON} />}
        >
          {t(scheme as MantineColorScheme)}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

/** A plan of ours in words; the stored id of any other. */
function planName(plan: string, t: ReturnType<typeof useTranslations<'shell'>>): string {
  switch (plan) {
    case 'free':
    case 'starter':
    case 'growth':
    case 'scale':
    case 'svc_internal':
      return t(`plans.${plan}`);
    default:
      return plan;
  }
}
