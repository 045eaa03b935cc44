'use client';
import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react';
import { signOut } from 'next-auth/react';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState, type ReactElement } from 'react';
import { LOCALES } from '@/app/i18n/locales';
import type { Outputs } from '@/app/trpc';
import { useSetLanguage } from '@/components/shell/language';
import { Workspaces } from '@/components/shell/workspaces';
import { SMALL_ICON } from '@/components/ui/icon';
import { forgetDraftsOf } from '@/components/ui/editing/draft-store';
import { useLeave } from '@/components/ui/editing/guard';
import { whenOpened } from '@/components/ui/when-opened';
import classes from './user-menu.module.css';

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
