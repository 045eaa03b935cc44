'use client';
import { Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '@/components/shell/use-account';
import { WorkspaceMark } from '@/components/shell/workspace-mark';
import { SMALL_ICON } from '@/components/ui/icon';
import classes from './user-menu.module.css';

const OpenUserMenu = lazy(async () => ({ default: (await import('@/components/shell/open-user-menu')).OpenUserMenu }));

/** The person, the workspace and its plan; what opens from there comes with the first click. */
export function UserMenu({ onNavigate }: { onNavigate?: () => void }) {
  const t = useTranslations('shell');
  const [isAsked, setAsked] = useState(false);
  const account = useAccount();
  if (account === undefined) return <Skeleton height={48} radius="md" />;
  const { user, workspace } = account;
  const button = (
    <UnstyledButton className={classes.target} aria-haspopup="menu" onClick={() => setAsked(true)}>
      <VisuallyHidden>{t('user.menu')}</VisuallyHidden>
      <WorkspaceMark name={workspace?.name ?? user.name} logoUrl={workspace?.logoUrl ?? null} />
      <span className={classes.words}>
        <span className={classes.name}>{workspace?.name ?? user.name}</span>
        <span className={classes.detail}>{user.name}</span>
      </span>
      <IconSelector {...SMALL_ICON} />
    </UnstyledButton>
  );
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <OpenUserMenu target={button} account={account} onNavigate={onNavigate} />
    </Suspense>
  );
}
